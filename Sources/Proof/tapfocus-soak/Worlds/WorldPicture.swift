import CameraLaws
import FocusCore
import SimulatedDevices

/// The picture of a world's camera: its scene, through a lens and at an exposure that show some frames late.
struct WorldPicture {
    var scene = SceneState()
    /// Number of frames until a lens position or an exposure shows in a frame.
    private let lag: Int
    /// The end of the lens's range; nil without a lens that can be moved.
    private let lensMaximum: Int64?
    private var lensLine = DelayLine<Int64>()
    private var lightLine = DelayLine<Double>()
    private var sequence: UInt32 = 0

    init(_ plan: CameraPlan) {
        lag = plan.lag
        lensMaximum = plan.description.control(.focusAbsolute)?.maximum
    }

    var sharpPlace: Int64 { Int64(Double(lensMaximum ?? 0) * scene.peak) }

    /// The next frame, with its measurements; nil while the stream is off.
    /// - Parameters:
    ///   - exposure: the light that the camera lets in, 1 for an exposure of 150 without gain.
    ///   - stream: the measured request.
    mutating func frame(
        at time: Int64, lens: Int64, exposure: Double, of stream: (request: FrameRequest, id: UInt32)?,
        _ random: inout SplitMix64
    ) -> FrameStatistics? {
        let lens = lensLine.pass(lens, delay: lag)
        let light = lightLine.pass(exposure * scene.light, delay: lag)
        guard let stream else { return nil }
        sequence &+= 1
        // A search meters the whole picture, too: it is as bright as the region.
        let metered = light > 0 ? UInt8(min(light, 1) * 255) : 0
        let isSearch = stream.request.interval == .zero
        var cells = LumaGrid()
        for index in cells.cells.indices {
            cells.cells[index] = isSearch ? metered : scene.pattern &+ UInt8(index % 5)
        }
        return FrameStatistics(
            request: stream.id, sequence: sequence, captured: Instant(nanoseconds: time),
            sharpness: sharpness(at: lens) * (1 + scene.noise * (random.nextUnit() - 0.5)), mean: min(max(light, 0), 1),
            bright: light > 1 ? min(light - 1, 1) : 0, dark: light < 0.02 ? 1 : 0,
            grid: stream.request.includesGrid ? cells : nil)
    }

    private func sharpness(at lens: Int64) -> Double {
        guard scene.width > 0 else { return 0.5 }
        let range = Double(max(lensMaximum ?? 1, 1))
        return SharpnessCurve.hyperbola(floor: 0).value(
            Double(lens), peak: Double(sharpPlace), width: scene.width * range)
    }
}
