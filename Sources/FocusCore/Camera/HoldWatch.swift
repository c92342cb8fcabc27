/// Looks again at what is held, because another program may set an automatic back, or a value: a camera belongs to everybody
/// who can open it.
///
/// A hold that was broken is put right once for each tap, and told. One that is broken again is told and left: two programs
/// that write in turns would make the picture pump for ever.
struct HoldWatch: Equatable, Sendable {
    /// The state of a component's hold since the tap.
    enum Condition: Equatable, Sendable {
        case intact
        /// It was broken once, and put right.
        case restored
    }

    var condition = PerComponent(focus: Condition.intact, exposure: Condition.intact)
    /// The settings that hold each component, as they were written. They are not worked out anew: how long a frame takes may
    /// have changed since, and with it the exposure that would be written now.
    var written = PerComponent(
        focus: InlineList<4, ControlSetting>(), exposure: InlineList<4, ControlSetting>())
    /// Controls that told something else than what was written when the hold began: what they tell later means nothing.
    var unreliable = InlineList<8, ControlID>()
    /// Whether the camera has told of a change while it was being read.
    var hasNews = false
    /// Whether more than four controls are looked at in turns, and it is the turn of the last ones.
    var isTurnOfLast = false
    /// Whether it has been said, for this tap, that an automatic does not stay off.
    var hasToldRuled = false

    /// A tap was accepted: nothing is known of its holds yet.
    mutating func restart() {
        let hasTold = hasToldRuled
        self = HoldWatch()
        hasToldRuled = hasTold
    }

    mutating func noteUnreliable(_ id: ControlID) {
        for index in 0..<unreliable.count where unreliable[index] == id { return }
        unreliable.append(id)
    }

    /// From one look to the next: one reading of at most four controls.
    static let interval = TimeSpan.milliseconds(2000)
    /// From a change that the driver has told of to the look: a program that changes one control often changes more.
    static let newsPause = TimeSpan.milliseconds(50)
}

extension CameraController {
    /// The next look at what is held, if there is anything to be seen.
    mutating func armHoldCheck(after pause: TimeSpan = HoldWatch.interval, _ context: inout some CameraContext) {
        guard hasHoldToWatch else { return }
        context.arm(.holdCheck, at: context.time.advanced(by: pause))
    }

    /// A hold has ended, or was refused: what is held is looked at from now on.
    mutating func watchHolds(_ context: inout some CameraContext) {
        if !context.isArmed(.holdCheck) { armHoldCheck(&context) }
    }

    /// Reads what is held, unless the camera is busy with something else.
    mutating func checkHolds(_ context: inout some CameraContext) {
        let isIdle = calls.isFree && work.plan.isEmpty && work.purpose == .nothing && !frames.hasWishes
        guard isIdle else {
            return armHoldCheck(after: holdWatch.hasNews ? HoldWatch.newsPause : HoldWatch.interval, &context)
        }
        holdWatch.hasNews = false
        let ids = heldControlsToRead()
        guard !ids.isEmpty else { return }
        make(.call(.read(ids)), for: .holdCheck, &context)
    }

    /// The driver says that somebody has changed a control: what is held is looked at soon.
    mutating func controlsChanged(_ context: inout some CameraContext) {
        if case .holdCheck = calls.underWay?.reason {
            holdWatch.hasNews = true
        } else if context.isArmed(.holdCheck), !holdWatch.hasNews {
            holdWatch.hasNews = true
            armHoldCheck(after: HoldWatch.newsPause, &context)
        }
    }

    /// Takes a reading of the holds: each is as it should be, is put right, or is left.
    mutating func judgeHolds(_ call: ControlCall, _ result: ControlResult, _ context: inout some CameraContext) {
        guard case .read(let ids) = call.operation else { return }
        for component in Component.allCases where settling[component].machine.state == .held {
            let held = heldSettings(component)
            guard let wrong = compare(held, with: result.values, of: ids, allowsTremor: true).wrong else { continue }
            holdBroken(component, wrong.setting.id, &context)
        }
        if work.purpose == .nothing { beginNextHold(&context) }
        armHoldCheck(after: holdWatch.hasNews ? HoldWatch.newsPause : HoldWatch.interval, &context)
        holdWatch.hasNews = false
    }

    private mutating func holdBroken(_ component: Component, _ id: ControlID, _ context: inout some CameraContext) {
        settling[component].holdAnew()
        switch holdWatch.condition[component] {
        case .intact:
            holdWatch.condition[component] = .restored
            settling.verification.attempts[component] = 0
            context.tell(.fault(.holdBroken(id)))
        case .restored:
            take(.holdRefused, for: component, &context)
            context.tell(.fault(.holdLost(id)))
        }
    }

    /// Controls whose read-back differs however often they are written are not looked at.
    mutating func noteUnreliable(
        _ written: InlineList<4, ControlSetting>, _ values: InlineList<4, ControlValue?>,
        of ids: InlineList<4, ControlID>
    ) {
        written.forEach { setting in
            for index in 0..<ids.count where ids[index] == setting.id {
                guard let value = (values[index] ?? nil)?.integer, !isAsWritten(setting, value) else { continue }
                holdWatch.noteUnreliable(setting.id)
            }
        }
    }

    private var hasHoldToWatch: Bool {
        guard settling.heldPoint != nil, !awaitsSettled, !hasPendingTap, work.purpose != .restore else { return false }
        return Component.allCases.contains { isHeld($0) && !heldSettings($0).isEmpty }
    }

    /// Whether it is held, or is being held anew.
    private func isHeld(_ component: Component) -> Bool {
        settling[component].machine.state == .held || settling[component].needsHold
    }

    /// The settings that hold a component, as far as their read-back means anything.
    private func heldSettings(_ component: Component) -> InlineList<4, ControlSetting> {
        var settings = InlineList<4, ControlSetting>()
        guard !capabilities.quirks.cannotBeReadBack else { return settings }
        holdWatch.written[component].forEach { setting in
            let isPosition = !setting.id.isAutomatic
            if isPosition, frames.writes[component].isUnreliable { return }
            for index in 0..<holdWatch.unreliable.count where holdWatch.unreliable[index] == setting.id { return }
            settings.append(setting.id == .lock3A ? lockNow(component) ?? setting : setting)
        }
        return settings
    }

    /// The lock has bits of both components: the other one may have been held, or let go, since this one was.
    private func lockNow(_ component: Component) -> ControlSetting? {
        let settings = expectation(component)
        for index in 0..<settings.count where settings[index]?.id == .lock3A { return settings[index] }
        return nil
    }

    /// Up to four: the automatics first, because under one that is on nothing is held. Of more, the first and the last ones
    /// are read in turns.
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
        for component in Component.allCases where settling[component].machine.state == .held {
            heldSettings(component).forEach { setting in
                if setting.id.isAutomatic == areAutomatics { all.append(setting.id) }
            }
        }
    }
}

extension ControlID {
    /// Whether it switches an automatic, or locks it, and is no value that an automatic sets.
    var isAutomatic: Bool {
        switch self {
        case .focusAuto, .exposureAuto, .autogain, .lock3A: true
        default: false
        }
    }
}
