import FocusCore

/// Troubles in a step, which a person will want to look at.
public struct Troubles: OptionSet, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The camera refused a call, a stream was lost, a fault was reported, or an original value was not put back.
    public static let error = Troubles(rawValue: 1)
    /// A tap was refused.
    public static let refused = Troubles(rawValue: 2)
    /// A search found nothing: the picture was flat, or the search did not come to its end.
    public static let flat = Troubles(rawValue: 4)

    /// The names that a person writes, in their order.
    public static let names: [(name: String, troubles: Troubles)] = [
        ("error", .error), ("refused", .refused), ("flat", .flat),
    ]

    /// The troubles of a step of the engine.
    public init(_ input: Input, _ effects: EffectList) {
        var found = Self.troubles(of: input.event)
        effects.forEach { found.formUnion(Self.troubles(of: $0)) }
        self = found
    }

    private static func troubles(of event: Input.Event) -> Troubles {
        switch event {
        case .cameraAnswered(let result) where result.errno != 0: .error
        case .frames(.lost): .error
        default: []
        }
    }

    private static func troubles(of effect: Effect) -> Troubles {
        switch effect {
        case .fault, .stopped(isComplete: false): .error
        case .tapRefused: .refused
        case .searched(let report) where report.outcome != .found: .flat
        case .exposed(let report) where report.outcome == .gaveUp: .flat
        case .settled(let report) where report.focus == .failed || report.exposure == .failed: .flat
        default: []
        }
    }
}
