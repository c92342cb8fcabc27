import SimulatedDevices
import Testing

@testable import FocusCore

/// Cameras whose controls hold anything: what can go back goes back, and the rest is left alone.
struct OddCameraTests {
    @Test("Whatever the controls hold, a camera ends as it was, but for what it would not take")
    func endsAsItWas() {
        for seed in 0..<500 as Range<UInt64> {
            var random = SplitMix64(seed: seed ^ 0x0dd)
            let camera = Self.odd(&random)
            var rig = EngineRig()
            rig.arrive(camera)
            rig.send(.start)
            for _ in 0..<random.integer(0...3) {
                rig.tap(random.number(0...1), random.number(0...1))
                rig.film(Int64(random.integer(0...5000)))
                if random.chance(0.3) { rig.send(.viewShown) }
            }
            rig.send(.stop)
            let comment: Comment = "seed \(seed): \(rig.writes)"
            #expect(rig.hasStopped(complete: true), comment)
            #expect(rig.allViolations == [], comment)
            for control in camera.controls where !Self.isMoved(control.id, rig) {
                guard let value = control.value else { continue }
                let isWritten = Self.isWritten(control.id, rig)
                guard !isWritten || control.takes(value) else { continue }
                #expect(rig.camera?.values[control.id] == value, "\(FakeCamera.name(control.id)), \(comment)")
            }
        }
    }

    /// True if an automatic that is on at the end moves the control.
    private static func isMoved(_ id: ControlID, _ rig: EngineRig) -> Bool {
        switch id {
        case .focusAbsolute: rig.camera?.integer(.focusAuto) == 1
        case .exposureAbsolute: (rig.camera?.integer(.exposureAuto) ?? 1) != 1
        default: false
        }
    }

    /// True if it was written, or may have been moved by an automatic that the engine has switched.
    private static func isWritten(_ id: ControlID, _ rig: EngineRig) -> Bool {
        var ids: [ControlID] = [id]
        if id == .focusAbsolute { ids.append(.focusAuto) }
        if id == .exposureAbsolute { ids.append(.exposureAuto) }
        return rig.calls.contains { call in
            guard case .write(let settings) = call else { return false }
            return (0..<settings.count).contains { settings[$0].map { ids.contains($0.id) } ?? false }
        }
    }

    private static func odd(_ random: inout SplitMix64) -> CameraDescription {
        var controls: [ControlDescription] = []
        func add(_ control: ControlDescription, _ values: [Int64?]) {
            guard random.chance(0.8) else { return }
            var control = control
            control.value = random.pick(values).map(ControlValue.integer)
            controls.append(control)
        }
        add(ControlDescription(id: .focusAuto, maximum: random.pick([1, 1, 1, 0]), defaultValue: 1), [0, 1, 3, nil])
        add(ControlDescription(id: .focusAbsolute, maximum: 250, step: random.pick([1, 5, 0])), [0, 35, 33, 900, -4])
        let items = random.pick([0, 0b1010, 0b0011, 0b0010, 0b0110, 0b0101, 0b1111, 0b1000] as [UInt64])
        add(ControlDescription(id: .exposureAuto, maximum: 3, menuItems: items), [0, 1, 2, 3, 9, nil])
        add(ControlDescription(id: .exposureAbsolute, minimum: 3, maximum: 2047), [3, 157, 5000])
        add(ControlDescription(id: .gain, maximum: 100), [0, 50, 300])
        add(ControlDescription(id: .lock3A, maximum: random.pick([7, 1, 4]), step: 0), [0, 2, 4, 8])
        if random.chance(0.5) {
            var region = CameraExamples.region(bits: random.pick([0x9, 0x1, 0x8]))
            let box = random.pick([(0, 0, 1, 1), (0, 0, 1920, 1080), (64, 32, 100, 80), (1900, 0, 64, 64)])
            region[0].value = .rectangle(
                PixelRectangle(left: Int32(box.0), top: Int32(box.1), width: Int32(box.2), height: Int32(box.3)))
            region[1].value = .integer(random.pick([0, 1, 8, 64]))
            controls += region
        }
        var camera = CameraExamples.camera(controls)
        camera.givesFrames = random.chance(0.5)
        return camera
    }
}
