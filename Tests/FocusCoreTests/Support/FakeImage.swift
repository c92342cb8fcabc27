import CameraLaws
import FocusCore
import SimulatedDevices

/// The image of a test camera: something near on the left, something far and twice as bright on the right. Lens and
/// exposure follow with a delay.
struct FakeImage {
    static let interval = TimeSpan(nanoseconds: 33_333_333)

    /// The requested measurements; nil: nobody streams.
    var request: FrameRequest?
    /// The id of that request.
    var id: UInt32 = 0
    /// The lens positions that are sharp on the left and on the right.
    var near = 180.0
    var far = 60.0
    /// The width of the peak, in lens positions.
    var width = 25.0
    /// The delay of lens and exposure after the driver reports them, in frames.
    var lensLag = 2
    var exposureLag = 2
    /// The brightness of the left; the right is twice as bright. The mean is light × exposure.
    var light = 0.45 / 200
    /// The luma of the rest of the picture while a search meters it, as a multiple of the region's.
    var rest = 1.0
    var isFlat = false
    /// The version of the measure, and its numbers as a multiple of this image's.
    var measure: Int64 = 1
    var scale = 1.0
    var noise = 0.0
    /// The brightness of the whole image while it is watched, for a scene that changes.
    var grid: UInt8 = 100
    private var lensLine = DelayLine<Double>()
    private var exposureLine = DelayLine<Double>()
    private var sequence: UInt32 = 0

    /// Takes a frame; nil when nobody streams.
    /// - Parameters:
    ///   - gain: the gain; 64 does not amplify.
    ///   - marks: the lens and the exposure that the driver believes to be in effect; nil when they were never set.
    mutating func frame(
        lens: Int64?, exposure: Int64?, gain: Int64? = nil, marks: (lens: Int64?, exposure: Int64?), at time: Instant,
        _ random: inout SplitMix64
    ) -> FrameStatistics? {
        let lens = lensLine.pass(Double(lens ?? 0), delay: lensLag)
        let factor = max(Double(gain ?? 64) / 64, 0)
        let exposed = exposureLine.pass(Double(exposure ?? 157) * factor, delay: exposureLag)
        guard let request else { return nil }
        sequence += 1
        let isLeft = request.focus.x + request.focus.width / 2 < 0.5
        let sharpness = isFlat ? 0.5 : Self.curve.value(lens, peak: isLeft ? near : far, width: width)
        let signal = exposed * light * (isLeft ? 1 : 2)
        // A search meters the whole image, too.
        let metered = signal > 0 ? UInt8((min(signal * rest, 1) * 255).rounded()) : 0
        var cells = LumaGrid()
        for index in cells.cells.indices { cells.cells[index] = request.interval == .zero ? metered : grid }
        return FrameStatistics(
            request: id, sequence: sequence, captured: time, lens: marks.lens, exposure: marks.exposure,
            sharpness: sharpness * scale * (1 + random.noise(noise)), mean: min(signal, 1), bright: signal > 1 ? 1 : 0,
            grid: request.includesGrid ? cells : nil)
    }

    private static let curve = SharpnessCurve.hyperbola(floor: 0)

    /// The sharpness of the left at a position of the lens.
    func sharpness(at lens: Int64) -> Double { Self.curve.value(Double(lens), peak: near, width: width) }

    /// The mean of the left or the right at the current setting.
    func mean(isLeft: Bool) -> Double { min((exposureLine.inEffect(after: 0) ?? 0) * light * (isLeft ? 1 : 2), 1) }
}
