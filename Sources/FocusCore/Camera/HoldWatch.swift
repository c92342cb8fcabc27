/// Reads held controls regularly, because every program that can open the camera may switch an automatic on or change a
/// value.
///
/// A broken hold is reported, and is written again once for each tap. If it is broken a second time, that is reported
/// and the hold is given up: two programs that write in turns would make the picture pump for ever.
struct HoldWatch: Equatable, Sendable, Snapshotable {
    /// Controls whose read-back differed from the written value when the hold began. Their later read-backs are
    /// ignored.
    var unreliable = InlineList<8, ControlID>()
    /// True when the driver has reported a change that no reading has covered yet.
    var hasNews = false
    /// True when the next reading takes the last four of the held controls; only if there are more than four.
    var isTurnOfLast = false

    /// A tap was accepted: its holds are not known yet.
    mutating func restart() { self = HoldWatch() }

    mutating func noteUnreliable(_ id: ControlID) {
        for index in 0..<unreliable.count where unreliable[index] == id { return }
        unreliable.append(id)
    }

    /// The time from one reading, of at most four controls, to the next.
    static let interval = TimeSpan.milliseconds(2000)
    /// The time from a change that the driver has reported to the reading: a program that changes one control often
    /// changes more.
    static let newsPause = TimeSpan.milliseconds(50)
}

extension CameraController {
    /// Arms the next reading of the holds, if there are controls to read.
    mutating func armHoldCheck(after pause: TimeSpan = HoldWatch.interval, _ context: inout some CameraContext) {
        guard hasHoldToWatch else { return }
        context.arm(.holdCheck, at: context.time.advanced(by: pause))
    }

    /// A hold was written or refused: arms the first reading of the holds, unless one is armed.
    mutating func watchHolds(_ context: inout some CameraContext) {
        if !context.isArmed(.holdCheck) { armHoldCheck(&context) }
    }

    /// Reads the held controls, unless the camera is busy.
    mutating func checkHolds(_ context: inout some CameraContext) {
        let isIdle =
            calls.isFree && work.plan.isEmpty && work.purpose == .nothing && settling.checking == nil
            && !searches.hasWishes
        guard isIdle else {
            return armHoldCheck(after: holdWatch.hasNews ? HoldWatch.newsPause : HoldWatch.interval, &context)
        }
        holdWatch.hasNews = false
        let ids = heldControlsToRead()
        guard !ids.isEmpty else { return }
        make(.call(.read(ids)), for: .holdCheck, &context)
    }

    /// The driver reports that another program has changed a control: the holds are read soon.
    mutating func controlsChanged(_ context: inout some CameraContext) {
        if case .holdCheck = calls.underWay?.reason {
            holdWatch.hasNews = true
        } else if context.isArmed(.holdCheck), !holdWatch.hasNews {
            holdWatch.hasNews = true
            armHoldCheck(after: HoldWatch.newsPause, &context)
        }
    }

    /// Takes a reading of the holds. A hold that was broken is written again or given up.
    mutating func judgeHolds(_ call: ControlCall, _ result: ControlResult, _ context: inout some CameraContext) {
        guard case .read(let ids) = call.operation else { return }
        for component in Component.allCases where settling[component].isHeld {
            let held = heldSettings(component)
            let readBack = known.compare(held, with: result.values, of: ids, capabilities, allowsTremor: true)
            guard let wrong = readBack.difference else { continue }
            holdBroken(component, wrong.setting.id, &context)
        }
        if work.purpose == .nothing { beginNextHold(&context) }
        armHoldCheck(after: holdWatch.hasNews ? HoldWatch.newsPause : HoldWatch.interval, &context)
        holdWatch.hasNews = false
    }

    private mutating func holdBroken(_ component: Component, _ id: ControlID, _ context: inout some CameraContext) {
        guard !settling[component].wasBroken() else { return context.tell(.fault(.holdBroken(id))) }
        take(.holdRefused, for: component, &context)
        context.tell(.fault(.holdLost(id)))
    }

    /// Notes the controls whose read-back differs after all writes; they are not read any more.
    mutating func noteUnreliable(
        _ written: InlineList<4, ControlSetting>, _ values: InlineList<4, ControlValue?>,
        of ids: InlineList<4, ControlID>
    ) {
        written.forEach { setting in
            for index in 0..<ids.count where ids[index] == setting.id {
                if let value = (values[index] ?? nil)?.integer, !capabilities.isAsWritten(setting, value) {
                    holdWatch.noteUnreliable(setting.id)
                }
            }
        }
    }

    private var hasHoldToWatch: Bool {
        guard tap.heldPoint != nil, !tap.isSettling, !tap.isAsked, work.purpose != .restore else { return false }
        return Component.allCases.contains { settling[$0].hasHold && !heldSettings($0).isEmpty }
    }

    /// The settings that hold a component and whose read-back is reliable.
    private func heldSettings(_ component: Component) -> InlineList<4, ControlSetting> {
        var settings = InlineList<4, ControlSetting>()
        guard !capabilities.quirks.cannotBeReadBack, let written = settling[component].hold?.written else {
            return settings
        }
        written.forEach { setting in
            let isPosition = !setting.id.isAutomatic
            if isPosition, searches.writes[component].isUnreliable { return }
            for index in 0..<holdWatch.unreliable.count where holdWatch.unreliable[index] == setting.id { return }
            settings.append(setting.id == .lock3A ? lockNow(component) ?? setting : setting)
        }
        return settings
    }

    /// The present value of the 3A lock. It has bits of both components, and the other component may have been held or
    /// released since this one was held.
    private func lockNow(_ component: Component) -> ControlSetting? {
        let settings = expectation(component)
        for index in 0..<settings.count where settings[index]?.id == .lock3A { return settings[index] }
        return nil
    }

    /// At most four controls. Automatics come first, because nothing is held while its automatic is on. If there are
    /// more than four, the first four and the last four are read in turns.
    private mutating func heldControlsToRead() -> InlineList<4, ControlID> {
        var all = InlineList<8, ControlID>()
        appendHeldControls(areAutomatics: true, to: &all)
        appendHeldControls(areAutomatics: false, to: &all)
        var ids = InlineList<4, ControlID>()
        let first = holdWatch.isTurnOfLast ? max(all.count - 4, 0) : 0
        for index in first..<min(first + 4, all.count) {
            if let id = all[index] { ids.append(id) }
        }
        holdWatch.isTurnOfLast = all.count > 4 && !holdWatch.isTurnOfLast
        return ids
    }

    private func appendHeldControls(areAutomatics: Bool, to all: inout InlineList<8, ControlID>) {
        for component in Component.allCases where settling[component].isHeld {
            heldSettings(component).forEach { setting in
                if setting.id.isAutomatic == areAutomatics { all.append(setting.id) }
            }
        }
    }
}
