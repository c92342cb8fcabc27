/// The exposure searches of one camera: the present search, the setting in effect, and the learned delays and gains.
struct ExposureRun: Equatable, Sendable, Snapshotable {
    /// The present search; nil: none.
    private(set) var search: ExposureControl?
    private var began = Instant(nanoseconds: 0)
    /// The setting to write next; nil: everything is written.
    var wanted: ExposureSetting?
    /// The setting that a search has chosen or restored.
    var setting: ExposureSetting?
    /// The compensation that `setting` was found with, in EV.
    private(set) var compensation = 0.0
    /// The EV that `setting` lacks; negative when it is too bright.
    private(set) var missing = 0.0
    /// The compensation of the setting before the search, in EV.
    private(set) var standingCompensation = 0.0
    /// The exposure's delay in frames; nil until a search has learned it.
    private(set) var delay: Int?
    /// The effect of the gain control, as far as searches have learned it.
    private(set) var gainScale = GainScale.usual
    /// True when an earlier exposure was put back since the latest search, or the light was switched: frames may still show another one.
    private(set) var isOnItsWay = false
    /// The mean luma of the last frame before the latest step; nil: the search has made no step yet.
    private var meanBefore: Double?

    @inline(__always)
    var isSearching: Bool { !search.isNone }

    /// True when frames show the exposure that is kept, as far as is known: no search is under way, or it only waits for the frames that
    /// confirm its setting.
    var isSteady: Bool { wanted == nil && search?.isOnTarget ?? true }

    /// Begins a search. Its first setting is always written: many cameras report the last manual exposure while the automatic uses another.
    mutating func begin(_ search: ExposureControl, at time: Instant) {
        // If the new search replaces an unfinished one, the compensation from before that one stays.
        if self.search == nil { standingCompensation = compensation }
        setting = search.setting
        wanted = search.setting
        self.search = search
        began = time
        meanBefore = nil
        isOnItsWay = false
    }

    func isLate(at time: Instant, after longest: TimeSpan) -> Bool { isSearching && time.since(began) > longest }

    /// The next write; nil: none is wanted. It counts as made.
    mutating func nextWrite() -> ControlSettings? {
        guard let setting = wanted else { return nil }
        wanted = nil
        var settings = ControlSettings(one: ControlSetting(.exposureAbsolute, .integer(setting.time)))
        if let gain = setting.gain { settings.append(ControlSetting(.gain, .integer(gain))) }
        return settings
    }

    /// Says whether the search would count a frame for the latest step, and whether the frame shows that step.
    func evidence(of frame: FrameStatistics) -> SearchEvidence {
        guard let search else { return .notNeeded }
        var next = search
        let action = next.look(frame)
        guard action != .wait || search.isWaiting && !next.isWaiting else { return .notNeeded }
        let isLast = if case .finished = action { true } else { false }
        return .needed(isShown: meanBefore.map { Self.isVisible(from: $0, to: frame.mean) } ?? false, isLast: isLast)
    }

    /// The least change of luma, as a share, that noise and lamps cannot cause.
    private static let visible = 0.1

    private static func isVisible(from before: Double, to now: Double) -> Bool {
        abs(now - before) > max(before, now) * visible
    }

    /// Takes a measured frame: the next setting is tried, or the search ends.
    /// - Parameter isAwaited: true when a tap waits for the end: its hold writes the final setting. Otherwise a search that gives up writes
    ///   it, because it may differ from the last one that was tried.
    /// - Returns: the end of the search, or nil while no search has ended.
    mutating func look(
        _ frame: FrameStatistics, isHeeded: Bool, with compensation: Double, isAwaited: Bool
    ) -> SearchEnd? {
        switch search?.look(frame, isHeeded: isHeeded) {
        case nil, .wait?:
            return nil
        case .set(let time, let gain)?:
            set(ExposureSetting(time: time, gain: gain), after: frame, with: compensation)
            return nil
        case .finished(let report)?:
            let limit = search?.limit
            end(report, with: compensation)
            if !isAwaited, report.outcome == .gaveUp { wanted = setting }
            return .exposure(report, report.outcome == .converged ? nil : FailureReason(report, at: limit))
        }
    }

    /// Sets the setting that the search wants next.
    /// - Parameter frame: the frame in which the search has decided that.
    mutating func set(_ next: ExposureSetting, after frame: FrameStatistics, with compensation: Double) {
        found(with: compensation)
        meanBefore = frame.mean
        setting = ExposureSetting(time: next.time, gain: next.gain ?? setting?.gain)
        wanted = next
    }

    mutating func writeAgain(_ setting: ExposureSetting) {
        wanted = setting
        search?.writeAgain()
    }

    mutating func end(_ report: ExposureReport, with compensation: Double) {
        delay = search?.learnedDelay
        gainScale = search?.learnedGain ?? gainScale
        let missing = search?.missing ?? 0
        search = nil
        setting = ExposureSetting(time: report.time, gain: report.gain)
        found(with: compensation, missing: missing)
    }

    /// Gives the search up and sets the best setting that it has tried.
    /// - Returns: its report; nil: no search.
    mutating func giveUp() -> ExposureReport? {
        guard let report = search?.giveUp() else { return nil }
        search = nil
        setting = ExposureSetting(time: report.time, gain: report.gain)
        wanted = setting
        return report
    }

    /// The camera has refused the setting of the search and kept its earlier one, of this time; nil: unknown, and `setting`'s stays.
    mutating func refused(keeping told: Int64?) {
        if told != nil { found(with: standingCompensation) }
        setting = (told ?? setting?.time).map { ExposureSetting(time: $0, gain: nil) }
        wanted = nil
    }

    /// This exposure is in effect again, after another one, or there is another light.
    mutating func isShownLater() { isOnItsWay = true }

    /// Drops the search; its result is no longer needed.
    mutating func abandon() {
        search = nil
        wanted = nil
    }

    /// Notes the compensation of the setting that is in effect or being searched.
    mutating func found(with compensation: Double, missing: Double = 0) {
        self.compensation = compensation
        self.missing = missing
    }
}
