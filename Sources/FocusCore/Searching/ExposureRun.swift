/// The exposure searches of one camera: the one that goes on, what is set, and what was learned.
struct ExposureRun: Equatable, Sendable {
    /// The search that goes on; nil: none does.
    private(set) var search: ExposureControl?
    /// What is to be written next; nil: the camera has been told all.
    var wanted: ExposureSetting?
    /// What a search has set, or put back.
    var setting: ExposureSetting?
    /// The compensation that `setting` was found with, in EV.
    private(set) var compensation = 0.0
    /// The EV by which `setting` came short of what was wanted; below 0 where it is too bright.
    private(set) var missing = 0.0
    /// The compensation of what stood before the search, in EV.
    private(set) var standingCompensation = 0.0
    /// The exposure's delay in frames, where a search has learned it.
    private(set) var delay: Int?
    /// How gain answers, as far as searches have learned it.
    private(set) var gainScale = GainScale.usual

    var isSearching: Bool { search != nil }

    /// A search begins. Its first setting is written also where it seems to be in effect: many cameras tell the latest manual
    /// exposure while the automatic has another.
    mutating func begin(_ search: ExposureControl) {
        // A search that ends before it has set anything has not compensated anything, either.
        if self.search == nil { standingCompensation = compensation }
        setting = search.setting
        wanted = search.setting
        self.search = search
    }

    /// A frame was measured.
    /// - Returns: what the search says; nil: none goes on.
    mutating func look(_ frame: FrameStatistics, isHeeded: Bool) -> ExposureControl.Action? {
        search?.look(frame, isHeeded: isHeeded)
    }

    /// The search wants another setting.
    mutating func set(_ next: ExposureSetting, with compensation: Double) {
        found(with: compensation)
        setting = ExposureSetting(time: next.time, gain: next.gain ?? setting?.gain)
        wanted = next
    }

    /// What the camera did not heed is written once more.
    mutating func writeAgain(_ setting: ExposureSetting) {
        wanted = setting
        search?.writeAgain()
    }

    /// The search has ended by itself.
    mutating func end(_ report: ExposureReport, with compensation: Double) {
        delay = search?.learnedDelay
        gainScale = search?.learnedGain ?? gainScale
        let missing = search?.missing ?? 0
        search = nil
        setting = ExposureSetting(time: report.time, gain: report.gain)
        found(with: compensation, missing: missing)
    }

    /// The search is given up: the best that was tried is set.
    /// - Returns: what it came to; nil: none went on.
    mutating func giveUp() -> ExposureReport? {
        guard let report = search?.giveUp() else { return nil }
        search = nil
        setting = ExposureSetting(time: report.time, gain: report.gain)
        wanted = setting
        return report
    }

    /// The camera has refused what the search wanted, and has kept what it had.
    /// - Parameter told: the time that it was told before; nil: none, and what was found before counts.
    mutating func refused(keeping told: Int64?) {
        if told != nil { found(with: standingCompensation) }
        setting = (told ?? setting?.time).map { ExposureSetting(time: $0, gain: nil) }
        wanted = nil
    }

    /// Nobody is interested in the search any more.
    mutating func abandon() {
        search = nil
        wanted = nil
    }

    /// What is in effect was found with a compensation, or is on the way there.
    mutating func found(with compensation: Double, missing: Double = 0) {
        self.compensation = compensation
        self.missing = missing
    }
}
