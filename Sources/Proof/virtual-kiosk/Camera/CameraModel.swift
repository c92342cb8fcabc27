/// The camera apart from USB: its controls, its optics, and its automatics.
final class CameraModel {
    let design: CameraDesign
    private(set) var optics: Optics
    private(set) var regionOfInterest: RegionOfInterest
    private var automatics = Automatics()
    private var values: [CameraControl: Int64] = [:]
    private var advancedTo: Nanoseconds

    /// Longest piece of time in one step, so that the automatics move evenly.
    private static let longestStep = Nanoseconds.milliseconds(10)

    init(_ design: CameraDesign, now: Nanoseconds) {
        self.design = design
        optics = Optics(design.lensRange)
        advancedTo = now
        regionOfInterest = .maximum(automatics: 0)
        automatics.lensSpeed = design.lensSpeed ?? design.lensRange.positionsPerSecond
        powerUp()
    }

    /// The state after plugging in: without power, a camera forgets its settings.
    func powerUp() {
        for control in CameraControl.allCases { values[control] = design.specification(of: control).initial }
        regionOfInterest = .maximum(automatics: automaticsWithRegion)
        let scene = optics.scene
        optics = Optics(design.lensRange)
        optics.scene = scene
        if !controls.contains(.focus) { optics.lens = optics.bestLens(for: scene.far) }
        startFocus()
        startExposure()
    }

    var controls: Set<CameraControl> { design.controls }

    var focusIsAutomatic: Bool { controls.contains(.focusAuto) && values[.focusAuto] == 1 }

    /// A camera without an exposure control always exposes automatically.
    var exposureIsAutomatic: Bool {
        controls.contains(.aeMode) ? values[.aeMode] != 1 : !controls.contains(.exposure)
    }

    /// The camera's automatics that can follow a region of interest.
    var automaticsWithRegion: UInt16 {
        let hasAutoexposure =
            controls.contains(.aeMode) ? !design.exposureIsManualOnly : !controls.contains(.exposure)
        return (hasAutoexposure ? RegionOfInterest.exposureBit : 0)
            | (controls.contains(.focusAuto) ? RegionOfInterest.focusBit : 0)
    }

    var isSettled: Bool { automatics.isSettled }

    func current(_ control: CameraControl) -> Int64 {
        switch control {
        case .exposure where exposureIsAutomatic: Int64(optics.exposure.rounded())
        case .focus where focusIsAutomatic: Int64(optics.lens.rounded())
        default: values[control] ?? 0
        }
    }

    /// The reason why the camera refuses the value; nil if it accepts it.
    func refusal(of value: Int64, for control: CameraControl) -> RefusalCode? {
        let specification = design.specification(of: control)
        guard specification.contains(value) else { return .outOfRange }
        switch control {
        case .exposure: return exposureIsAutomatic ? .wrongState : nil
        case .focus: return focusIsAutomatic ? .wrongState : nil
        case .aeMode: return value.nonzeroBitCount == 1 && value & specification.step != 0 ? nil : .invalidValue
        default: return nil
        }
    }

    /// Sets a value that `refusal` accepts.
    func set(_ control: CameraControl, to value: Int64) {
        let exposureWas = current(.exposure)
        values[control] = value
        switch control {
        case .focusAuto, .focus:
            // When the host takes over, the lens stays where it is, on the nearest step.
            if control == .focusAuto, value == 0 { values[.focus] = design.lensRange.nearestStep(optics.lens) }
            startFocus()
        case .aeMode, .exposure:
            if control == .aeMode, value == 1 { values[.exposure] = exposureWas }
            startExposure()
        case .gain, .brightness:
            optics.gain = values[.gain] ?? 0
            optics.brightness = values[.brightness] ?? 0
            startExposure()
        case .zoom, .powerLineFrequency, .roi, .privacy, .whiteBalanceAuto:
            break
        }
    }

    func set(_ region: RegionOfInterest) {
        regionOfInterest = region
        startFocus()
        startExposure()
    }

    func change(_ scene: Scene) {
        optics.scene = scene
        automatics.restart()
    }

    /// The regions that the automatics measure: the region of interest if it applies to them, else the whole sensor.
    var focusRegion: SensorRegion { region(for: RegionOfInterest.focusBit) }
    var exposureRegion: SensorRegion { region(for: RegionOfInterest.exposureBit) }

    /// Lets time pass until `now`; returns the events and their times.
    func advance(to now: Nanoseconds) -> [(Nanoseconds, Automatics.Event)] {
        var events: [(Nanoseconds, Automatics.Event)] = []
        while advancedTo < now, !automatics.isSettled {
            let step = min(Self.longestStep, now - advancedTo)
            advancedTo += step
            events += automatics.advance(&optics, by: step.seconds).map { (advancedTo, $0) }
        }
        advancedTo = now
        return events
    }

    private func region(for bit: UInt16) -> SensorRegion {
        controls.contains(.roi) && regionOfInterest.automatics & bit != 0 ? regionOfInterest.region : .sensor
    }

    private func startFocus() {
        guard controls.contains(.focus) || controls.contains(.focusAuto) else { return }
        automatics.startFocus(
            focusIsAutomatic ? .automatic(region: focusRegion) : .manual(position: Double(values[.focus] ?? 0)))
    }

    private func startExposure() {
        if exposureIsAutomatic {
            automatics.startExposure(.automatic(region: exposureRegion))
        } else {
            optics.exposure = Double(values[.exposure] ?? CameraControl.exposure.specification.initial)
            automatics.startExposure(.manual)
        }
    }
}
