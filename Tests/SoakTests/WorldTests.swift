import FocusCore
import Testing

@testable import tapfocus_soak

struct WorldTests {
    @Test("A world is the same each time it is lived")
    func repeats() {
        for number in 0..<60 as Range<UInt64> {
            var (first, second) = (World(WorldPlan(number: number)), World(WorldPlan(number: number)))
            first.live()
            second.live()
            #expect(first.now == second.now && first.monitor.inputs == second.monitor.inputs, "world \(number)")
            #expect(first.camera?.values == second.camera?.values, "world \(number)")
        }
    }

    private let tapped = Effect.state(
        StateReport(
            state: .autoAndForceLocked(PointOfInterest(x: 0.5, y: 0.5)), point: nil, cause: .tap, rule: .tapped,
            indicator: .smallAtPoint(PointOfInterest(x: 0.5, y: 0.5))))
    private let settled = Effect.settled(
        SettledReport(focus: .held, focusLevel: .wholeFrame, exposure: nil, exposureLevel: .none))
    private let timer = Effect.arm(.idle, deadline: Instant(nanoseconds: 5), generation: 1)
    private let call = Effect.call(ControlCall(id: 1, operation: .read(InlineList())))

    /// The monitor's words on effects that follow one another, the stop before them all.
    private func check(_ effects: [Effect], stopping: Bool = false) -> WorldCheck? {
        var monitor = WorldMonitor()
        if stopping { monitor.follow(.stop) }
        for effect in effects { monitor.follow(effect, at: 0) }
        return monitor.violation?.check
    }

    @Test("A tap that is settled twice, or settled without a tap, breaks a rule")
    func settledOnce() {
        #expect(check([tapped, settled]) == nil)
        #expect(check([tapped, tapped, settled]) == nil)
        #expect(check([tapped, settled, settled]) == .settled)
        #expect(check([settled]) == .settled)
    }

    @Test("A failure without its reason, and a reason without a failure, break a rule")
    func reasons() {
        func check(_ focus: SettledReport.Outcome?, _ reason: FailureReason?) -> WorldCheck? {
            let report = SettledReport(
                focus: focus, focusLevel: .software, exposure: nil, exposureLevel: .none, focusReason: reason)
            return self.check([tapped, .settled(report)])
        }
        #expect(check(.failed, .tooDark) == nil && check(.converged, nil) == nil && check(nil, nil) == nil)
        #expect(check(.failed, nil) == .settled && check(.converged, .tooDark) == .settled)
    }

    @Test("After the end no timer may be armed, no call made, and no sensor woken")
    func afterTheEnd() {
        let end = Effect.stopped(isComplete: true)
        #expect(check([timer, call, end], stopping: true) == nil)
        #expect(check([end, timer], stopping: true) == .timers)
        #expect(check([end, call], stopping: true) == .calls)
        #expect(check([end, .motionSensor(awake: true)], stopping: true) == .sensor)
        #expect(check([end, end], stopping: true) == .ends)
        #expect(check([end]) == .ends)
    }

    @Test("A timer that is disarmed must have been armed, and a sensor is told only what it does not know")
    func onceEach() {
        #expect(check([timer, .disarm(.idle)]) == nil)
        #expect(check([timer, .disarm(.idle), .disarm(.idle)]) == .timers)
        #expect(check([.motionSensor(awake: true), .motionSensor(awake: true)]) == .sensor)
    }

    @Test("A lock has one owner: a motion does not take it, nor does somebody else's tap")
    func locks() {
        let moved = Effect.state(
            StateReport(
                state: .continuousAuto, point: nil, cause: .motion, rule: .movedUnlocks, indicator: .largeAtCentre,
                moved: .scene))
        #expect(check([.kept(.application), .kept(nil), moved]) == nil)
        #expect(check([.kept(.person), tapped, .kept(nil)]) == nil)
        #expect(check([.kept(nil)]) == .lock)
        #expect(check([.kept(.application), .kept(.person)]) == .lock)
        #expect(check([.kept(.application), tapped, .kept(nil)]) == .lock)
        #expect(check([.kept(.person), moved]) == .lock)
        var monitor = WorldMonitor()
        monitor.endStep(keeper: .person)
        #expect(monitor.violation?.check == .lock, "nobody was told to keep it")
    }

    @Test("A light is told to the camera that is there, and to the next one")
    func lights() {
        func check(_ events: [Input.Event], told isOn: Bool? = nil) -> WorldCheck? {
            var monitor = WorldMonitor()
            for event in events { monitor.follow(event) }
            if let isOn { monitor.follow(.relit(LightReport(isOn: isOn, exposure: nil)), at: 0) }
            monitor.endStep(keeper: nil)
            return monitor.violation?.check
        }
        let camera = Input.Event.cameraArrived(CameraDescription(imageWidth: 64, imageHeight: 48, controls: []))
        let (lit, dark) = (Input.Event.lightChanged(isOn: true), Input.Event.lightChanged(isOn: false))
        #expect(check([lit]) == nil && check([camera, lit], told: true) == nil && check([camera, lit, dark]) == nil)
        #expect(check([camera, lit]) == .light && check([lit, camera]) == .light)
        #expect(check([camera, lit, dark], told: true) == .light)
    }

    @Test("The fate of the exposure is that which was told last of the light")
    func lightOutcome() {
        var monitor = WorldMonitor()
        #expect(monitor.lightOutcome == nil)
        for outcome in [.searching, .found, nil] as [LightReport.Outcome?] {
            monitor.follow(.relit(LightReport(isOn: true, exposure: outcome)), at: 0)
            #expect(monitor.lightOutcome == outcome)
        }
    }

    @Test("A camera is released once, and some worlds lock, zoom, light, shut and change their cameras")
    func phone() {
        let released = Effect.cameraReleased(isComplete: true)
        #expect(check([released]) == nil && check([released, released]) == .ends)
        let kinds = (0..<200 as Range<UInt64>).map { WorldPlan(number: $0) }.filter(\.isPhone).flatMap { plan in
            plan.actions.map { "\($0.kind)".prefix { $0 != "(" } }
        }
        #expect(Set(kinds).isSuperset(of: ["told", "zoomed", "shutter", "releaseCamera"]))
        let endings = (0..<200 as Range<UInt64>).map { "\(WorldPlan(number: $0).ending)" }
        #expect(endings.contains { $0.hasPrefix("light") })
    }
}
