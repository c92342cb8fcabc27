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
        /// Writes of the lens position or the exposure alone, as searches make them, and those of them that were read back before
        /// the next one.
        var writes = 0
        var readBack = 0
        /// The controls of the latest write of each kind that has not been read back.
        private var unread: Set<ControlID> = []
        var lens = 0.0

        init(_ model: CameraModel, _ thing: SoftwareLevelTests.Thing) {
            let taps = [Happening(at: .demo(3), .viewTapped(x: thing.point.x, y: thing.point.y))]
            let configuration = Configuration().with {
                $0.sceneWatch = .never
                $0.view = .simulatedKiosk
            }
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
            let values: Set<ControlID> = [.focusAbsolute, .exposureAbsolute, .gain]
            var ids: [ControlID] = []
            switch operation {
            case .write(let settings):
                settings.forEach { ids.append($0.id) }
                guard values.isSuperset(of: ids), let first = ids.first else { return }
                writes += 1
                unread.insert(first)
            case .read(let list):
                list.forEach { ids.append($0) }
                if let first = ids.first, unread.remove(first) != nil { readBack += 1 }
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
            // Nobody sees a twentieth beyond the depth of field.
            #expect(abs(misfocus) <= Optics.lens.depthOfField * 1.05, "\(thing.name), lag \(lag): lens at \(tap.lens)")
        }
    }

    @Test(
        "Of a camera that takes up to 100 ms for a call each write of a search is read back, of a slower one not each",
        arguments: [plainLens, .lensOnly])
    func reads(_ model: CameraModel) {
        for (milliseconds, isEach) in [(8, true), (50, true), (100, true), (200, false)] as [(Int64, Bool)] {
            var model = model
            model.callTime = .milliseconds(milliseconds)
            let taps = SoftwareLevelTests.things.map { Tap(model, $0) }
            let (writes, readBack) = (taps.reduce(0) { $0 + $1.writes }, taps.reduce(0) { $0 + $1.readBack })
            #expect(writes >= 5 * taps.count)
            #expect((readBack == writes) == isEach, "\(milliseconds) ms: \(readBack) of \(writes) writes")
        }
    }
}
