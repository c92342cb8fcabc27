/// The stream of one camera: what is measured in it, what for, and what is searched.
struct FrameState: Sendable {
    /// What frames are needed for.
    enum Use: Equatable, Sendable {
        case nothing
        /// Something is searched at a point, once.
        case tap(PointOfInterest)
        /// What is held at a point shall be let go when the scene changes.
        case scene(PointOfInterest)
        /// The camera has no automatic: it is kept right about a point.
        case continuous(PointOfInterest)
    }

    private(set) var use = Use.nothing
    var stream = StreamLife()
    var failures = StreamFailures()

    /// What is being searched.
    var focus: FocusDriver?
    var exposure: ExposureControl?
    /// Looks whether what is kept right needs another search.
    var watch: FocusWatch
    /// What is kept right and shall be searched anew, as soon as frames come at the full rate.
    var dueSearches: ComponentSet = []
    /// Whether nothing is searched, and the watch has begun.
    var isWatching = false
    /// How many more frames show a lens that may not have come to rest where the search begins, or another exposure.
    var framesToRest = PerComponent(focus: 0, exposure: 0)
    /// What a search wants and the camera has not been told yet.
    var wantedLens: Int64?
    var wantedExposure: ExposureSetting?
    /// What a search has written last.
    var written = InlineList<4, ControlSetting>()
    /// How often in a row that was not in effect.
    var unheeded = PerComponent(focus: 0, exposure: 0)
    /// What is being written again because it was ignored, and when that was last over: the driver marks frames from before
    /// as if they had been taken with it.
    var rewriting: ComponentSet = []
    var rewritten = PerComponent<Instant?>(focus: nil, exposure: nil)
    /// When the camera last answered to what a search had written.
    var answered = PerComponent<Instant?>(focus: nil, exposure: nil)
    /// What tells nothing when it is read back.
    var mute: ComponentSet = []
    /// Where a search has put it, or put it back.
    var lens: Int64?
    var exposed: ExposureSetting?
    /// The compensation that `exposed` has in it, and the one that what stood before the search had.
    private(set) var exposedCompensation = 0.0
    /// The EV by which that exposure came short of what was wanted; below 0 where it is too bright.
    private(set) var exposureMissing = 0.0
    var standingCompensation = 0.0
    /// Where the lens was before searches that were not finished: there it goes back to when nothing is found.
    var restLens: Int64?
    /// How sharp the last search of this use has seen what it has found; nil: it has found nothing.
    private(set) var foundSharpness: Double?
    /// How many searches in a row were given up.
    private var givenUp = 0
    /// What has been learned of the camera, in frames; nil: nothing yet.
    var lensDelay: LensDelay?
    var exposureDelay: Int?
    var gainScale = GainScale.usual

    init(_ settings: FocusSearchSettings) {
        watch = FocusWatch(settings: settings)
    }

    /// Whether a search wants what the camera has not been told yet.
    var hasWishes: Bool { wantedLens != nil || wantedExposure != nil }

    var isForTap: Bool { if case .tap = use { true } else { false } }

    var isSearching: Bool { focus != nil || exposure != nil }

    /// So many searches are given up in a row until what was found before them is no measure any more: a camera that refuses
    /// once is not left blurred for that, and one that always does is not searched for ever.
    private static let mostGivenUp = 3

    /// A search for focus has ended by itself.
    mutating func focusEnded(_ report: FocusSearchReport) {
        focus = nil
        givenUp = 0
        foundSharpness = report.outcome == .found ? report.sharpness : nil
    }

    /// A search for focus was given up.
    mutating func focusGivenUp() {
        focus = nil
        givenUp = min(givenUp + 1, Self.mostGivenUp)
        if givenUp == Self.mostGivenUp { foundSharpness = nil }
    }

    /// What is in effect was found with a compensation, or is on the way there.
    /// - Parameter missing: the EV by which the search came short.
    mutating func exposed(with compensation: Double, missing: Double = 0) {
        exposedCompensation = compensation
        exposureMissing = missing
    }

    /// Frames are needed for something else now: another region is not as sharp as this one.
    mutating func change(to use: Use) {
        guard use != self.use else { return }
        self.use = use
        givenUp = 0
        foundSharpness = nil
    }

    /// An automatic moves the lens from now on.
    mutating func forgetLens() {
        lens = nil
        restLens = nil
    }

    /// What was searched is not searched any more; the lens may be anywhere.
    mutating func abandonSearches() {
        if let report = focus?.giveUp(), restLens == nil { restLens = report.position }
        focus = nil
        exposure = nil
        wantedLens = nil
        wantedExposure = nil
        rewriting = []
        dueSearches = []
        isWatching = false
    }
}
