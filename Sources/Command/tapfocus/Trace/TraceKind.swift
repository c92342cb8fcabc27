import CommandLineWords
import FocusCore
import StateTrace

/// The kinds of inputs and effects among which a person can choose. Some belong to none.
enum TraceKind: String, CaseIterable, Hashable {
    case state, tap, write, motion, frame

    /// Reads a list: "state,tap".
    /// - Throws: `UsageError` with the names that there are.
    static func list(_ text: String) throws -> Set<TraceKind> {
        try Set(
            text.split(separator: ",", omittingEmptySubsequences: false).map { name in
                guard let kind = TraceKind(rawValue: String(name)) else {
                    let names = allCases.map(\.rawValue)
                    throw UsageError(
                        "--only: expected a list of \(names.joined(separator: ", ")), not \"\(name)\"."
                            + Nearest.name(to: String(name), among: names))
                }
                return kind
            })
    }

    /// The kind of an effect; nil if it belongs to none.
    static func of(_ effect: Effect) -> TraceKind? {
        switch effect {
        case .state, .stopped, .cameraReleased, .kept: .state
        case .settled, .tapIgnored, .tapRefused: .tap
        case .requestFrames, .releaseFrames, .searched, .exposed: .frame
        case .motionSensor: .motion
        case .fault(let fault): of(fault)
        case .compensationTakenBack, .zoomed, .shutter, .relit: .write
        case .call(let call): if case .write = call.operation { .write } else { nil }
        case .arm, .disarm, .levels: nil
        }
    }

    private static func of(_ fault: Fault) -> TraceKind {
        switch fault {
        case .accelerationNotFinite: .motion
        case .touchOutOfRange, .touchRangeUnusable, .calibrationUnusable: .tap
        case .framesRefused, .framesEnded, .framesWithdrawn, .frameUnusable: .frame
        case .controlStepUnusable, .controlRangeUnusable, .controlIgnored, .controlChanged, .originalUnusable,
            .automaticReturns, .holdBroken, .holdLost, .zoomUnknown, .zoomUnusable, .zoomRefused,
            .compensationUnusable, .compensationLimited:
            .write
        }
    }
}
