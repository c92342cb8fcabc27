/// The average of the frames of one exposure.
struct ExposureSample: Equatable, Sendable, Snapshotable {
    /// Metered brightness, 0…1; the average of `frames` frames.
    private(set) var mean: Double
    /// Mean luma of the region alone, 0…1; the average of `frames` frames. The shares below are the region's, too.
    private var place: Double
    /// The weight of the region in `mean`, 0…1.
    private var weight: Double
    /// The share of pixels at white, in the last frame, 0…1.
    private(set) var bright: Double
    /// The share of pixels at black, in the last frame, 0…1.
    private(set) var dark: Double
    private(set) var frames = 1

    /// The least mean of which a logarithm is taken. Anything below is noise.
    static let floor = 0.004

    /// Nil when the brightness is NaN.
    /// - Parameters:
    ///   - frame: its mean is the metered brightness.
    ///   - place: the mean luma of the region alone, which has this weight in the metered brightness; nil: the same.
    init?(_ frame: FrameStatistics, place: Double? = nil, weight: Double = 1) {
        guard !frame.mean.isNaN else { return nil }
        mean = min(max(frame.mean, 0), 1)
        self.place = ExposureSettings.between(0, place ?? frame.mean, 1, else: mean)
        self.weight = weight
        bright = ExposureSettings.between(0, frame.bright, 1, else: 0)
        dark = ExposureSettings.between(0, frame.dark, 1, else: 0)
    }

    mutating func add(_ other: ExposureSample) {
        // More frames add no information, and the limit prevents an overflow.
        let share = Double(min(frames, 1000))
        mean = (mean * share + other.mean) / (share + 1)
        place = (place * share + other.place) / (share + 1)
        bright = other.bright
        dark = other.dark
        frames = min(frames, 1000) + 1
    }

    func stops(above other: Double) -> Double {
        max(mean, Self.floor).binaryLogarithm - max(other, Self.floor).binaryLogarithm
    }

    /// The share of the brightness that still answers to light: the region's clipped highlights do not, the rest of the picture does.
    var liveShare: Double {
        let clipped = min(bright, place)
        let live = place > Self.floor ? (place - clipped) / place : 1
        return weight < 1 ? weight * live + (1 - weight) : live
    }

    /// True when hardly any pixel answers to less light. The amount of light is unknown then.
    var isWhite: Bool { bright > 0.9 || mean > 0.97 }

    /// True when many pixels are white: less light then shows nothing until some of them answer, and the others may be too dark to matter.
    var isMostlyWhite: Bool { isWhite || bright > 0.25 }

    /// True when hardly any pixel answers to more light.
    var isBlack: Bool { dark > 0.9 || mean < 0.01 }
}
