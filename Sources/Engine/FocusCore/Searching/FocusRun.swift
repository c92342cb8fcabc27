/// The focus searches of one camera: the present search, the position of the lens, and the learned delay.
struct FocusRun: Equatable, Sendable, Snapshotable {
    /// The present search; nil: none.
    private(set) var search: FocusDriver?
    /// The position to write next; nil: everything is written.
    var wanted: Int64?
    /// The position to which a search has moved the lens; nil: unknown, because an automatic may have moved it.
    var position: Int64?
    /// The position of the lens before a series of unfinished searches. The lens returns there when nothing is found.
    private(set) var restPosition: Int64?
    /// The sharpness found by the latest search for the same use; nil: nothing was found.
    private(set) var foundSharpness: Double?
    private var givenUp = 0
    /// The delay of the lens, learned or given; nil until a search has ended with one.
    private(set) var delay: LensDelay?
    /// The other findings of earlier searches.
    private(set) var experience = FocusExperience()
    /// The sharpness of the last frame before the latest move; nil: the search has not moved the lens yet.
    private var sharpnessBefore: Double?

    /// After so many unfinished searches in a row, `foundSharpness` is forgotten: a camera that always refuses is searched no more.
    private static let mostGivenUp = 3

    @inline(__always)
    var isSearching: Bool { !search.isNone }

    /// True when a search is under way, or was ended before it had found anything: the lens may still be on its way.
    var isUnfinished: Bool { isSearching || restPosition != nil }

    /// Begins a search at a position, which is always written: many cameras report the last manual one, whatever an automatic has done.
    mutating func begin(_ search: FocusDriver, at position: Int64) {
        self.search = search
        self.position = position
        wanted = position
        sharpnessBefore = nil
    }

    /// Sets the position that the search wants next.
    /// - Parameter frame: the frame in which the search has decided that.
    mutating func move(to position: Int64, after frame: FrameStatistics) {
        // A position that is written again has not been left since the frame before the first time.
        if position != self.position { sharpnessBefore = frame.sharpness }
        self.position = position
        wanted = position
    }

    /// The next write; nil: none is wanted. It counts as made.
    mutating func nextWrite() -> ControlSettings? {
        guard let position = wanted else { return nil }
        wanted = nil
        return ControlSettings(one: ControlSetting(.focusAbsolute, .integer(position)))
    }

    /// Says whether the search would count a frame for the latest move, and whether the frame shows that move.
    func evidence(of frame: FrameStatistics) -> SearchEvidence {
        guard let search else { return .notNeeded }
        var next = search
        let action = next.look(frame)
        guard action != .wait || next.progress != search.progress else { return .notNeeded }
        let isLast = if case .finished = action { true } else { false }
        return .needed(isShown: sharpnessBefore.map { search.isVisible(from: $0, to: frame) } ?? false, isLast: isLast)
    }

    /// Takes a measured frame: the lens moves on, or the search ends.
    /// - Returns: the report of the search with the final position of the lens, or nil while no search has ended.
    mutating func look(_ frame: FrameStatistics, isHeeded: Bool) -> FocusSearchReport? {
        switch search?.look(frame, isHeeded: isHeeded) {
        case nil, .wait?:
            return nil
        case .move(let position)?:
            move(to: position, after: frame)
            return nil
        case .finished(let report)?:
            return end(report)
        }
    }

    /// The exposure changes while the search has counted frames already: it begins again, where the lens is.
    mutating func exposureChanges() { search?.beginAgain() }

    /// Writes an ignored position again.
    /// - Parameter position: the position that the camera reports.
    mutating func writeAgain(_ wanted: Int64, from position: Int64) {
        self.wanted = wanted
        search?.writeAgain(from: position)
    }

    /// The search has ended with this report.
    /// - Returns: the report with the final position of the lens.
    mutating func end(_ report: FocusSearchReport) -> FocusSearchReport {
        delay = search?.learnedDelay
        experience = search?.experience ?? experience
        search = nil
        // The scene has changed in the middle of it, or the lens did not follow: the next view is measured by what was found before.
        guard report.outcome != .unfinished else {
            countUnfinished()
            return putBack(report)
        }
        givenUp = 0
        foundSharpness = report.outcome == .found ? report.sharpness : nil
        guard report.outcome == .found else { return putBack(report) }
        position = report.position
        restPosition = nil
        return report
    }

    /// Gives the search up: the lens goes back to where it was.
    /// - Returns: the report with that position, or nil if there is no search.
    mutating func giveUp() -> FocusSearchReport? {
        guard let report = search?.giveUp() else { return nil }
        search = nil
        countUnfinished()
        return putBack(report)
    }

    private mutating func countUnfinished() {
        givenUp = min(givenUp + 1, Self.mostGivenUp)
        if givenUp == Self.mostGivenUp { foundSharpness = nil }
    }

    /// Nothing was found: the lens goes back to where it was before the unfinished searches, or else to the position in the report.
    private mutating func putBack(_ report: FocusSearchReport) -> FocusSearchReport {
        var report = report
        report.position = restPosition ?? report.position
        restPosition = nil
        wanted = position == report.position ? nil : report.position
        position = report.position
        return report
    }

    /// Drops the search; its result is no longer needed, and the lens stays where it is.
    mutating func abandon() {
        if let report = search?.giveUp(), restPosition == nil { restPosition = report.position }
        search = nil
        wanted = nil
    }

    /// Forgets the position, because an automatic moves the lens now.
    mutating func forgetPosition() {
        position = nil
        restPosition = nil
    }

    /// The frames are measured in another version from now on: its sharpness cannot be compared with what was found.
    mutating func measureChanged() { foundSharpness = nil }

    /// The frames show another part of the sensor: a search that is under way begins again, where the lens is.
    mutating func pictureChanged() {
        foundSharpness = nil
        experience.forgetWidth()
        search?.beginAgain()
    }

    /// Frames are needed for another use: the sharpness of another region cannot be compared.
    mutating func useChanged() {
        givenUp = 0
        foundSharpness = nil
    }
}
