import FocusCore
import SimulatedDevices

/// Cameras with random descriptions.
enum RandomCamera {
    /// A description in which every number may be any of those given.
    static func any(_ random: inout SplitMix64, _ numbers: [Int64]) -> CameraDescription {
        var controls: [ControlDescription] = []
        var ids: [ControlID] = []
        ControlID.known.forEach { ids.append($0) }
        ids.append(ControlID(rawValue: 1))
        for _ in 0..<random.integer(0...12) {
            let pixels = numbers.map { Int32(truncatingIfNeeded: $0) }
            let bounds = PixelRectangle(
                left: random.pick(pixels), top: random.pick(pixels), width: random.pick(pixels),
                height: random.pick(pixels))
            let values: [ControlValue?] = [nil, .integer(random.pick(numbers)), .rectangle(bounds)]
            controls.append(
                ControlDescription(
                    id: random.pick(ids), minimum: random.pick(numbers), maximum: random.pick(numbers),
                    step: random.pick(numbers), defaultValue: random.pick(numbers),
                    menuItems: random.chance(0.5) ? 0 : random.next(), isReadOnly: random.chance(0.2),
                    isWriteOnly: random.chance(0.2), bounds: random.chance(0.5) ? bounds : nil,
                    minimumWidth: random.pick(pixels), minimumHeight: random.pick(pixels), value: random.pick(values)))
        }
        return CameraDescription(
            imageWidth: Int32(truncatingIfNeeded: random.pick(numbers)),
            imageHeight: Int32(truncatingIfNeeded: random.pick(numbers)), controls: controls,
            givesFrames: random.chance(0.7),
            quirks: CameraQuirks(
                lensMinimum: random.chance(0.2) ? random.pick(numbers) : nil,
                lensMaximum: random.chance(0.2) ? random.pick(numbers) : nil,
                lensDelay: random.chance(0.2) ? Int32(truncatingIfNeeded: random.pick(numbers)) : nil,
                exposureDelay: random.chance(0.2) ? Int32(truncatingIfNeeded: random.pick(numbers)) : nil,
                cannotBeReadBack: random.chance(0.1), resetsAtStreamStart: random.chance(0.2),
                exposureTimes: random.chance(0.2) ? (0...random.integer(0...40)).map { _ in random.pick(numbers) } : [],
                writePause: random.chance(0.2) ? TimeSpan(nanoseconds: random.pick(numbers)) : .zero,
                firstFrameTime: random.chance(0.2) ? TimeSpan(nanoseconds: random.pick(numbers)) : nil))
    }
}
