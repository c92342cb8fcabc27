/// The sensor's delay: a new setting shows only some frames later.
struct SensorDelay {
    private let lensLag: Int
    private let exposureLag: Int
    /// The camera's settings at the last frames, the newest first.
    private var past: [Optics] = []

    init(_ design: CameraDesign) {
        lensLag = design.lensLag
        exposureLag = design.exposureLag
    }

    /// Resets at the start of a stream: earlier settings are all in effect.
    mutating func reset() {
        past = []
    }

    /// Records the present settings for the next frame.
    mutating func tick(_ optics: Optics) {
        past.insert(optics, at: 0)
        past = Array(past.prefix(max(lensLag, exposureLag) + 1))
    }

    /// The settings that the frame shows; `optics` before the first frame. The scene is always the present one.
    func effective(_ optics: Optics) -> Optics {
        guard !past.isEmpty else { return optics }
        var result = optics
        result.lens = past[min(lensLag, past.count - 1)].lens
        let exposed = past[min(exposureLag, past.count - 1)]
        (result.exposure, result.gain, result.brightness) = (exposed.exposure, exposed.gain, exposed.brightness)
        return result
    }
}
