import Testing

@testable import FocusCore

/// Which held controls are read, and when.
struct HoldReadingTests {
    private static func settings(_ ids: [ControlID]) -> InlineList<4, ControlSetting> {
        var settings = InlineList<4, ControlSetting>()
        for id in ids { settings.append(ControlSetting(id, .integer(1))) }
        return settings
    }

    private static func list(_ ids: InlineList<4, ControlID>) -> [ControlID] { (0..<ids.count).compactMap { ids[$0] } }

    @Test("Automatics are read first; of more than four controls the first four and the last four in turns")
    func turns() {
        let held = PerComponent(
            focus: Self.settings([.focusAbsolute, .focusAuto]),
            exposure: Self.settings([.exposureAuto, .exposureAbsolute, .gain]))
        var watch = HoldWatch()
        let first = Self.list(watch.nextReading(of: held))
        let second = Self.list(watch.nextReading(of: held))
        let third = Self.list(watch.nextReading(of: held))
        #expect(first == [.focusAuto, .exposureAuto, .focusAbsolute, .exposureAbsolute])
        #expect(second == [.exposureAuto, .focusAbsolute, .exposureAbsolute, .gain] && third == first)
    }

    @Test("When a fifth control is held, the turns begin with the first four, whatever was read before")
    func fifth() {
        let four = PerComponent(
            focus: Self.settings([.focusAbsolute, .focusAuto]),
            exposure: Self.settings([.exposureAuto, .exposureAbsolute]))
        var five = four
        five.exposure.append(ControlSetting(.gain, .integer(1)))
        var watch = HoldWatch()
        let before = Self.list(watch.nextReading(of: four))
        let first = Self.list(watch.nextReading(of: five))
        let second = Self.list(watch.nextReading(of: five))
        #expect(first == before && second.last == .gain)
    }

    @Test("Four controls are read each time")
    func four() {
        let held = PerComponent(
            focus: Self.settings([.focusAuto, .focusAbsolute]),
            exposure: Self.settings([.exposureAuto, .exposureAbsolute]))
        var watch = HoldWatch()
        let readings = (0..<3).map { _ in Self.list(watch.nextReading(of: held)) }
        #expect(readings.allSatisfy { $0 == [.focusAuto, .exposureAuto, .focusAbsolute, .exposureAbsolute] })
    }

    @Test("A change that the driver reports is read after 50 ms, everything else after 2 s")
    func pause() {
        var watch = HoldWatch()
        #expect(watch.pause == .milliseconds(2000))
        watch.isChanged()
        #expect(watch.hasNews && watch.pause == .milliseconds(50))
        watch.forgetNews()
        #expect(watch.pause == .milliseconds(2000))
    }

    @Test("A control whose read-back is wrong is not trusted until the next tap")
    func trust() {
        var watch = HoldWatch()
        var ids = InlineList<4, ControlID>()
        ids.append(.focusAbsolute)
        watch.distrust(ids)
        watch.distrust(ids)
        #expect(!watch.trusts(.focusAbsolute) && watch.trusts(.gain))
        watch.restart()
        #expect(watch.trusts(.focusAbsolute))
    }
}
