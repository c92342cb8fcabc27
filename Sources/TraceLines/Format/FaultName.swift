import FocusCore

/// The details of a recorded fault.
struct FaultDetails {
    var control = ControlID(rawValue: 0)
    var errno: Int32 = 0
    /// In EV.
    var missing = 0.0
}

/// A fault as a trace names it.
struct FaultName {
    var name: StaticString
    private let make: (FaultDetails) -> Fault

    private init(_ make: @escaping (FaultDetails) -> Fault) {
        self.make = make
        name = make(FaultDetails()).name
    }

    func fault(_ details: FaultDetails) -> Fault { make(details) }

    /// Every fault.
    static var all: [FaultName] {
        [
            FaultName { _ in .accelerationNotFinite }, FaultName { _ in .touchOutOfRange },
            FaultName { _ in .touchRangeUnusable }, FaultName { _ in .calibrationUnusable },
            FaultName { .controlStepUnusable($0.control) }, FaultName { .controlRangeUnusable($0.control) },
            FaultName { .controlIgnored($0.control) }, FaultName { .controlChanged($0.control) },
            FaultName { .originalUnusable($0.control) }, FaultName { .automaticReturns($0.control) },
            FaultName { .holdBroken($0.control) }, FaultName { .holdLost($0.control) },
            FaultName { .framesRefused(errno: $0.errno) }, FaultName { .framesEnded(errno: $0.errno) },
            FaultName { _ in .framesWithdrawn }, FaultName { _ in .frameUnusable },
            FaultName { _ in .compensationUnusable }, FaultName { .compensationLimited(missing: $0.missing) },
        ]
    }
}

extension Fault {
    /// The name of every fault.
    public static var names: [String] { FaultName.all.map { $0.name.description } }
}
