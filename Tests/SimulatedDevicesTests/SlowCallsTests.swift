import FocusCore
import SimulatedDevices
import Testing

/// Cameras that take long for each control call.
struct SlowCallsTests {
    /// The lens alone can be set.
    private static let plainLens: CameraModel = {
        var model = CameraModel.lensOnly
        model.exposure = .fixed
        model.hasGain = false
        return model
    }()

    /// A tap, and what it has cost.
    private struct Tap {
        var report: SettledReport?
        /// From the tap to `settled`.
        var time = TimeSpan.zero
        /// Calls to the controls.
        var calls = 0
        var lens = 0.0

        init(_ model: CameraModel, _ thing: SoftwareLevelTests.Thing) {
            let taps = [Happening(at: .demo(3), .viewTapped(x: thing.point.x, y: thing.point.y))]
            let configuration = Configuration(sceneWatch: .never, view: .simulatedKiosk)
            var kiosk = SimulatedKiosk(
                configuration: configuration, story: Story(happenings: taps, end: .demo(20)),
                camera: SimulatedCamera(model: model))
            while report == nil, let occurrence = kiosk.next() {
                guard case .step(let input, let effects) = occurrence, input.time >= .demo(3) else { continue }
                effects.forEach { effect in
                    if case .call = effect { calls += 1 }
                    if case .settled(let report) = effect { self.report = report }
                }
                time = input.time.since(.demo(3))
            }
            lens = kiosk.camera.lens
        }
    }

    @Test(
        "A camera that takes 200 ms for each call ends sharp, exposed and read back, within the time of a search",
        arguments: [plainLens, .lensOnly, .software], 0...5)
    func ends(_ model: CameraModel, _ lag: Int) {
        var model = model
        model.callTime = .milliseconds(200)
        model.lensLag = lag
        for (index, thing) in SoftwareLevelTests.things.enumerated() {
            model.seed = UInt64(index) + 1
            let tap = Tap(model, thing)
            #expect(tap.report?.focus == .converged, "\(thing.name), lag \(lag): \(tap)")
            #expect(
                tap.report?.exposure == (model.exposure == .fixed ? nil : .converged),
                "\(thing.name), lag \(lag): \(tap)")
            #expect(tap.report?.verified == (model.exposure == .fixed ? .focus : [.focus, .exposure]))
            let misfocus = Optics.dioptres(lens: tap.lens) - thing.dioptres
            #expect(abs(misfocus) <= Optics.lens.depthOfField, "\(thing.name), lag \(lag): lens at \(tap.lens)")
        }
    }

    @Test(
        "A slow camera is called less often than a quick one, whose steps are each read back",
        arguments: [plainLens, .lensOnly])
    func calls(_ model: CameraModel) {
        func calls(_ milliseconds: Int64) -> Int {
            var model = model
            model.callTime = .milliseconds(milliseconds)
            return SoftwareLevelTests.things.map { Tap(model, $0).calls }.reduce(0, +)
        }
        let (quick, slow) = (calls(8), calls(200))
        #expect(slow * 10 <= quick * 9, "\(slow) calls instead of \(quick)")
    }
}
