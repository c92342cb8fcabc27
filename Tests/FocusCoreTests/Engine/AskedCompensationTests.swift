import Testing

@testable import FocusCore

/// The exposure compensation that was asked for.
struct AskedCompensationTests {
    @Test("A temporary compensation gives way to the lasting one, however many came one after the other")
    func temporary() {
        var asked = AskedCompensation(0.5)
        asked.beginTemporary(1)
        asked.beginTemporary(2)
        #expect(asked.inForce == 2)
        let ends = [asked.endTemporary(), asked.endTemporary()]
        #expect(ends == [true, false] && asked == AskedCompensation(0.5))
    }

    @Test("A lasting compensation replaces a temporary one, too")
    func lasting() {
        var asked = AskedCompensation(0.5)
        asked.beginTemporary(1)
        asked.begin(-1)
        #expect(asked == AskedCompensation(-1))
    }

    @Test("An accepted tap ends a temporary compensation from before it, and not one that came after it")
    func tap() {
        var asked = AskedCompensation(0.5)
        asked.beginTemporary(1)
        let planned = asked.tapBegins()
        #expect(planned == 0.5 && asked.inForce == 1 && asked.endsWithTap && !asked.belongsToTap)
        asked.beginTemporary(2)
        #expect(!asked.endsWithTap && asked.belongsToTap)
        _ = asked.tapBegins()
        asked.tapRefused()
        #expect(!asked.endsWithTap && asked.inForce == 2)
    }
}
