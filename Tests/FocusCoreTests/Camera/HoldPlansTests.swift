import Testing

@testable import FocusCore

/// The plan that holds a component, and the settings that are read of it.
struct HoldPlansTests {
    /// Focus is held with these settings.
    private static func plans(
        _ camera: CameraDescription, _ level: CameraLevel, _ settings: [ControlSetting], unreliable: ComponentSet = [],
        lock: Int64? = nil
    ) -> HoldPlans {
        let capabilities = CameraCapabilities(camera)
        var known = KnownValues(capabilities, remembered: [])
        if let lock { known.readLock(lock) }
        var written = InlineList<4, ControlSetting>()
        for setting in settings { written.append(setting) }
        var components = Components(capabilities)
        components[.focus].begin(level: level, watching: nil, at: Instant(nanoseconds: 0))
        _ = components[.focus].handle(.timeGiven)
        components[.focus].wrote(written)
        _ = components[.focus].handle(.holdWritten)
        let builder = PlanBuilder(
            capabilities: capabilities, ledger: known.ledger, originals: known.originals, regions: RegionSizes())
        return HoldPlans(
            builder: builder, components: components, lens: nil,
            exposure: Compensation.Held(time: nil, gain: nil, missing: 0), unreliable: unreliable)
    }

    @Test("A lock is read with the bits that both components have now")
    func lock() {
        let (focus, exposure) = (CameraCapabilities.lockFocusBit, CameraCapabilities.lockExposureBit)
        let plans = Self.plans(
            CameraExamples.withLock, .oneShot, [ControlSetting(.lock3A, .integer(focus))], lock: exposure)
        let read = plans.settings(of: .focus, trustedBy: HoldWatch())
        #expect(read.count == 1 && read[0] == ControlSetting(.lock3A, .integer(focus | exposure)))
    }

    @Test("What is not read back reliably is not read; an automatic is, unless its own read-back has differed")
    func unreliable() {
        let settings = [ControlSetting(.focusAuto, .integer(0)), ControlSetting(.focusAbsolute, .integer(100))]
        let all = Self.plans(CameraExamples.withoutRegion, .wholeFrame, settings)
        #expect(all.settings(of: .focus, trustedBy: HoldWatch()).count == 2)
        let some = Self.plans(CameraExamples.withoutRegion, .wholeFrame, settings, unreliable: .focus)
        let read = some.settingsHeld(trustedBy: HoldWatch())
        #expect(read.focus.count == 1 && read.focus[0]?.id == .focusAuto && read.exposure.isEmpty)
        var watch = HoldWatch()
        var ids = InlineList<4, ControlID>()
        ids.append(.focusAuto)
        watch.distrust(ids)
        #expect(some.canBeRead(trustedBy: HoldWatch()) && !some.canBeRead(trustedBy: watch))
    }
}
