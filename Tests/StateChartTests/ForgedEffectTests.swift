import FocusCore
import Testing

@testable import StateChart

/// A monitor is worth as much as it notices: real sessions, with one effect forged in each.
@Suite("Forged effects")
struct ForgedEffectTests {
    private static let demo = MonitoredSessions.demo

    /// The first step that fits, changed. The session ends two steps later, so that the departure is near the forgery.
    private static func forged(
        _ fits: (MonitoredStep) -> Bool, _ change: (inout MonitoredStep) -> Void
    ) -> (session: [MonitoredStep], step: Int)? {
        guard let index = demo.firstIndex(where: fits) else { return nil }
        var session = Array(demo.prefix(index + 400))
        change(&session[index])
        return (session, index + 1)
    }

    /// - Parameter delay: within how many steps the forgery has to be noticed.
    private func expectNoticed(
        _ chart: String, within delay: Int = 0, where fits: (MonitoredStep) -> Bool,
        _ change: (inout MonitoredStep) -> Void, _ location: SourceLocation = #_sourceLocation
    ) {
        guard let (session, step) = Self.forged(fits, change) else {
            Issue.record("the demo has no such step", sourceLocation: location)
            return
        }
        guard let departure = MonitoredSessions.departure(of: session) else {
            Issue.record("the forgery was not noticed", sourceLocation: location)
            return
        }
        #expect(departure.chart.hasPrefix(chart), "\(departure)", sourceLocation: location)
        #expect((step...step + delay).contains(departure.step), "\(departure)", sourceLocation: location)
    }

    private static func isAccepted(_ effect: Effect) -> Bool {
        if case .state(let report) = effect { report.cause == .tap } else { false }
    }

    /// At the start no tap is on its way.
    private static func isStart(_ step: MonitoredStep) -> Bool { step.input.event == .start }

    private static func isSettled(_ effect: Effect) -> Bool { if case .settled = effect { true } else { false } }

    private static func isUnlocked(_ effect: Effect) -> Bool {
        if case .state(let report) = effect { report.rule == .movedUnlocks } else { false }
    }

    private static func call(_ operation: ControlCall.Operation) -> Effect {
        .call(ControlCall(id: 1_000_000, operation: operation))
    }

    private static func write(_ id: ControlID, _ value: Int64) -> Effect {
        var settings = InlineList<4, ControlSetting>()
        settings.append(ControlSetting(id, .integer(value)))
        return call(.write(settings))
    }

    @Test("Real sessions keep to the charts")
    func realSessions() {
        #expect(MonitoredSessions.worlds.count == 28 && Self.demo.count > 500)
        for session in MonitoredSessions.all { #expect(MonitoredSessions.departure(of: session) == nil) }
    }

    @Test("A tap that is accepted and was never asked is noticed")
    func acceptedWithoutAsking() {
        let point = PointOfInterest(x: 0.5, y: 0.5)
        let report = StateReport(
            state: .autoAndForceLocked(point), point: point, cause: .tap, rule: .tapped,
            indicator: .smallAtPoint(point))
        expectNoticed("tap", where: Self.isStart) {
            $0.effects.append(.state(report))
            $0.effects.append(.arm(.forceLock, deadline: $0.input.time, generation: 99))
        }
    }

    @Test("A second settled is noticed, and so is one that is missing")
    func settled() {
        expectNoticed("tap", where: { $0.effects.contains(where: Self.isSettled) }) { step in
            guard let settled = step.effects.first(where: Self.isSettled) else { return }
            step.effects.append(settled)
        }
        expectNoticed("tap", within: 399, where: { $0.effects.contains(where: Self.isSettled) }) { step in
            step.effects.removeAll(where: Self.isSettled)
        }
    }

    @Test(
        "A timer that stays armed when its state is left is noticed",
        arguments: [TimerID.focusDeadline, .exposureDeadline, .holdCheck])
    func missingDisarm(id: TimerID) {
        // Only `settled` says for certain that a component adjusts no longer.
        let delay = id == .holdCheck ? 0 : 399
        expectNoticed("", within: delay, where: { $0.effects.contains(.disarm(id)) }) { step in
            step.effects.removeAll { $0 == .disarm(id) }
        }
    }

    @Test("A timer that is armed in a state that does not name it is noticed", arguments: TimerID.allCases)
    func foreignTimer(id: TimerID) {
        // In continuousAuto nothing is armed but what tries again, and what a finger or a zoom may arm at any time.
        let allowed: [TimerID] = [.continuousRetry, .framesRetry, .writePause, .longPress, .zoomStep]
        guard !allowed.contains(id) else { return }
        expectNoticed("", where: Self.isStart) {
            $0.effects.append(.arm(id, deadline: $0.input.time, generation: 99))
        }
    }

    @Test("A force lock without its timer is noticed")
    func missingForceLock() {
        expectNoticed("focus-exposure", where: { $0.effects.contains(where: Self.isAccepted) }) { step in
            step.effects.removeAll { if case .arm(.forceLock, _, _) = $0 { true } else { false } }
        }
    }

    @Test("A state that nothing leads to, one that is not announced, and one by another rule are noticed")
    func states() {
        expectNoticed("focus-exposure", where: { $0.effects.contains(where: Self.isUnlocked) }) { step in
            step.effects.append(contentsOf: step.effects.filter(Self.isUnlocked))
        }
        expectNoticed("", within: 399, where: { $0.effects.contains(where: Self.isAccepted) }) { step in
            step.effects.removeAll(where: Self.isAccepted)
        }
        expectNoticed("focus-exposure", where: { $0.effects.contains(where: Self.isUnlocked) }) { step in
            for index in step.effects.indices {
                guard case .state(var report) = step.effects[index] else { continue }
                report.rule = .viewShown
                step.effects[index] = .state(report)
            }
        }
    }

    @Test("A hold in continuousAuto is noticed, and an automatic that is switched on while it is held")
    func holds() {
        let controls = [
            ControlDescription(id: .focusAuto, maximum: 1, value: .integer(1)),
            ControlDescription(id: .focusAbsolute, maximum: 250, value: .integer(0)),
        ]
        let camera = CameraDescription(imageWidth: 640, imageHeight: 480, controls: controls)
        var engine = Engine()
        var session: [MonitoredStep] = []
        for event in [Input.Event.cameraArrived(camera), .start] {
            let input = Input(event, at: Instant(nanoseconds: 1))
            session.append(MonitoredStep(input, engine.step(input)))
        }
        #expect(MonitoredSessions.departure(of: session) == nil)
        session[1].effects.append(Self.write(.focusAuto, 0))
        #expect(MonitoredSessions.departure(of: session)?.event == "automaticOff")
        expectNoticed("tap", where: { $0.effects.contains(where: Self.isSettled) }) { step in
            step.effects += [Self.write(.focusAuto, 1), Self.write(.exposureAuto, 3)]
        }
    }

    @Test("Frames that are let go twice, and frames that are asked for at the end, are noticed")
    func frames() {
        func isRelease(_ effect: Effect) -> Bool {
            if case .releaseFrames = effect { true } else { false }
        }
        expectNoticed("stream", where: { $0.effects.contains(where: isRelease) }) { step in
            step.effects.append(.releaseFrames(id: 1_000_000))
        }
        expectNoticed("stream", where: { $0.input.event == .stop }) { step in
            let everywhere = NormalizedRectangle(x: 0, y: 0, width: 1, height: 1)
            step.effects.append(
                .requestFrames(id: 1_000_000, FrameRequest(focus: everywhere, exposure: everywhere)))
        }
    }

    @Test("A refusal of no tap, and a tap that is overtaken by nothing, are noticed")
    func ends() {
        for effect in [Effect.tapRefused(.cameraRefused), .tapIgnored(.overtaken)] {
            expectNoticed("tap", where: Self.isStart) {
                $0.effects.append(effect)
            }
        }
    }

    @Test("The end of a lock that nobody has, and a motion that unlocks what somebody keeps, are noticed")
    func locks() {
        expectNoticed("keep", where: Self.isStart) { $0.effects.append(.kept(nil)) }
        for keeper in Keeper.allCases {
            expectNoticed("keep", within: 399, where: Self.isStart) { $0.effects.append(.kept(keeper)) }
        }
    }

    @Test("A light that goes and has not come, and an exposure that is found for none, are noticed")
    func lights() {
        let forged: [LightReport] = [
            LightReport(isOn: false, exposure: .restored), LightReport(isOn: true, exposure: .found),
            LightReport(isOn: false, exposure: .found),
        ]
        for report in forged {
            expectNoticed("light", where: Self.isStart) { $0.effects.append(.relit(report)) }
        }
    }
}
