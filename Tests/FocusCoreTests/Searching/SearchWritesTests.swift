import Testing

@testable import FocusCore

/// True if a camera heeds what a search writes.
struct SearchWritesTests {
    @Test("The third write in a row that is ignored makes the read-back unreliable; one that is heeded begins anew")
    func ignored() {
        var writes = SearchWrites()
        func worthAnother(_ count: Int) -> [Bool] { (0..<count).map { _ in writes.wasIgnored() } }
        let first = worthAnother(2)
        writes.wasHeeded()
        let next = worthAnother(3)
        #expect(first == [true, true] && next == [true, true, false] && writes.isUnreliable)
    }

    @Test("Frames count from the answer to a repeated write on, and no other write moves that moment")
    func repeated() {
        var writes = SearchWrites()
        let (first, second, third) = (
            Instant(nanoseconds: 1), Instant(nanoseconds: 2), Instant(nanoseconds: 3)
        )
        writes.wasAnswered(at: first)
        #expect(writes.answered == first && writes.repeated == nil)
        writes.willRepeat()
        #expect(writes.isRepeating)
        writes.wasAnswered(at: second)
        #expect(!writes.isRepeating && writes.repeated == second)
        writes.wasAnswered(at: third)
        #expect(writes.answered == third && writes.repeated == second)
    }

    @Test("The value of a control is the one of the latest write")
    func values() {
        var settings = InlineList<4, ControlSetting>()
        settings.append(ControlSetting(.exposureAbsolute, .integer(300)))
        settings.append(ControlSetting(.gain, .integer(8)))
        var writes = SearchWrites()
        writes.willRead(settings)
        #expect(
            writes.value(.exposureAbsolute) == 300 && writes.value(.gain) == 8 && writes.value(.focusAbsolute) == nil)
    }
}
