import FocusCore
import JSONLines

/// Replays a session of version 1 of the format on today's engine.
///
/// In version 1 a stream was begun and ended by calls to the camera, and calls of both kinds counted up together. So the inputs
/// are translated before the engine gets them, and its effects are written as version 1 wrote them, byte for byte.
struct VersionOne {
    /// Today's form of a call of version 1.
    private enum Demand {
        case call(UInt32)
        case frames(UInt32)
        case noFrames(UInt32)
    }

    /// Answers come to the latest call, or late: more than these nobody waits for.
    private static let keptCalls = 64
    private static let keptRequests = 16
    /// No engine gives an id as large as this one.
    private static let unknown = UInt32.max

    private var lastCall: UInt32 = 0
    private var calls: [(old: UInt32, demand: Demand)] = []
    /// The requests for frames. Frames of one may come long after the calls around it are forgotten.
    private var requests: [(old: UInt32, new: UInt32)] = []
    /// The request whose frames come.
    private var running = unknown

    var keptDemands: Int { calls.count + requests.count }

    /// The input that the present engine gets in the place of one of version 1.
    mutating func translate(_ event: Input.Event) -> Input.Event {
        switch event {
        case .cameraAnswered(let result): return answered(result)
        case .frames(.measured(var frame)):
            frame.request = requests.last { $0.old == frame.request }?.new ?? Self.unknown
            return .frames(.measured(frame))
        case .frames(.lost(_, let errno)): return .frames(.lost(request: running, errno: errno))
        default: return event
        }
    }

    /// The effects that version 1 had for an input: it did not report a tap on its way to a camera that was replaced.
    func effects(_ effects: EffectList, of event: Input.Event) -> EffectList {
        guard case .cameraArrived = event else { return effects }
        var told = EffectList()
        effects.forEach { effect in
            if case .tapIgnored(.overtaken, _) = effect { return }
            told.append(effect)
        }
        return told
    }

    mutating func write(_ effects: EffectList, to line: inout JSONLine) {
        line.open("[")
        effects.forEach { effect in
            switch effect {
            case .call(var call):
                call.id = number(.call(call.id))
                Effect.call(call).write(to: &line)
            case .requestFrames(let id, let request): line.streamCall(number(.frames(id)), request)
            case .releaseFrames(let id): line.streamCall(number(.noFrames(id)), nil)
            case .state(var report):
                report.unlockers = nil
                Effect.state(report).write(to: &line)
            case .settled(let report): Effect.settled(report.withoutReasons).write(to: &line)
            default: effect.write(to: &line)
            }
        }
        line.close("]")
    }

    private mutating func number(_ demand: Demand) -> UInt32 {
        lastCall &+= 1
        calls.append((lastCall, demand))
        if calls.count > Self.keptCalls { calls.removeFirst() }
        if case .frames(let id) = demand {
            requests.append((lastCall, id))
            if requests.count > Self.keptRequests { requests.removeFirst() }
        }
        return lastCall
    }

    private mutating func answered(_ result: ControlResult) -> Input.Event {
        switch calls.last(where: { $0.old == result.call })?.demand {
        case nil: return .cameraAnswered(ControlResult(call: Self.unknown, errno: result.errno, values: result.values))
        case .call(let id): return .cameraAnswered(ControlResult(call: id, errno: result.errno, values: result.values))
        case .noFrames(let id): return .frames(.ended(request: id))
        case .frames(let id):
            guard result.errno == 0 else { return .frames(.unavailable(request: id, errno: result.errno)) }
            // One call is under way at a time: an answer to an earlier one is for nobody.
            if result.call == lastCall { running = id }
            func value(_ index: Int) -> Int64 { (result.values[index] ?? nil)?.integer ?? 0 }
            let interval = TimeSpan(nanoseconds: value(2))
            return .frames(.began(FramesBegan(request: id, width: value(0), height: value(1), interval: interval)))
        }
    }
}

extension JSONLine {
    /// A call of version 1 that begins a stream, or ends it.
    fileprivate mutating func streamCall(_ id: UInt32, _ request: FrameRequest?) {
        open("{")
        field("call", CallRecord(id: id, startFrames: request, stopFrames: request == nil ? EmptyObject() : nil))
        close("}")
    }
}
