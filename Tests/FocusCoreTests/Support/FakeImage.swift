import FocusCore

/// What a camera of the tests sees: on the left something near, on the right something far and twice as bright; and how
/// late lens and exposure follow.
struct FakeImage {
    static let interval = TimeSpan(nanoseconds: 33_333_333)

    /// What is measured; nil: nobody streams.
    var request: FrameRequest?
    /// The id of that request.
    var id: UInt32 = 0
    /// Where the lens is sharp on the left and on the right.
    var near = 180.0
    var far = 60.0
    /// How wide the peak is, in lens positions.
    var width = 25.0
    /// How many frames later than the driver says lens and exposure are in effect.
    var lensLag = 2
    var exposureLag = 2
    /// How bright the left is; the right is twice that. The mean is light × exposure.
    var light = 0.45 / 200
    var isFlat = false
    var noise = 0.0
    /// The brightness of everything, for a scene that changes.
    var grid: UInt8 = 100
    private var lenses: [Double] = []
    private var exposures: [Double] = []
    private var sequence: UInt32 = 0

    /// Takes a frame; nil where nobody streams.
    /// - Parameters:
    ///   - gain: 64 is as much as none.
    ///   - marks: the lens and the exposure that the driver believes to be in effect; nil where it was told none.
    mutating func frame(
        lens: Int64?, exposure: Int64?, gain: Int64? = nil, marks: (lens: Int64?, exposure: Int64?), at time: Instant,
        _ random: inout SplitMix64
    ) -> FrameStatistics? {
        lenses.append(Double(lens ?? 0))
        exposures.append(Double(exposure ?? 157) * max(Double(gain ?? 64) / 64, 0))
        guard let request else { return nil }
        sequence += 1
        let isLeft = request.focus.x + request.focus.width / 2 < 0.5
        let distance = (lenses[max(lenses.count - 1 - lensLag, 0)] - (isLeft ? near : far)) / width
        let sharpness = isFlat ? 0.5 : 1 / (1 + distance * distance)
        let signal = exposures[max(exposures.count - 1 - exposureLag, 0)] * light * (isLeft ? 1 : 2)
        var cells = LumaGrid()
        for index in cells.cells.indices { cells.cells[index] = grid }
        return FrameStatistics(
            request: id, sequence: sequence, captured: time, lens: marks.lens, exposure: marks.exposure,
            sharpness: sharpness * (1 + random.noise(noise)), mean: min(signal, 1), bright: signal > 1 ? 1 : 0,
            grid: request.includesGrid ? cells : nil)
    }

    /// The mean of the left or the right with what is set now.
    func mean(isLeft: Bool) -> Double { min((exposures.last ?? 0) * light * (isLeft ? 1 : 2), 1) }
}
