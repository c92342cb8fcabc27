import FocusCore

/// The numbers of one trace, or of many.
public struct TraceStatistics: Equatable, Sendable {
    public var sessions = 0
    public var inputs = 0
    /// From the first input of each session to its last.
    public var time = TimeSpan.zero
    /// The time in each state, by its name in the chart.
    public var stateTimes: [String: TimeSpan] = [:]
    /// The number of taps that the camera accepted.
    public var acceptedTaps = 0
    /// The number of refused taps, by reason.
    public var refusedTaps = Tally<String>()
    /// The number of contacts and taps that had no effect, by reason.
    public var ignoredTaps = Tally<String>()
    public var unlocks = Tally<Unlock>()
    /// The times from an accepted tap to `settled`.
    public var settleTimes: [SettleGroup: DurationHistogram] = [:]
    public var focusSearches = SearchCounts()
    public var exposureSearches = SearchCounts()
    public var troubles = Troubles()

    /// The names of the states. A hostile file may name others.
    public static let states = [
        FocusState.continuousAuto, .autoAndForceLocked(.centre), .unlockableLocked,
    ].map(\.name.description)

    public init() {}

    /// The end of a hold.
    public struct Unlock: Hashable, Sendable {
        /// The chart's transition.
        public var rule: String
        /// The reason that counted as moved; nil for an unlock without such a reason.
        public var moved: String?
    }

    /// Taps whose settle times are comparable.
    public struct SettleGroup: Hashable, Sendable {
        /// The name that the camera reports; nil if the trace does not name it.
        public var camera: String?
        /// USB vendor and product.
        public var usb: String?
        public var focusLevel: String
        public var exposureLevel: String
    }

    /// Searches in frames.
    public struct SearchCounts: Equatable, Sendable {
        public var outcomes = Tally<String>()
        /// The number of frames that the searches looked at.
        public var frames = 0

        mutating func add(_ outcome: StaticString, frames: Int) {
            outcomes.add(outcome.description)
            self.frames = self.frames.addingSaturated(max(frames, 0))
        }

        mutating func add(_ other: SearchCounts) {
            outcomes.add(other.outcomes)
            frames = frames.addingSaturated(other.frames)
        }
    }

    /// What went wrong, and what may explain it.
    public struct Troubles: Equatable, Sendable {
        /// The number of calls that a camera answered with an error, by errno.
        public var controlErrors = Tally<Int32>()
        /// The number of streams that did not begin or were lost, by errno.
        public var frameErrors = Tally<Int32>()
        /// The number of reported faults, by name.
        public var faults = Tally<String>()
        /// The number of signs that another program used the camera, by name.
        public var interventions = Tally<String>()
        /// The number of locks, lights, zooms and closed shutters, by name. They are no troubles, and explain some.
        public var circumstances = Tally<String>()

        mutating func add(_ other: Troubles) {
            controlErrors.add(other.controlErrors)
            frameErrors.add(other.frameErrors)
            faults.add(other.faults)
            interventions.add(other.interventions)
            circumstances.add(other.circumstances)
        }
    }

    /// Far more kinds of cameras and levels than a fleet has; the settle times of further ones are counted together.
    static let mostGroups = 200

    mutating func addSettleTimes(_ times: DurationHistogram, of group: SettleGroup) {
        var group = group
        if settleTimes[group] == nil, settleTimes.count >= Self.mostGroups {
            group = SettleGroup(camera: "(others)", focusLevel: "(any)", exposureLevel: "(any)")
        }
        settleTimes[group, default: DurationHistogram()].add(times)
    }

    /// All settle times together.
    public var allSettleTimes: DurationHistogram { settleTimes.values.reduce(into: DurationHistogram()) { $0.add($1) } }

    /// Adds the numbers of another trace.
    public mutating func add(_ other: TraceStatistics) {
        sessions += other.sessions
        inputs += other.inputs
        time = time.adding(other.time)
        for (state, time) in other.stateTimes { stateTimes[state] = (stateTimes[state] ?? .zero).adding(time) }
        acceptedTaps += other.acceptedTaps
        refusedTaps.add(other.refusedTaps)
        ignoredTaps.add(other.ignoredTaps)
        unlocks.add(other.unlocks)
        for (group, times) in other.settleTimes { addSettleTimes(times, of: group) }
        focusSearches.add(other.focusSearches)
        exposureSearches.add(other.exposureSearches)
        troubles.add(other.troubles)
    }
}

extension Int {
    /// The sum; the largest number if that is too large, as in a hostile file.
    func addingSaturated(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}

extension TimeSpan {
    /// The sum; it saturates.
    package func adding(_ other: TimeSpan) -> TimeSpan {
        TimeSpan(nanoseconds: Instant(nanoseconds: nanoseconds).advanced(by: other).nanoseconds)
    }
}
