/// The focus searches of one camera: the one that goes on, where the lens is, and what was learned.
struct FocusRun: Equatable, Sendable {
    /// The search that goes on; nil: none does.
    private(set) var search: FocusDriver?
    /// The position that is to be written next; nil: the camera has been told all.
    var wanted: Int64?
    /// Where a search has put the lens, or put it back; nil: nobody knows, an automatic may have moved it.
    var position: Int64?
    /// Where the lens was before searches that were not finished. It goes back there when nothing is found.
    private(set) var restPosition: Int64?
    /// The sharpness that the latest search for the same use has found; nil: it has found nothing.
    private(set) var foundSharpness: Double?
    /// Searches in a row that were given up.
    private var givenUp = 0
    /// The lens's delay, where a search has learned it.
    private(set) var delay: LensDelay?

    /// After this many searches in a row that were given up, what was found before them is no measure any more: a camera that
    /// refuses once is not left blurred for that, and one that always refuses is not searched for ever.
    private static let mostGivenUp = 3

    var isSearching: Bool { search != nil }

    /// A search begins at a position. The position is written also where the lens seems to be there already: many cameras
    /// tell the latest manual position while the automatic has the lens elsewhere.
    mutating func begin(_ search: FocusDriver, at position: Int64) {
        self.search = search
        self.position = position
        wanted = position
    }

    /// The search wants another position.
    mutating func move(to position: Int64) {
        self.position = position
        wanted = position
    }

    /// A frame was measured.
    /// - Returns: what the search says; nil: none goes on.
    mutating func look(_ frame: FrameStatistics, isHeeded: Bool) -> FocusDriver.Action? {
        search?.look(frame, isHeeded: isHeeded)
    }

    /// The position that the camera did not heed is written once more.
    /// - Parameter position: where the camera says that the lens is.
    mutating func writeAgain(_ wanted: Int64, from position: Int64) {
        self.wanted = wanted
        search?.writeAgain(from: position)
    }

    /// The search has ended by itself.
    mutating func end(_ report: FocusSearchReport) {
        delay = search?.learnedDelay
        search = nil
        givenUp = 0
        foundSharpness = report.outcome == .found ? report.sharpness : nil
        guard report.outcome == .found else { return }
        position = report.position
        restPosition = nil
    }

    /// The search is given up.
    /// - Returns: what it came to; nil: none went on.
    mutating func giveUp() -> FocusSearchReport? {
        guard let report = search?.giveUp() else { return nil }
        search = nil
        givenUp = min(givenUp + 1, Self.mostGivenUp)
        if givenUp == Self.mostGivenUp { foundSharpness = nil }
        return report
    }

    /// Nothing was found: the lens goes back to where it was before the search, and before those that were not finished.
    /// - Parameter start: where it was before the search.
    /// - Returns: where it goes.
    mutating func putBack(to start: Int64) -> Int64 {
        let rest = restPosition ?? start
        restPosition = nil
        wanted = position == rest ? nil : rest
        position = rest
        return rest
    }

    /// Nobody is interested in the search any more; the lens stays where it is.
    mutating func abandon() {
        if let report = search?.giveUp(), restPosition == nil { restPosition = report.position }
        search = nil
        wanted = nil
    }

    /// An automatic moves the lens from now on.
    mutating func forgetPosition() {
        position = nil
        restPosition = nil
    }

    /// Frames are needed for something else: another region is not as sharp as the one before.
    mutating func useChanged() {
        givenUp = 0
        foundSharpness = nil
    }
}
