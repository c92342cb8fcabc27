import FocusCore
import SimulatedDevices

/// A world's camera: its controls, their values at power-on, and its permanent faults.
struct CameraPlan: Sendable {
    /// The driver's description of the camera. Each `value` is the real one at power-on.
    var description: CameraDescription
    /// Its rules and its permanent faults.
    var misbehaviour = Misbehaviour()
    /// The time between two frames, in nanoseconds.
    var frameInterval: Int64 = 33_333_333
    /// Number of frames until a lens position or an exposure shows in a frame.
    var lag = 2
    /// True if the numbers of the description are arbitrary; then only the checks for any camera apply.
    var isAbsurd = false

    /// True if the camera obeys every call.
    var isObedient: Bool {
        misbehaviour.refusals.isEmpty && misbehaviour.ignored.isEmpty && misbehaviour.alwaysReads.isEmpty && !isAbsurd
    }
}

extension CameraPlan {
    static func random(_ random: inout SplitMix64) -> CameraPlan {
        if random.chance(0.06) { return absurd(&random) }
        var controls = focusControls(&random) + exposureControls(&random)
        if random.chance(0.3) { controls += region(&random) }
        if random.chance(0.25) {
            let bits = random.pick([0x7, 0x5, 0x1, 0x4] as [Int64])
            let value = random.chance(0.15) ? random.integer(0...7) & bits : 0
            controls.append(ControlDescription(id: .lock3A, maximum: bits, step: 0, value: .integer(value)))
        }
        for index in controls.indices {
            if random.chance(0.02) { controls[index].isReadOnly = true }
        }
        let sizes: [(Int32, Int32)] = [(640, 480), (1920, 1080), (160, 120), (0, 0)]
        let size = random.pick(sizes)
        var plan = CameraPlan(
            description: CameraDescription(
                imageWidth: size.0, imageHeight: size.1, controls: controls, givesFrames: random.chance(0.65),
                quirks: quirks(&random)))
        plan.frameInterval = random.pick([33_333_333, 66_666_667, 100_000_000, 16_666_667])
        plan.lag = random.below(6)
        // The gain may not be written while the exposure is automatic.
        if random.chance(0.2) { plan.misbehaviour.rules[.gain] = plan.misbehaviour.rules[.exposureAbsolute] }
        plan.misbehave(&random)
        return plan
    }

    private static func focusControls(_ random: inout SplitMix64) -> [ControlDescription] {
        var controls: [ControlDescription] = []
        let isAutomatic = random.chance(0.8)
        if random.chance(0.8) {
            let maximum = random.pick([1, 10, 250, 255, 1023, 65535] as [Int64])
            let step = random.pick([1, 1, 5, 17] as [Int64])
            let value = random.integer(0...maximum) / step * step
            controls.append(
                ControlDescription(
                    id: .focusAbsolute, maximum: maximum, step: step, defaultValue: 0, value: .integer(value)))
        }
        if random.chance(0.8) {
            controls.append(
                ControlDescription(
                    id: .focusAuto, maximum: 1, defaultValue: 1, value: .integer(isAutomatic ? 1 : 0)))
        }
        guard random.chance(0.15) else { return controls }
        controls.append(ControlDescription(id: .autoFocusStart, maximum: 0, step: 0, isWriteOnly: true))
        guard random.chance(0.8) else { return controls }
        controls.append(
            ControlDescription(id: .autoFocusStatus, maximum: 7, step: 0, isReadOnly: true, value: .integer(0)))
        return controls
    }

    private static func exposureControls(_ random: inout SplitMix64) -> [ControlDescription] {
        var controls: [ControlDescription] = []
        if random.chance(0.8) {
            let menu = random.pick([0b1010, 0b0011, 0b1111, 0b1000] as [UInt64])
            let items = (0...3 as ClosedRange<Int64>).filter { menu >> UInt64($0) & 1 == 1 }
            let automatic: Int64 = menu & 0b1000 != 0 ? 3 : 0
            let value = random.chance(0.8) ? automatic : random.pick(items)
            controls.append(
                ControlDescription(
                    id: .exposureAuto, maximum: 3, defaultValue: automatic, menuItems: menu, value: .integer(value)))
        }
        if random.chance(0.8) {
            let maximum = random.pick([2047, 5000, 10000, 333] as [Int64])
            controls.append(
                ControlDescription(
                    id: .exposureAbsolute, minimum: random.pick([1, 3]), maximum: maximum, defaultValue: 156,
                    value: .integer(random.integer(3...300))))
        }
        if random.chance(0.5) {
            let step = random.pick([1, 1, 8] as [Int64])
            controls.append(
                ControlDescription(
                    id: .gain, maximum: random.pick([255, 128, 16]), step: step,
                    value: .integer(random.integer(0...16) / step * step)))
        }
        if random.chance(0.2) { controls.append(bias(&random)) }
        if random.chance(0.3) {
            controls.append(
                ControlDescription(
                    id: .powerLineFrequency, maximum: 3, menuItems: 0b1111, value: .integer(random.integer(0...3))))
        }
        if random.chance(0.2) {
            controls.append(
                ControlDescription(
                    id: .exposureMetering, maximum: 3, menuItems: 0b0111, value: .integer(random.integer(0...2))))
        }
        return controls
    }

    private static func bias(_ random: inout SplitMix64) -> ControlDescription {
        var control = ControlDescription(id: .exposureBias, maximum: 8, menuItems: 0x1ff, value: .integer(4))
        control.menuIntegers = (-4...4 as ClosedRange<Int64>).map { $0 * random.pick([333, 500, 1000]) }
        control.menuIntegers.sort()
        control.menuIntegers[4] = 0
        return control
    }

    private static func region(_ random: inout SplitMix64) -> [ControlDescription] {
        let bounds = PixelRectangle(left: 0, top: 0, width: 1920, height: 1080)
        let rectangle = ControlDescription(
            id: .regionRectangle, bounds: bounds, minimumWidth: 32, minimumHeight: 32, value: .rectangle(bounds))
        let bits = random.pick([0x9, 0x1, 0x8, 0xff] as [Int64])
        let automatic = ControlDescription(id: .regionAuto, maximum: bits, step: 0, value: .integer(0))
        return random.chance(0.9) ? [rectangle, automatic] : [rectangle]
    }

    private static func quirks(_ random: inout SplitMix64) -> CameraQuirks {
        guard random.chance(0.2) else { return CameraQuirks() }
        var quirks = CameraQuirks(
            lensMinimum: random.chance(0.3) ? random.integer(0...100) : nil,
            lensMaximum: random.chance(0.3) ? random.integer(50...300) : nil,
            lensDelay: random.chance(0.3) ? Int32(random.integer(0...10)) : nil,
            exposureDelay: random.chance(0.3) ? Int32(random.integer(0...10)) : nil,
            cannotBeReadBack: random.chance(0.3))
        if random.chance(0.3) { quirks.unusable.append(random.pick(named)) }
        return quirks
    }

    private mutating func misbehave(_ random: inout SplitMix64) {
        guard random.chance(0.3) else { return }
        switch random.below(3) {
        case 0: misbehaviour.refusals[random.pick(Self.named)] = random.pick([5, 13, 22, 34, 16])
        case 1: misbehaviour.ignored[random.pick(Self.named)] = .max
        default:
            if random.chance(0.5) { misbehaviour.alwaysReads[.focusAuto] = 0 }
            let ids: [ControlID] = [.exposureAuto, .focusAuto, .focusAbsolute, .exposureAbsolute, .gain]
            misbehaviour.alwaysReads[random.pick(ids)] = 0
        }
    }

    /// All controls that the engine may ask for.
    static let named = ControlID.known.elements

    /// A camera with an arbitrary number at every place of its description.
    private static func absurd(_ random: inout SplitMix64) -> CameraPlan {
        let numbers: [Int64] = [.min, -1, 0, 1, 3, 9, 250, Int64(Int32.max), .max]
        func pixels() -> Int32 { Int32(truncatingIfNeeded: random.pick(numbers)) }
        var controls: [ControlDescription] = []
        for _ in 0...random.below(13) {
            let bounds = PixelRectangle(left: pixels(), top: pixels(), width: pixels(), height: pixels())
            let values: [ControlValue?] = [nil, .integer(random.pick(numbers)), .rectangle(bounds)]
            var control = ControlDescription(
                id: random.pick(named), minimum: random.pick(numbers), maximum: random.pick(numbers),
                step: random.pick(numbers), defaultValue: random.pick(numbers),
                menuItems: random.chance(0.5) ? 0 : random.next(), isReadOnly: random.chance(0.1),
                isWriteOnly: random.chance(0.1), bounds: random.chance(0.5) ? bounds : nil, minimumWidth: pixels(),
                minimumHeight: pixels(), value: random.pick(values))
            for _ in 0..<random.below(3) { control.menuIntegers.append(random.pick(numbers)) }
            controls.append(control)
        }
        var plan = CameraPlan(
            description: CameraDescription(
                imageWidth: pixels(), imageHeight: pixels(), controls: controls, givesFrames: random.chance(0.7)))
        plan.isAbsurd = true
        plan.misbehaviour.disregardsFlags = true
        return plan
    }
}
