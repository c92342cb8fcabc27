/// Settings of the focus search, of the settling of the lens, and of the watch over a focused scene. A number outside its range counts as
/// the nearest one inside it, so no settings can make a search endless.
public struct FocusSearchSettings: Equatable, Sendable, Snapshotable {
    /// The step where nothing tells how far the peak is, as a share of the lens range, 0.001…1. libcamera's: 1 of 12 dioptres (imx708).
    public var coarseStep = 1.0 / 12
    /// The longest step towards a peak that the slope promises, as a share of the lens range, 0.001…1. Measured: with a quarter a search
    /// from an end needs a quarter fewer positions than with an eighth. Half of it is used until the lens is known to be fast enough.
    public var longestStep = 1.0 / 4
    /// The shortest step towards a peak, as a share of the lens range, 0…1. A 48th is libcamera's (0.25 of 12 dioptres).
    public var fineStep = 1.0 / 48
    /// A peak counts as found when the lowest sharpness is at most this share of the highest, 0…1. libcamera's 0.75.
    public var contrastRatio = 0.75
    /// Up to this share of the highest sharpness, noise cannot explain a contrast; between it and `contrastRatio` the
    /// best and the lowest position are measured again. 0…1. Half is five deviations of a noise of 10 %.
    public var certainRatio = 0.5
    /// The sharpness below which a scene has nothing to focus on, 0…1000: edges of 3 % of the brightness (`Sharpness`).
    /// Measured in version 2: white noise of 3 %, in 80 × 60 pixels of an even wall, exceeds it in one frame of sixty.
    public var leastSharpness = 0.001
    /// The number of measurements of the best and of the lowest position when noise may explain the contrast, 1…8.
    public var confirmations = 3
    /// The number of times, 0…3, that a flat range is searched again at half the step, beside samples that stand out. This finds narrow peaks.
    public var retries = 1
    /// The most evaluations of a search, 3…48. The search then ends with what it knows.
    public var evaluations = 40
    /// The least standard deviation of a sharpness from frame to frame, as a share of it, 0…0.2. Sums over some ten
    /// thousand pixels differ by 1 to 3 %. A search measures the noise itself, and reckons with more where there is more.
    public var noise = 0.03
    /// The frames after which a lens has arrived whose delay is unknown, from the first with the new position, 0…30. libcamera's 5
    /// (step_frames).
    public var lensDelay = 5
    /// The number of frames with another position after which the position is written again, 1…300.
    public var writePatience = 15
    /// The number of times that a position is written again, and that an unconfirmed search is repeated, 0…5.
    public var attempts = 1
    /// The share of the best sharpness that the confirming frame must reach, 0…1. libcamera's 0.75.
    public var confirmationRatio = 0.75
    /// The ratio of sharpness or brightness that is a change: below it or above its inverse, 0…1. libcamera's 0.8 (retrigger_ratio).
    public var changeRatio = 0.8
    /// The number of consecutive frames for which the scene must be still after a change, 1…1000. libcamera's 10 (retrigger_delay).
    public var stillFrames = 10
    /// The most searches a minute, 0…16. Users complain about hunting every 10 s; 6 is the least that follows people who come and go.
    public var searchesPerMinute = 6

    public init() {}
}

extension FocusSearchSettings: SettingGroup {
    public mutating func describe(_ visitor: inout some SettingVisitor) {
        visitor.field(
            "coarseStep", &coarseStep, in: 0.001...1, unit: "share of the lens range",
            "the step where nothing tells how far the peak is; libcamera on the Raspberry Pi")
        visitor.field(
            "longestStep", &longestStep, in: 0.001...1, unit: "share of the lens range",
            "the longest step towards a peak that the slope promises: measured")
        visitor.field(
            "fineStep", &fineStep, in: 0...1, unit: "share of the lens range",
            "the shortest distance between two positions; libcamera: 1/48")
        visitor.field(
            "contrastRatio", &contrastRatio, in: 0...1, unit: "share",
            "a peak is found if the lowest sharpness is at most this share of the highest; libcamera")
        visitor.field(
            "certainRatio", &certainRatio, in: 0...1, unit: "share",
            "up to this share noise cannot explain the contrast; between the two ratios it is measured again")
        visitor.field(
            "leastSharpness", &leastSharpness, in: 0...1000, unit: "in its own unit",
            """
            below it there is nothing to focus on: edges of 3 % of the brightness \
            ([measure](Frames.md#the-measure)). White noise of 3 % on an even wall exceeds it in one frame of sixty
            """)
        visitor.field(
            "confirmations", &confirmations, in: 1...8, unit: "times",
            "the number of measurements of the best and of the lowest position in case of doubt")
        visitor.field(
            "retries", &retries, in: 0...3, unit: "times",
            """
            the number of times that a flat range is searched again beside positions that stand out, at half the \
            step each time
            """)
        visitor.field(
            "evaluations", &evaluations, in: 3...48, unit: "positions", "the most positions of a search")
        describeFrames(&visitor)
    }

    private mutating func describeFrames(_ visitor: inout some SettingVisitor) {
        visitor.field(
            "noise", &noise, in: 0...0.2, unit: "share",
            """
            the least standard deviation of a sharpness from frame to frame; each search measures the noise itself, \
            and reckons with more where there is more
            """)
        visitor.field(
            "lensDelay", &lensDelay, in: 0...30, unit: "frames",
            "a lens whose delay is unknown has arrived after this many frames; libcamera on the Raspberry Pi")
        visitor.field(
            "writePatience", &writePatience, in: 1...300, unit: "frames",
            "a position is written again after this many frames that show another one")
        visitor.field(
            "attempts", &attempts, in: 0...5, unit: "times",
            "the number of times that a position is written again, or a search repeated")
        visitor.field(
            "confirmationRatio", &confirmationRatio, in: 0...1, unit: "share",
            "the share of the best sharpness that the confirming frame must have; libcamera")
        visitor.field(
            "changeRatio", &changeRatio, in: 0...1, unit: "share",
            """
            a sharpness or brightness below this share of the former one, or above its inverse, is a change (cameras \
            without autofocus); libcamera
            """)
        visitor.field(
            "stillFrames", &stillFrames, in: 1...1000, unit: "frames",
            "the scene must be still for this long after a change; libcamera")
        visitor.field(
            "searchesPerMinute", &searchesPerMinute, in: 0...16, unit: "searches",
            """
            the most searches a minute in continuousAuto, for cameras without autofocus; 0: none, and frames are \
            then taken only after a tap
            """)
    }
}

extension FocusSearchSettings {
    /// The ratio of two measurements at which they differ by more than noise: three deviations of their difference.
    var evidenceRatio: Double { 1 - 3 * 1.4142 * noise.clamped(to: 0...0.2) }

    /// A share of the range in steps of the grid, 1 or more.
    func steps(_ share: Double, of range: LensRange) -> Int {
        max(Int((share.clamped(to: 0...1) * Double(range.last)).nearestWhole), 1)
    }

    var mostEvaluations: Int { evaluations.clamped(to: 3...FocusSamples.capacity) }
}
