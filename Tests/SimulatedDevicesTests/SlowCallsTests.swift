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
        /// Writes of the lens position or the exposure alone, as searches make them, and readings of the same.
        var writes = 0
        var reads = 0
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
                    if case .call(let call) = effect { note(call.operation) }
                    if case .settled(let report) = effect { self.report = report }
                }
                time = input.time.since(.demo(3))
            }
            lens = kiosk.camera.lens
        }

        private mutating func note(_ operation: ControlCall.Operation) {
            let values: [ControlID] = [.focusAbsolute, .exposureAbsolute, .gain]
            switch operation {
            case .write(let settings):
                var isOfSearch = true
                settings.forEach { if !values.contains($0.id) { isOfSearch = false } }
                if isOfSearch { writes += 1 }
            case .read(let ids):
                var isOfSearch = true
                ids.forEach { if !values.contains($0) { isOfSearch = false } }
                if isOfSearch { reads += 1 }
            }
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

    @Test("A slow camera is read less often than a quick one, for as many writes", arguments: [plainLens, .lensOnly])
    func reads(_ model: CameraModel) {
        func surplus(_ milliseconds: Int64) -> Int {
            var model = model
            model.callTime = .milliseconds(milliseconds)
            return SoftwareLevelTests.things.map { Tap(model, $0) }.reduce(0) { $0 + $1.reads - $1.writes }
        }
        let (quick, slow) = (surplus(8), surplus(200))
        #expect(slow < quick, "readings beyond the writes: \(slow) instead of \(quick)")
    }
}
