/// The average of the frames of one exposure.
struct ExposureSample: Equatable, Sendable, Snapshotable {
    /// Metered brightness, 0…1; the average of `frames` frames.
    private(set) var mean: Double
    /// The share of pixels at white, in the last frame, 0…1.
    private(set) var bright: Double
    /// The share of pixels at black, in the last frame, 0…1.
    private(set) var dark: Double
    private(set) var frames = 1

    /// The least mean of which a logarithm is taken. Anything below is noise.
    static let floor = 0.004

    /// Nil when the frame's mean is NaN.
    init?(_ frame: FrameStatistics) {
        guard !frame.mean.isNaN else { return nil }
        mean = min(max(frame.mean, 0), 1)
        bright = ExposureSettings.between(0, frame.bright, 1, else: 0)
        dark = ExposureSettings.between(0, frame.dark, 1, else: 0)
    }

    /// Adds another frame of the same exposure to the average.
    mutating func add(_ other: ExposureSample) {
        // More frames add no information, and the limit prevents an overflow.
        let weight = Double(min(frames, 1000))
        mean = (mean * weight + other.mean) / (weight + 1)
        bright = other.bright
        dark = other.dark
        frames = min(frames, 1000) + 1
    }

    /// The brightness relative to `other`, as a power of two.
    func stops(above other: Double) -> Double {
        max(mean, Self.floor).binaryLogarithm - max(other, Self.floor).binaryLogarithm
    }

    /// The share of the mean that still answers to light. Clipped highlights do not.
    var liveShare: Double {
        let clipped = min(bright, mean)
        return mean > Self.floor ? (mean - clipped) / mean : 1
    }

    /// True when hardly any pixel answers to less light. The amount of light is unknown then.
    var isWhite: Bool { bright > 0.9 || mean > 0.97 }

    /// True when many pixels are white. The others may be too dark to matter; less light then shows nothing until some
    /// of the white pixels answer.
    var isMostlyWhite: Bool { isWhite || bright > 0.25 }

    /// True when hardly any pixel answers to more light.
    var isBlack: Bool { dark > 0.9 || mean < 0.01 }
}
