/// Frames are older than they look: what was set shows only some frames later.
struct SensorDelay {
    private let lensLag: Int
    private let exposureLag: Int
    /// How the camera was set at the last frames, the newest first.
    private var past: [Optics] = []

    init(_ design: CameraDesign) {
        lensLag = design.lensLag
        exposureLag = design.exposureLag
    }

    /// The stream starts anew: nothing that was set before is still on its way.
    mutating func reset() {
        past = []
    }

    /// The next frame is due, and the camera is set like this now.
    mutating func tick(_ optics: Optics) {
        past.insert(optics, at: 0)
        past = Array(past.prefix(max(lensLag, exposureLag) + 1))
    }

    /// How the frame shows the camera; `optics` where no frame was due yet. The scene is always as it is now.
    func effective(_ optics: Optics) -> Optics {
        guard let oldest = past.last else { return optics }
        var result = optics
        result.lens = (lensLag < past.count ? past[lensLag] : oldest).lens
        let exposed = exposureLag < past.count ? past[exposureLag] : oldest
        (result.exposure, result.gain, result.brightness) = (exposed.exposure, exposed.gain, exposed.brightness)
        return result
    }
}
