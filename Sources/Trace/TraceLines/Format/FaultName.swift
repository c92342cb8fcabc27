import FocusCore

/// A fault by its name; the details are fields of their own.
struct FaultName: LineName {
    var fault: Fault
    var name: StaticString { fault.name }

    static var allCases: [FaultName] { Fault.all().map { FaultName(fault: $0) } }
    static var expected: StaticString { "a fault that this version knows" }
}

extension Fault {
    /// The name of every fault.
    public static var names: [String] { all().map { $0.name.description } }

    /// Every fault, with these details.
    static func all(_ control: ControlID = ControlID(rawValue: 0), errno: Int32 = 0, missing: Double = 0) -> [Fault] {
        [
            .accelerationNotFinite, .touchOutOfRange, .touchRangeUnusable, .calibrationUnusable,
            .controlStepUnusable(control), .controlRangeUnusable(control), .controlIgnored(control),
            .controlChanged(control), .originalUnusable(control), .automaticReturns(control), .holdBroken(control),
            .holdLost(control), .framesRefused(errno: errno), .framesEnded(errno: errno), .framesWithdrawn,
            .frameUnusable, .zoomUnknown, .zoomUnusable, .zoomRefused(errno: errno), .compensationUnusable,
            .compensationLimited(missing: missing),
        ]
    }

    /// The control that the fault concerns; nil if none.
    public var control: ControlID? {
        switch self {
        case .controlStepUnusable(let id), .controlRangeUnusable(let id), .controlIgnored(let id),
            .controlChanged(let id), .originalUnusable(let id), .automaticReturns(let id), .holdBroken(let id),
            .holdLost(let id):
            id
        case .accelerationNotFinite, .touchOutOfRange, .touchRangeUnusable, .calibrationUnusable, .framesRefused,
            .framesEnded, .framesWithdrawn, .frameUnusable, .zoomUnknown, .zoomUnusable, .zoomRefused,
            .compensationUnusable, .compensationLimited:
            nil
        }
    }

    /// The errno of the failed call; nil when no call failed.
    public var errno: Int32? {
        switch self {
        case .framesRefused(let errno), .framesEnded(let errno), .zoomRefused(let errno): errno
        default: nil
        }
    }
}
