/// What the frames of one exposure have shown.
struct ExposureSample: Equatable, Sendable {
    /// Mean luma, 0…1; the average of `frames` frames.
    private(set) var mean: Double
    /// The share of pixels at the camera's white, of the last frame.
    private(set) var bright: Double
    /// The share of pixels at black, of the last frame.
    private(set) var dark: Double
    private(set) var frames = 1

    /// Below this, what is left of a mean is noise; no logarithm is taken of less.
    private static let floor = 0.004

    /// Nil where the frame's mean is no number.
    init?(_ frame: FrameStatistics) {
        guard !frame.mean.isNaN else { return nil }
        mean = min(max(frame.mean, 0), 1)
        bright = ExposureSettings.between(0, frame.bright, 1, else: 0)
        dark = ExposureSettings.between(0, frame.dark, 1, else: 0)
    }

    /// Averages another frame of the same exposure in.
    mutating func add(_ other: ExposureSample) {
        // More than these say nothing new, and the count cannot overflow.
        let weight = Double(min(frames, 1000))
        mean = (mean * weight + other.mean) / (weight + 1)
        bright = other.bright
        dark = other.dark
        frames = min(frames, 1000) + 1
    }

    /// How much brighter than `other` it is, as a power of two.
    func stops(above other: Double) -> Double {
        max(mean, Self.floor).binaryLogarithm - max(other, Self.floor).binaryLogarithm
    }

    /// The share of the mean that still answers to light: clipped highlights do not.
    var liveShare: Double {
        let clipped = min(bright, mean)
        return mean > Self.floor ? (mean - clipped) / mean : 1
    }

    /// Hardly anything answers to less light: how much there is of it is not known.
    var isWhite: Bool { bright > 0.9 || mean > 0.97 }

    /// What is not white may be too dark to matter: then less light shows nothing until some of the white answers.
    var isMostlyWhite: Bool { isWhite || bright > 0.25 }

    /// Hardly anything answers to more light.
    var isBlack: Bool { dark > 0.9 || mean < 0.01 }
}
