import Testing

@testable import FocusCore

/// The values that controls are known to hold.
struct ControlLedgerTests {
    private static func ledger() -> ControlLedger { ControlLedger(CameraCapabilities(CameraExamples.exposureOnly)) }

    @Test("Two ledgers are equal when they know the same, and were asked for the same")
    func equality() {
        #expect(Self.ledger() == Self.ledger())
        var settings = InlineList<4, ControlSetting>()
        settings.append(ControlSetting(.exposureAuto, .integer(1)))
        var answers = InlineList<4, ControlValue?>()
        answers.append(.integer(3))
        var asked = Self.ledger()
        asked.note(settings, errno: 0, values: answers)
        #expect(asked[.exposureAuto] == Self.ledger()[.exposureAuto] && asked != Self.ledger())
        var other = Self.ledger()
        other[.exposureAuto] = .integer(1)
        #expect(other != Self.ledger())
        other.forgetAll()
        #expect(other[.exposureAuto] == nil)
    }
}
