/// The line to the camera. One demand at a time is under way, of its controls or of its frames: what a stream begins with depends
/// on the controls, and some cameras reset their controls when a stream begins.
struct CallLine: Equatable, Sendable, Snapshotable {
    /// The demand that has not been answered yet; nil: the line is free.
    private(set) var underWay: DemandUnderWay?
    /// The next write of a repair after EACCES. It comes before all other calls.
    private(set) var repair: RepairWrite?
    private var lastWrite: Instant?

    /// True when it was reported since the tap began that an automatic does not stay off.
    private var hasReportedAutomatic = false

    @inline(__always)
    var isFree: Bool { underWay.isNone }

    /// True if a write is unanswered, or is to be repeated after a repair.
    @inline(__always)
    var hasWrite: Bool { underWay?.demand.isWrite == true || !repair.isNone }

    mutating func begin(_ demand: Demand, for reason: CallReason, _ attempt: CallAttempt = .first) {
        underWay = DemandUnderWay(demand: demand, reason: reason, attempt: attempt)
    }

    /// A demand was answered.
    /// - Returns: the demand that this ends; nil: the answer is to another one, for which nobody waits.
    mutating func end(_ answer: Demand.Answer, at time: Instant) -> DemandUnderWay? {
        guard let finished = underWay, finished.demand.isAnswered(by: answer) else { return nil }
        underWay = nil
        if finished.demand.isWrite { lastWrite = time }
        return finished
    }

    /// A write was refused because automatics rule its controls: for the first time they are switched off, and the write is repeated.
    /// - Returns: false when they were switched off already: the refusal counts.
    mutating func switchOff(
        _ automatics: ControlSettings, for settings: ControlSettings,
        after refused: DemandUnderWay
    ) -> Bool {
        guard refused.attempt == .first else { return false }
        repair = RepairWrite(settings: automatics, reason: refused.reason, attempt: .regaining(settings))
        return true
    }

    /// True when a write has switched automatics off: the settings that were refused are written again.
    mutating func repeats(after written: DemandUnderWay) -> Bool {
        guard case .regaining(let settings) = written.attempt, written.isAwaited else { return false }
        repair = RepairWrite(settings: settings, reason: written.reason, attempt: .second)
        return true
    }

    /// A tap begins: an automatic that does not stay off is reported again.
    mutating func tapBegan() { hasReportedAutomatic = false }

    /// An automatic does not stay off.
    /// - Returns: true when it must be reported, which is once for each tap.
    mutating func mustReportAutomatic(after reason: CallReason) -> Bool {
        if case .step(let step) = reason, step.isOptional { return false }
        defer { hasReportedAutomatic = true }
        return !hasReportedAutomatic
    }

    mutating func takeRepair() -> RepairWrite? {
        defer { repair = nil }
        return repair
    }

    /// Another plan takes the place of the current one: nobody waits for the call under way, unless it is a search's and searches go on.
    mutating func planReplaced(endsSearches: Bool) {
        if endsSearches || underWay?.reason.isOfSearch != true { underWay?.isAwaited = false }
        if endsSearches || repair?.reason.isOfSearch != true { repair = nil }
    }

    /// True if a search's write has not been answered for good: it is under way, or is repeated after a repair.
    @inline(__always)
    func isWriting(for component: Component) -> Bool {
        underWay?.reason == .search(component) || repair?.reason == .search(component)
    }

    /// True if what a search has written is being read back.
    @inline(__always)
    func isChecking(_ component: Component) -> Bool { underWay?.reason == .check(component) }

    /// When the next control may be written to a camera that needs a pause between two writes; nil: now.
    func nextWrite(after pause: TimeSpan, at time: Instant) -> Instant? {
        guard pause > .zero, let lastWrite else { return nil }
        let next = lastWrite.advanced(by: pause)
        return time < next ? next : nil
    }
}

struct DemandUnderWay: Equatable, Sendable, Snapshotable {
    var demand: Demand
    var reason: CallReason
    /// True if anybody still waits for it: its plan is the current one, or its search goes on.
    fileprivate(set) var isAwaited = true
    var attempt: CallAttempt
}

enum CallReason: Equatable, Sendable, Snapshotable {
    case step(PlanStep)
    /// A reading while a component adjusts.
    case poll
    /// The read-back after a hold was written.
    case verification(Component)
    /// The regular look at the holds.
    case holdCheck
    /// A search wants another lens position or exposure.
    case search(Component)
    /// The read-back of a search's write.
    case check(Component)
    /// The reading of an automatic that was switched on.
    case proof(ControlID)
    /// A step of the zoom, or the reading of the last one.
    case zoom
    /// The stream begins, ends, or is measured in another way.
    case stream

    var isOfSearch: Bool {
        switch self {
        case .search, .check: true
        case .step, .poll, .verification, .holdCheck, .proof, .zoom, .stream: false
        }
    }
}

/// A write may be refused because an automatic rules the control.
enum CallAttempt: Equatable, Sendable, Snapshotable {
    case first
    /// The automatic is being switched off, before this is written again.
    case regaining(ControlSettings)
    /// It has been switched off, and the same is being written again.
    case second
}

/// The next write of a repair after EACCES, until the camera may be written to: the automatic off, then the settings that were refused.
struct RepairWrite: Equatable, Sendable, Snapshotable {
    var settings: ControlSettings
    var reason: CallReason
    var attempt: CallAttempt
}
