import Testing

@testable import FocusCore

/// Focus and exposure together.
struct ComponentsTests {
    private static func at(_ milliseconds: Int64) -> Instant { Instant(nanoseconds: milliseconds * 1_000_000) }

    private static func adjusting() -> Components {
        var components = Components(CameraCapabilities(CameraExamples.withRegion))
        components[.focus].begin(level: .region, watching: .focusAbsolute, at: at(0))
        components[.exposure].begin(level: .region, watching: .exposureAbsolute, at: at(0))
        return components
    }

    private static func held() -> Components {
        var components = adjusting()
        for component in Component.allCases {
            _ = components[component].handle(.stable)
            _ = components[component].handle(.holdWritten)
        }
        return components
    }

    @Test("What is watched is read, focus first, and each reading counts for its own component")
    func observed() {
        var components = Self.adjusting()
        let ids = components.watched
        #expect(ids.count == 2 && ids[0] == .focusAbsolute && ids[1] == .exposureAbsolute)
        func read(_ focus: Int64, _ exposure: Int64, _ milliseconds: Int64) -> PerComponent<SettleEvent?> {
            var values = InlineList<4, ControlValue?>()
            values.append(.integer(focus))
            values.append(.integer(exposure))
            return components.observe(ids, values, at: Self.at(milliseconds), SettleTimes())
        }
        let moving = read(120, 200, 100)
        #expect(moving == PerComponent(focus: nil, exposure: nil))
        let still = read(120, 210, 500)
        #expect(still == PerComponent(focus: .stable, exposure: nil))
    }

    @Test("Both are settled when neither adjusts nor waits for its hold; what is held anew waits for it again")
    func settled() {
        var components = Self.adjusting()
        #expect(!components.areSettled && components.areAdjusting == PerComponent(focus: true, exposure: true))
        _ = components[.focus].handle(.stable)
        #expect(!components.areSettled && components.needHold && components.watched.count == 1)
        components = Self.held()
        #expect(components.areSettled && components.levelsInUse == PerComponent(focus: .region, exposure: .region))
        components.holdAnew()
        #expect(!components.areSettled && components.needHold)
        components.letGo()
        #expect(components.areSettled && components[.focus].state == .continuous)
    }
}
