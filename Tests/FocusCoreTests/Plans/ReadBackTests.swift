import Testing

@testable import FocusCore

/// Written settings, compared with what the camera reports.
struct ReadBackTests {
    private static let capabilities = CameraCapabilities(CameraExamples.automatic)

    private static func known() -> KnownValues { KnownValues(capabilities, remembered: []) }

    private static func list(_ settings: [ControlSetting]) -> InlineList<4, ControlSetting> {
        var list = InlineList<4, ControlSetting>()
        for setting in settings { list.append(setting) }
        return list
    }

    /// Writes the lens to 100, and compares that with what is read.
    private static func readBack(_ value: Int64?, allowsTremor: Bool = false) -> (known: KnownValues, ReadBack) {
        var known = known()
        let written = list([ControlSetting(.focusAbsolute, .integer(100))])
        known.wrote(written, ControlResult(call: 1, errno: 0))
        var (ids, values) = (InlineList<4, ControlID>(), InlineList<4, ControlValue?>())
        ids.append(.focusAbsolute)
        values.append(value.map { .integer($0) })
        let readBack = known.compare(written, with: values, of: ids, capabilities, allowsTremor: allowsTremor)
        return (known, readBack)
    }

    @Test("A value that differs is told, and forgotten, because the camera may report a wrong one")
    func differs() {
        let (known, readBack) = Self.readBack(130)
        #expect(readBack.difference?.value == 130 && readBack.difference?.setting.id == .focusAbsolute)
        #expect(readBack.isComplete && known.ledger[.focusAbsolute] == nil)
    }

    @Test("A value as it was written stays known; so does one that could not be read")
    func agrees() {
        let same = Self.readBack(100)
        #expect(same.1 == ReadBack() && same.known.ledger[.focusAbsolute] == .integer(100))
        let unread = Self.readBack(nil)
        #expect(unread.1.difference == nil && !unread.1.isComplete)
        #expect(unread.known.ledger[.focusAbsolute] == .integer(100))
    }

    @Test("A held lens may tremble by one step")
    func tremor() throws {
        let step = try #require(Self.capabilities.control(.focusAbsolute)?.step)
        #expect(Self.readBack(100 + step).1.difference != nil)
        #expect(Self.readBack(100 + step, allowsTremor: true).1.difference == nil)
    }

    @Test("Automatics that rule refused controls are forgotten, if they were believed to be off")
    func automatics() {
        for isOff in [true, false] {
            var known = Self.known()
            let value = ControlValue.integer(isOff ? 0 : 1)
            known.wrote(Self.list([ControlSetting(.focusAuto, value)]), ControlResult(call: 1, errno: 0))
            let off = known.automaticsReturned(
                over: Self.list([ControlSetting(.focusAbsolute, .integer(5))]), Self.capabilities, isRestoring: false)
            #expect(off.count == (isOff ? 1 : 0))
            #expect(!isOff || off[0] == ControlSetting(.focusAuto, .integer(0)) && known.ledger[.focusAuto] == nil)
        }
    }
}
