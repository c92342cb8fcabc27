import Testing

@testable import FocusCore

/// True if a camera heeds what a search writes.
struct SearchWritesTests {
    @Test("The third write in a row that is ignored makes the read-back unreliable; one that is heeded begins anew")
    func ignored() {
        for isHeededBefore in [false, true] {
            var writes = SearchWrites()
            func worthAnother(_ count: Int) -> [Bool] { (0..<count).map { _ in writes.wasIgnored() } }
            if isHeededBefore {
                #expect(worthAnother(2) == [true, true])
                writes.wasHeeded()
            }
            #expect(worthAnother(3) == [true, true, false])
            #expect(writes.isUnreliable && writes.isProven, "nothing is read back any more")
        }
    }

    @Test("The end of a search is the end of its repetition and of the read-back that is due")
    func stopped() {
        var writes = Self.written(200)
        let isRead = writes.mustBeRead(isShown: false, isLast: false)
        writes.willRepeat()
        #expect(isRead && writes.isReadDue && writes.isRepeating)
        writes.stopRepeating()
        #expect(!writes.isReadDue && !writes.isRepeating)
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

    private static let frame = TimeSpan.milliseconds(33)

    /// Writes of a search on a camera that takes so long for a call.
    private static func written(_ milliseconds: Int64) -> SearchWrites {
        var writes = SearchWrites()
        writes.searchBegins()
        writes.willWrite(at: Instant(nanoseconds: 0))
        writes.wasAnswered(at: Instant(nanoseconds: milliseconds * 1_000_000))
        return writes
    }

    @Test(
        "A camera that answers within 150 ms is read back at each step; a slower one only while a doubt stands",
        arguments: [(0, true), (16, true), (17, false), (150, false), (151, false), (200, false)] as [(Int64, Bool)])
    func atOnce(_ milliseconds: Int64, _ isQuick: Bool) {
        var writes = Self.written(milliseconds)
        for interval in [Self.frame, .milliseconds(32), .zero] { #expect(writes.isQuick(interval) == isQuick) }
        #expect(writes.isReadAtOnce, "nothing is known of a search that begins")
        let isShown = writes.mustBeRead(isShown: true, isLast: false)
        #expect(!isShown && !writes.isReadDue && writes.isReadAtOnce == (milliseconds <= 150))
        _ = writes.wasIgnored()
        #expect(writes.isReadAtOnce)
        writes.wasHeeded()
        #expect(writes.isReadAtOnce, "no frame has shown a step since")
        _ = writes.wasIgnored()
        _ = writes.mustBeRead(isShown: true, isLast: false)
        #expect(writes.isReadAtOnce, "something else may have changed the frame")
        writes.wasHeeded()
        writes.wasAnswered(at: Instant(nanoseconds: milliseconds * 1_000_000))
        let isUnseen = writes.mustBeRead(isShown: false, isLast: false)
        #expect(isUnseen && writes.isReadDue && writes.isReadAtOnce)
    }

    @Test("The last step is read back, however visible it is, and is proven by that; each write begins anew")
    func last() {
        var writes = Self.written(200)
        let isRead = writes.mustBeRead(isShown: true, isLast: true)
        #expect(isRead && writes.isReadDue && !writes.isProven)
        writes.isBeingRead()
        writes.wasHeeded()
        #expect(!writes.isReadDue && writes.isProven)
        writes.wasAnswered(at: Instant(nanoseconds: 300_000_000))
        #expect(!writes.isProven)
        let isReadAgain = writes.mustBeRead(isShown: true, isLast: true)
        writes.wasAnswered(at: Instant(nanoseconds: 600_000_000))
        #expect(isReadAgain && !writes.isReadDue, "the read-back that was due was of the write before")
        _ = writes.mustBeRead(isShown: true, isLast: true)
        writes.cannotBeRead()
        #expect(writes.isProven)
        writes.searchBegins()
        #expect(!writes.isProven && !writes.isReadDue && writes.isReadAtOnce)
    }

    @Test("The value of a control is the one of the latest write")
    func values() {
        var settings = InlineList<4, ControlSetting>()
        settings.append(ControlSetting(.exposureAbsolute, .integer(300)))
        settings.append(ControlSetting(.gain, .integer(8)))
        var writes = SearchWrites()
        _ = writes.mustBeReadAtOnce(
            settings, canBeRead: true, isSuperseded: true, isSearching: true, interval: Self.frame)
        #expect(
            writes.value(.exposureAbsolute) == 300 && writes.value(.gain) == 8 && writes.value(.focusAbsolute) == nil)
    }

    @Test("What is kept is read at once; so is each step of a camera that is quick, or of whose steps one is in doubt")
    func keptAtOnce() {
        let table: [(milliseconds: Int64, isSuperseded: Bool, isSearching: Bool, isReadAtOnce: Bool)] = [
            (0, true, true, true), (100, true, true, false), (100, false, true, true), (200, true, false, false),
            (200, false, false, true), (200, false, true, false),
        ]
        for (milliseconds, isSuperseded, isSearching, isReadAtOnce) in table {
            var writes = Self.written(milliseconds)
            // Frames have shown the step before.
            _ = writes.mustBeRead(isShown: true, isLast: false)
            let isRead = writes.mustBeReadAtOnce(
                InlineList(), canBeRead: true, isSuperseded: isSuperseded, isSearching: isSearching,
                interval: Self.frame)
            #expect(isRead == isReadAtOnce && !writes.isProven, "\(milliseconds) \(isSuperseded) \(isSearching)")
            let isBlind = writes.mustBeReadAtOnce(
                InlineList(), canBeRead: false, isSuperseded: isSuperseded, isSearching: isSearching,
                interval: Self.frame)
            #expect(!isBlind && writes.isProven)
        }
    }
}
