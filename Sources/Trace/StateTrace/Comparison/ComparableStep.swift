import FocusCore
import JSONLines

/// A step of a trace, in a form in which two runs can be compared: without the numbers that an engine counts up (calls,
/// requests, timers), and with deadlines as spans from the input.
public struct ComparableStep: Sendable {
    /// Nil for the beginning of a session.
    public var input: Input?
    public var effects: [Effect] = []
    /// The line of the input, from 1.
    public var line: Int

    /// Equal for inputs that are the same, whenever they come.
    public var key: [UInt8] {
        guard let input else { return [] }
        var line = JSONLine(reservingCapacity: 128)
        line.open("{")
        Self.withoutNumbers(input.event).write(to: &line)
        return line.bytes
    }

    private var comparableEffects: [Effect] {
        effects.map { Self.withoutNumbers($0, since: input?.time ?? Instant(nanoseconds: 0)) }
    }

    /// True if another step of the same input has the same effects.
    public func hasSameEffects(as other: ComparableStep) -> Bool { comparableEffects == other.comparableEffects }

    private static func withoutNumbers(_ event: Input.Event) -> Input.Event {
        switch event {
        case .timer(let id, _): return .timer(id, generation: 0)
        case .cameraAnswered(var result):
            result.call = 0
            return .cameraAnswered(result)
        case .frames(.measured(var frame)):
            frame.request = 0
            frame.sequence = 0
            frame.captured = Instant(nanoseconds: 0)
            return .frames(.measured(frame))
        case .frames(.began(var began)):
            began.request = 0
            return .frames(.began(began))
        case .frames(.unavailable(_, let errno)): return .frames(.unavailable(request: 0, errno: errno))
        case .frames(.ended): return .frames(.ended(request: 0))
        case .frames(.lost(_, let errno)): return .frames(.lost(request: 0, errno: errno))
        default: return event
        }
    }

    private static func withoutNumbers(_ effect: Effect, since time: Instant) -> Effect {
        switch effect {
        case .arm(let id, let deadline, _):
            return .arm(id, deadline: Instant(nanoseconds: deadline.since(time).nanoseconds), generation: 0)
        case .call(var call):
            call.id = 0
            return .call(call)
        case .requestFrames(_, let request): return .requestFrames(id: 0, request)
        case .releaseFrames: return .releaseFrames(id: 0)
        default: return effect
        }
    }
}
