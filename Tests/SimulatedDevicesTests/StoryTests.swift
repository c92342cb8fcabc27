import FocusCore
import SimulatedDevices
import StateChart
import Testing

@Suite struct StoryTests {
    private static let configuration = Configuration().with { $0.view = .simulatedKiosk }

    /// The effects between one caption and the next.
    private struct Chapter {
        var happening: Happening
        var stateBefore: String
        var effects: [Effect] = []
        var hasMoved = false
    }

    private func chapters(of kiosk: SimulatedKiosk) -> [Chapter] {
        var kiosk = kiosk
        var chapters: [Chapter] = []
        var charts = ChartMonitors()
        while let occurrence = kiosk.next() {
            switch occurrence {
            case .frame:
                break
            case .happening(let happening):
                chapters.append(Chapter(happening: happening, stateBefore: "\(kiosk.engine.state.name)"))
            case .step(let input, let effects):
                if let departure = charts.follow(input, effects) { Issue.record("\(departure)") }
                guard let last = chapters.indices.last else { continue }
                effects.forEach { chapters[last].effects.append($0) }
                if kiosk.engine.hasMoved { chapters[last].hasMoved = true }
            }
        }
        return chapters
    }

    private func isTrue(_ claim: Happening.Claim, in chapter: Chapter) -> Bool {
        let reports = chapter.effects.compactMap { effect -> StateReport? in
            if case .state(let report) = effect { report } else { nil }
        }
        switch claim {
        case .reaches(let state, let rule):
            return reports.map { "\($0.state.name)" } == [state] && reports.map(\.rule) == [rule]
        case .settles:
            return chapter.effects.contains { effect in
                guard case .settled(let report) = effect else { return false }
                return report.focus == .converged && report.exposure == .converged
                    && report.focusLevel == .software && report.exposureLevel == .software
                    && report.verified == [.focus, .exposure]
            }
        case .ignores(let reason):
            return chapter.effects.contains(.tapIgnored(reason))
        case .remembersMotion:
            return chapter.hasMoved
        case .keepsHolding:
            // The engine may change its request for frames, but it must not write to the camera.
            let isQuiet = chapter.effects.allSatisfy { effect in
                guard case .call(let call) = effect, case .write = call.operation else { return true }
                return false
            }
            return reports.isEmpty && isQuiet
        case .unlocks(let reason):
            return reports.map(\.moved) == [reason]
        }
    }

    @Test("Each caption of the demo is true")
    func captions() {
        let chapters = chapters(of: SimulatedKiosk(configuration: Self.configuration, story: .demo))
        #expect(chapters.count == Story.demo.happenings.count)
        for chapter in chapters {
            for claim in chapter.happening.claims {
                #expect(
                    isTrue(claim, in: chapter),
                    "\(claim) is not true of “\(chapter.happening.caption)”: \(chapter.effects)")
            }
        }
    }

    @Test("The demo goes through its states in order, and stops")
    func states() {
        var kiosk = SimulatedKiosk(configuration: Self.configuration, story: .demo)
        var rules: [FocusRule] = []
        kiosk.run { _, effects in
            effects.forEach { if case .state(let report) = $0 { rules.append(report.rule) } }
        }
        #expect(
            rules == [
                .start, .tapped, .lockElapsedMoved, .tapped, .lockElapsedStill, .movedUnlocks, .tapped,
                .lockElapsedStill, .movedUnlocks, .viewShown,
            ])
        #expect(kiosk.isStopped)
        #expect(kiosk.camera.description.controls.map(\.id).isEmpty == false)
        #expect(kiosk.camera.isFocusAutomatic)
        #expect(kiosk.camera.isExposureAutomatic)
    }

    @Test("The same story gives the same steps, to the last bit, at any pace of drawing")
    func determinism() {
        func steps(_ frame: TimeSpan) -> [String] {
            var kiosk = SimulatedKiosk(configuration: Self.configuration, story: .demo, frameInterval: frame)
            var lines: [String] = []
            kiosk.run { input, effects in lines.append("\(input) \(effects)") }
            return lines
        }
        let once = steps(.milliseconds(67))
        #expect(once.count > 300)
        #expect(once == steps(.milliseconds(13)))
    }

    @Test("The accelerometer is read only while the engine keeps it awake")
    func samples() {
        var kiosk = SimulatedKiosk(configuration: Self.configuration, story: .demo)
        var isAwake = false
        var samples = 0
        kiosk.run { input, effects in
            if case .acceleration = input.event {
                samples += 1
                #expect(isAwake)
            }
            effects.forEach { if case .motionSensor(let awake) = $0 { isAwake = awake } }
        }
        #expect(samples > 200)
        #expect(!isAwake)
    }

    @Test("Time never goes backwards, and a tap is accepted after four calls of 8 ms")
    func order() throws {
        var kiosk = SimulatedKiosk(configuration: Self.configuration, story: .demo)
        var last = Instant.demo(0)
        var lifted: Instant?
        var delays: [TimeSpan] = []
        kiosk.run { input, effects in
            #expect(input.time >= last)
            last = input.time
            if case .touch(let contact) = input.event, contact.phase == .up { lifted = input.time }
            effects.forEach { effect in
                if case .state(let report) = effect, report.cause == .tap, let lifted {
                    delays.append(input.time.since(lifted))
                }
            }
        }
        #expect(delays.count == 3)
        #expect(delays.allSatisfy { $0 <= .milliseconds(33) })
    }

    @Test(
        "A story that is stopped in the middle restores the camera",
        arguments: [0.0, 1.0, 2.05, 2.5, 3.5, 7.0, 12.0, 19.0])
    func stopping(moment: Double) {
        var kiosk = SimulatedKiosk(configuration: Self.configuration, story: .demo)
        let original = SimulatedCamera(model: .software).description
        while kiosk.now < .demo(moment), kiosk.next() != nil {}
        kiosk.stop()
        kiosk.run { _, _ in }
        #expect(kiosk.isStopped)
        for id in [ControlID.focusAuto, .exposureAuto, .gain] {
            #expect(kiosk.camera.description.control(id)?.value == original.control(id)?.value)
        }
    }

    @Test(
        "The engine copes with a camera that vanishes, refuses, or can do less",
        arguments: [CameraModel.region, .wholeFrame, .oneShot, .locking, .fixedFocus, .fixed, .software, .lensOnly])
    func troubles(model: CameraModel) {
        let story = Story(
            happenings: [
                Happening(at: .demo(1), .finger(.tap(x: 282, y: 288))),
                Happening(at: .demo(1.5), .cameraUnplugged),
                Happening(at: .demo(2), .finger(.tap(x: 282, y: 288))),
                Happening(at: .demo(3), .cameraPluggedIn),
                Happening(at: .demo(3.5), .refuse(.focusAuto, errno: CameraErrno.inputOutput)),
                Happening(at: .demo(4), .viewTapped(x: 0.7, y: 0.4)),
                Happening(at: .demo(8), .hand(.walk)),
            ], end: .demo(12))
        var kiosk = SimulatedKiosk(
            configuration: Self.configuration, story: story, camera: SimulatedCamera(model: model))
        var refusals = 0
        kiosk.run { _, effects in
            effects.forEach { if case .tapRefused = $0 { refusals += 1 } }
        }
        #expect(kiosk.isStopped)
        #expect(refusals >= 1)
        #expect(kiosk.engine.state == .continuousAuto)
    }
}
