/// Known faults of a camera that its driver does not report, from a quirks file (Documentation/Quirks.md), which names cameras by USB id or
/// by driver. The defaults describe a camera without faults.
public struct CameraQuirks: Equatable, Sendable, Snapshotable {
    /// Controls that the camera offers but that do not work; they count as missing.
    public var unusable: InlineList<8, ControlID>
    /// The smallest usable lens position; nil: the driver's minimum.
    public var lensMinimum: Int64?
    /// The largest usable lens position; nil: the driver's maximum.
    public var lensMaximum: Int64?
    /// The number of frames from a write until the lens rests, 0…30; nil: it is learned.
    public var lensDelay: Int32?
    /// The number of frames from a write until the exposure is in effect, 0…30; nil: it is learned.
    public var exposureDelay: Int32?
    /// True when values that are read back do not show what is in effect. Then neither search steps nor holds are verified.
    public var cannotBeReadBack: Bool
    /// True when the camera resets lens, exposure, gain and their automatics at the start of a stream.
    public var resetsAtStreamStart: Bool
    /// The only exposure times that the camera accepts, in units of 100 µs, increasing; only the first
    /// `mostExposureTimes` are used. Empty: all times of the control's range.
    public var exposureTimes: [Int64]
    /// The shortest time from the end of one control write to the next write, within `writePauseRange`; zero: no pause.
    public var writePause: TimeSpan
    /// The longest time until the first frame of a stream, within `firstFrameRange`; nil: the same as for every camera.
    public var firstFrameTime: TimeSpan?
    /// The factors of the zoom at the smallest and at the largest value of its control; nil: they are unknown, unless the control's range
    /// tells them.
    public var zoomLeast: Double?
    public var zoomMost: Double?

    /// The largest number of exposure times in a list.
    public static let mostExposureTimes = 32
    /// The usable pauses between writes. With more than 5 s, no tap would finish before its deadline.
    public static let writePauseRange = TimeSpan.zero...TimeSpan.milliseconds(5000)
    /// The usable times until a first frame. Nobody waits at a screen for longer than 30 s.
    public static let firstFrameRange = TimeSpan.milliseconds(1)...TimeSpan.milliseconds(30_000)

    public init(
        unusable: InlineList<8, ControlID> = InlineList(), lensMinimum: Int64? = nil, lensMaximum: Int64? = nil,
        lensDelay: Int32? = nil, exposureDelay: Int32? = nil, cannotBeReadBack: Bool = false,
        resetsAtStreamStart: Bool = false, exposureTimes: [Int64] = [], writePause: TimeSpan = .zero,
        firstFrameTime: TimeSpan? = nil, zoomLeast: Double? = nil, zoomMost: Double? = nil
    ) {
        self.unusable = unusable
        self.lensMinimum = lensMinimum
        self.lensMaximum = lensMaximum
        self.lensDelay = lensDelay
        self.exposureDelay = exposureDelay
        self.cannotBeReadBack = cannotBeReadBack
        self.resetsAtStreamStart = resetsAtStreamStart
        self.exposureTimes = exposureTimes
        self.writePause = writePause
        self.firstFrameTime = firstFrameTime
        self.zoomLeast = zoomLeast
        self.zoomMost = zoomMost
    }

    func excludes(_ id: ControlID) -> Bool { unusable.contains(id) }

    /// The exposure times to choose from: those of the list in the control's range, or else the whole range. Nil when the range is empty.
    func exposureTimes(of control: ControlDescription) -> ControlSteps? {
        var usable: [Int64] = []
        for time in exposureTimes.prefix(Self.mostExposureTimes) {
            guard time >= max(control.minimum, 1), time <= control.maximum, time > usable.last ?? 0 else { continue }
            usable.append(time)
        }
        return ControlSteps(increasing: usable)
            ?? ControlSteps(least: control.minimum, most: control.maximum, step: control.step)
    }

    var usableWritePause: TimeSpan { writePause.clamped(to: Self.writePauseRange) }

    var usableFirstFrameTime: TimeSpan? { firstFrameTime.map { $0.clamped(to: Self.firstFrameRange) } }

    /// Nil: the factors are unknown, or make no sense.
    var usableZoomFactors: ZoomRange.Factors? {
        guard let zoomLeast, let zoomMost, zoomLeast >= 1, zoomMost > zoomLeast, zoomMost <= ZoomRange.largestFactor
        else { return nil }
        return ZoomRange.Factors(least: zoomLeast, most: zoomMost)
    }

    /// The control with its range limited to the usable lens positions; unchanged, if fewer than two positions would remain.
    func narrowing(_ control: ControlDescription) -> ControlDescription {
        guard control.id == .focusAbsolute else { return control }
        let least = max(control.minimum, lensMinimum ?? control.minimum)
        let most = min(control.maximum, lensMaximum ?? control.maximum)
        guard least < most else { return control }
        var narrowed = control
        narrowed.minimum = least
        narrowed.maximum = most
        return narrowed
    }
}
