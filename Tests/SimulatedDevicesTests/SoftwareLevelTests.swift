import ChartTools
import FocusCore
import Foundation
import SimulatedDevices
import StateChart
import Testing

/// Taps in front of cameras without a region of interest, judged by the lens position and the exposure, not by the
/// engine's reports.
@Suite struct SoftwareLevelTests {
    /// A thing in the scene, and its distance in dioptres.
    struct Thing: Sendable {
        var name: String
        var point: PointOfInterest
        var dioptres: Double
    }

    static let things = [
        Thing(name: "flower", point: Scene.flower, dioptres: 4),
        Thing(name: "mountains", point: Scene.mountains, dioptres: 0.05),
        Thing(name: "shelf", point: Scene.shelf, dioptres: 0.8),
    ]
    private static let configuration = Configuration().with {
        $0.sceneWatch = .always
        $0.view = .simulatedKiosk
    }

    /// A kiosk that has run until a time, and its results.
    struct Run {
        var kiosk: SimulatedKiosk
        var effects: [Effect] = []
        var inputs: [Input] = []
        private var charts = ChartMonitors()

        init(_ camera: SimulatedCamera, _ happenings: [Happening], _ configuration: Configuration = configuration) {
            let story = Story(happenings: happenings, end: .demo(60))
            kiosk = SimulatedKiosk(configuration: configuration, story: story, camera: camera)
        }

        mutating func go(until moment: Double) {
            while kiosk.now < .demo(moment), let occurrence = kiosk.next() {
                guard case .step(let input, let list) = occurrence else { continue }
                inputs.append(input)
                if let departure = charts.follow(input, list) { Issue.record("\(departure)") }
                list.forEach { effects.append($0) }
            }
        }

        var settled: SettledReport? {
            effects.compactMap { if case .settled(let report) = $0 { report } else { nil } }.last
        }
        var searches: [FocusSearchReport] {
            effects.compactMap { if case .searched(let report) = $0 { report } else { nil } }
        }
        var faults: [Fault] { effects.compactMap { if case .fault(let fault) = $0 { fault } else { nil } } }
        var moves: [MovedReason] {
            effects.compactMap { if case .state(let report) = $0 { report.moved } else { nil } }
        }
    }

    private func tap(_ point: PointOfInterest, at seconds: Double) -> Happening {
        Happening(at: .demo(seconds), .viewTapped(x: point.x, y: point.y))
    }

    /// The brightness that a search brings to its target: the region with three quarters of the weight, and the whole picture.
    private func metered(_ region: NormalizedRectangle, _ camera: SimulatedCamera) -> Double {
        func stops(_ area: NormalizedRectangle) -> Double {
            log2(max(camera.optics.luma(of: area, exposure: camera.frameExposure), 16.0 / 255))
        }
        var whole = 0.0
        for row in 0..<LumaGrid.rows {
            for column in 0..<LumaGrid.columns {
                let (width, height) = (1 / Double(LumaGrid.columns), 1 / Double(LumaGrid.rows))
                whole += stops(
                    NormalizedRectangle(
                        x: Double(column) * width, y: Double(row) * height, width: width, height: height))
            }
        }
        return exp2(0.75 * stops(region) + 0.25 * whole / Double(LumaGrid.cellCount))
    }

    /// Expects the lens inside the depth of field of the tapped thing, and what is metered there as bright as wanted.
    private func expectRight(_ run: Run, _ thing: Thing, _ note: String = "") {
        let camera = run.kiosk.camera
        let misfocus = Optics.dioptres(lens: camera.lens) - thing.dioptres
        #expect(abs(misfocus) <= Optics.lens.depthOfField, "\(thing.name) \(note): lens at \(camera.lens)")
        let region = NormalizedRectangle(around: thing.point, share: RegionSizes().exposure)
        let luma = metered(region, camera)
        #expect(abs(luma / 0.45 - 1) <= 0.06, "\(thing.name) \(note): luma \(luma)")
        #expect(run.settled?.focus == .converged && run.settled?.exposure == .converged, "\(thing.name) \(note)")
        #expect(run.settled?.focusLevel == .software && run.settled?.exposureLevel == .software)
        #expect(run.settled?.verified == [.focus, .exposure], "\(thing.name) \(note)")
        #expect(!camera.isFocusAutomatic && !camera.isExposureAutomatic)
    }

    @Test(
        "A tap ends inside the depth of field of its target, exposed within 5 %, and held, at any lag of the lens",
        arguments: 0...5, [CameraModel.software, .lensOnly])
    func lags(lag: Int, model: CameraModel) {
        var model = model
        model.lensLag = lag
        for (index, thing) in Self.things.enumerated() {
            model.seed = UInt64(index) + 1
            var run = Run(SimulatedCamera(model: model), [tap(thing.point, at: 3)])
            run.go(until: 8)
            expectRight(run, thing, "lag \(lag), lens only: \(model.focus == .manual)")
            let held = (run.kiosk.camera.lens, run.kiosk.camera.exposure, run.kiosk.camera.amplification)
            run.go(until: 12)
            #expect(run.kiosk.camera.lens == held.0 && run.kiosk.camera.exposure == held.1)
            #expect(run.kiosk.camera.amplification == held.2)
            #expect(run.kiosk.engine.state != .continuousAuto)
        }
    }

    @Test("A tap ends right at any delay of the exposure, with lamps at 60 Hz, and with more noise", arguments: 1...4)
    func delays(delay: Int) {
        var model = CameraModel.software
        model.exposureDelay = delay
        model.mains = .hertz60
        model.noise = 0.03
        for thing in Self.things {
            var run = Run(SimulatedCamera(model: model), [tap(thing.point, at: 3)])
            run.go(until: 9)
            expectRight(run, thing, "delay \(delay)")
        }
    }

    @Test("Consecutive taps are each found from where the last one has left the lens")
    func journey() {
        let moments = [3.0, 8, 13, 18, 23, 28]
        let order = [0, 1, 2, 0, 2, 1].map { Self.things[$0] }
        var run = Run(SimulatedCamera(model: .software), zip(order, moments).map { tap($0.point, at: $1) })
        for (thing, moment) in zip(order, moments) {
            run.go(until: moment + 4.5)
            expectRight(run, thing, "at \(moment) s")
        }
    }

    @Test("A camera that ignores the first writes of its lens ends right all the same", arguments: 1...2)
    func ignoredWrites(writes: Int) {
        var model = CameraModel.software
        model.ignoredLensWrites = writes
        for thing in Self.things {
            var run = Run(SimulatedCamera(model: model), [tap(thing.point, at: 3)])
            run.go(until: 10)
            expectRight(run, thing, "\(writes) writes ignored")
        }
    }

    @Test("In front of a blank wall the search fails, and the lens is held where it was")
    func blankWall() {
        for seed in UInt64(1)...20 {
            let run = runBeforeWall { $0.seed = seed }
            #expect(run.settled?.focus == .failed && run.settled?.exposure == .converged, "seed \(seed)")
            // What little pattern the wall has, noise may hide.
            let isTold = run.searches.map(\.outcome) == [.flat] || run.searches.map(\.outcome) == [.noisy]
            #expect(isTold, "seed \(seed): \(run.searches)")
            #expect(run.kiosk.camera.lens == run.searches.first.map { Double($0.start) }, "seed \(seed)")
            #expect(!run.kiosk.camera.isFocusAutomatic)
        }
    }

    @Test("In front of pure noise the search ends, too, and the lens is held")
    func noiseOnly() {
        for seed in UInt64(1)...20 {
            let run = runBeforeWall {
                $0.seed = seed
                $0.pattern = 0
            }
            #expect(run.settled != nil && run.searches.count == 1, "seed \(seed)")
            #expect(run.kiosk.camera.lens == run.searches.first.map { Double($0.position) }, "seed \(seed)")
            #expect(!run.kiosk.camera.isFocusAutomatic)
        }
    }

    private func runBeforeWall(_ change: (inout CameraModel) -> Void) -> Run {
        var model = CameraModel.software
        change(&model)
        let wall = Optics(scene: Scene(isBlankWall: true))
        var run = Run(SimulatedCamera(model: model, optics: wall), [tap(Scene.flower, at: 3)])
        run.go(until: 12)
        return run
    }

    @Test("While another program has the stream, the level is lower, and returns when the stream is free")
    func busy() {
        let tapped = [tap(Scene.flower, at: 3), tap(Scene.flower, at: 9)]
        let others = [
            Happening(at: .demo(1), .streamTaken(true)), Happening(at: .demo(8), .streamTaken(false)),
        ]
        var run = Run(SimulatedCamera(model: .software), others + tapped)
        run.go(until: 7.5)
        #expect(run.settled?.focusLevel == .wholeFrame && run.settled?.exposureLevel == .wholeFrame)
        #expect(run.faults == [.framesRefused(errno: CameraErrno.busy)])
        #expect(!run.kiosk.camera.isStreaming)
        run.go(until: 13)
        expectRight(run, Self.things[0], "when the stream is free again")
    }

    @Test("A person who steps in front of a locked camera unlocks it; one who only passes by does not")
    func scene() {
        let comes = Happening(at: .demo(10), .visitorComes(0.52))
        let passes = [
            Happening(at: .demo(10), .visitorComes(0.52)), Happening(at: .demo(10.9), .visitorLeaves),
        ]
        for (visits, reasons) in [([comes], [MovedReason.scene]), (passes, [])] {
            var run = Run(SimulatedCamera(model: .software), [tap(Scene.flower, at: 3)] + visits)
            run.go(until: 15)
            #expect(run.moves == reasons)
            #expect((run.kiosk.engine.state == .continuousAuto) == (reasons == [.scene]))
        }
    }

    @Test("Without autofocus the middle is kept sharp, and searched again when a person steps there")
    func continuous() {
        let visit = Happening(at: .demo(8), .visitorComes(0.52))
        var run = Run(SimulatedCamera(model: .lensOnly), [visit])
        run.go(until: 6)
        #expect(run.searches.count == 1)
        #expect(abs(Optics.dioptres(lens: run.kiosk.camera.lens) - 0.8) <= Optics.lens.depthOfField)
        run.go(until: 14)
        #expect(run.searches.count == 2)
        #expect(abs(Optics.dioptres(lens: run.kiosk.camera.lens) - 1.65) <= Optics.lens.depthOfField)
    }

    @Test("Frames arrive at the request's pace, in order, and only while they are requested")
    func frames() {
        var run = Run(SimulatedCamera(model: .software), [tap(Scene.flower, at: 3), tap(Scene.shelf, at: 40)])
        run.go(until: 12)
        var captured: [Instant] = []
        for input in run.inputs {
            guard case .frames(.measured(let frame)) = input.event else { continue }
            #expect(input.time == frame.captured.advanced(by: SimulatedCamera.frameLatency))
            captured.append(frame.captured)
        }
        #expect(captured.first.map { $0 > .demo(3) } == true)
        #expect(captured == captured.sorted())
        let watched = captured.filter { $0 > .demo(7) }
        #expect((20...26).contains(watched.count), "5 a second, by whole frames")
        #expect(zip(watched, watched.dropFirst()).allSatisfy { $1.since($0) >= .milliseconds(190) })
    }

    @Test(
        "A new engine that is given the same inputs gives the same outputs, to the last bit",
        arguments: [CameraModel.software, .lensOnly])
    func replay(model: CameraModel) {
        let happenings = [tap(Scene.flower, at: 3), tap(Scene.mountains, at: 5.5)]
        var run = Run(SimulatedCamera(model: model), happenings + [Happening(at: .demo(9), .visitorComes(0.5))])
        run.go(until: 61)
        #expect(run.kiosk.isStopped)
        var engine = WatchedEngine(configuration: Self.configuration) { Issue.record("\($0)") }
        var effects: [Effect] = []
        for input in run.inputs { engine.step(input).forEach { effects.append($0) } }
        #expect(effects == run.effects)
        var again = Run(SimulatedCamera(model: model), happenings + [Happening(at: .demo(9), .visitorComes(0.5))])
        again.go(until: 61)
        #expect(again.inputs == run.inputs)
        #expect(run.kiosk.camera.description.control(.gain)?.value == .integer(16))
    }

    @Test(
        "A story that ends in the middle of a search restores the camera",
        arguments: [3.05, 3.2, 3.5, 3.8, 4.2, 6, 9])
    func stopping(moment: Double) {
        for model in [CameraModel.software, .lensOnly] {
            var run = Run(SimulatedCamera(model: model), [tap(Scene.flower, at: 3)])
            let original = run.kiosk.camera.description
            run.go(until: moment)
            run.kiosk.stop()
            run.go(until: 61)
            #expect(run.kiosk.isStopped && !run.kiosk.camera.isStreaming)
            for id in [ControlID.focusAuto, .exposureAuto, .gain] {
                #expect(run.kiosk.camera.description.control(id)?.value == original.control(id)?.value)
            }
        }
    }
}
