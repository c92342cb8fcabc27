/// What is known of a camera that misbehaves and cannot be learned from its driver. By default nothing.
///
/// It comes from a quirks file (Documentation/Quirks.md), by USB id or by driver.
public struct CameraQuirks: Equatable, Sendable {
    /// Controls that the camera offers and that do not do what they should: they count as not there.
    public var unusable: InlineList<8, ControlID>
    /// The lens positions that are of use, smallest and largest; nil: all that the driver tells.
    public var lensMinimum: Int64?
    public var lensMaximum: Int64?
    /// How many frames later than written the lens has come to rest, 0…30; nil: it is learned.
    public var lensDelay: Int32?
    /// How many frames later than written the exposure is in effect, 0…30; nil: it is learned.
    public var exposureDelay: Int32?
    /// Whether what is read back says nothing about what is in effect: neither a search's steps nor a hold is read back then.
    public var cannotBeReadBack: Bool
    /// Whether the camera puts lens, exposure, gain and their automatics back when a stream starts.
    public var resetsAtStreamStart: Bool
    /// The only exposure times that the camera takes, in units of 100 µs, increasing; at most `mostExposureTimes` of them
    /// count. Empty: all times of the control's range.
    public var exposureTimes: [Int64]
    /// The least time between the end of one control write and the next one: `writePauseRange`; zero: none.
    public var writePause: TimeSpan
    /// How long the first frame of a stream may take: `firstFrameRange`; nil: as long as of any camera.
    public var firstFrameTime: TimeSpan?

    /// The most exposure times that a list may have.
    public static let mostExposureTimes = 32
    /// The pauses between writes that are of use: after 5 s each, no tap would be carried out in its time.
    public static let writePauseRange = TimeSpan.zero...TimeSpan.milliseconds(5000)
    /// The times of a first frame that are of use: nobody waits at a screen for longer than 30 s.
    public static let firstFrameRange = TimeSpan.milliseconds(1)...TimeSpan.milliseconds(30_000)

    public init(
        unusable: InlineList<8, ControlID> = InlineList(), lensMinimum: Int64? = nil, lensMaximum: Int64? = nil,
        lensDelay: Int32? = nil, exposureDelay: Int32? = nil, cannotBeReadBack: Bool = false,
        resetsAtStreamStart: Bool = false, exposureTimes: [Int64] = [], writePause: TimeSpan = .zero,
        firstFrameTime: TimeSpan? = nil
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
    }
}

extension CameraQuirks {
    /// Whether a control counts as not there.
    func excludes(_ id: ControlID) -> Bool {
        for index in 0..<unusable.count where unusable[index] == id { return true }
        return false
    }

    /// The exposure times to choose from: those of the list that the control can hold, or all of its range where none is
    /// left. Nil where the range is empty.
    func exposureTimes(of control: ControlDescription) -> ControlSteps? {
        var usable: [Int64] = []
        for time in exposureTimes.prefix(Self.mostExposureTimes) {
            guard time >= max(control.minimum, 1), time <= control.maximum, time > usable.last ?? 0 else { continue }
            usable.append(time)
        }
        return ControlSteps(increasing: usable)
            ?? ControlSteps(least: control.minimum, most: control.maximum, step: control.step)
    }

    /// The pause between writes, as far as it is of use.
    var usableWritePause: TimeSpan {
        min(max(writePause, Self.writePauseRange.lowerBound), Self.writePauseRange.upperBound)
    }

    /// The time of the first frame, as far as it is of use.
    var usableFirstFrameTime: TimeSpan? {
        firstFrameTime.map { min(max($0, Self.firstFrameRange.lowerBound), Self.firstFrameRange.upperBound) }
    }

    /// The control with the range that is of use; one that this would leave empty is left as it is.
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
