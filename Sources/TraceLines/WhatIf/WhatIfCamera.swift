import FocusCore

/// The camera of a what-if run: it hands on the recorded answers to what both runs have asked for in the same step, and
/// makes up answers to everything else. A made-up camera takes each value, and its frames are those that were recorded.
struct WhatIfCamera {
    private struct Answer {
        var time: Instant
        var event: Input.Event
    }

    /// Something that both runs have asked for, by the id in each of them.
    private struct Link {
        var recorded: UInt32
        var own: UInt32
    }

    /// The usual time of a control write over USB.
    private static let delay = TimeSpan.milliseconds(8)
    /// EBUSY of Linux: the answer to a request for frames if none were ever recorded.
    private static let busy: Int32 = 16

    private var calls: [Link] = []
    private var requests: [Link] = []
    private var answers: [Answer] = []
    private var values: [ControlSetting] = []
    private var lastBegan: FramesBegan?
    /// A request of this run that the recording does not have, and for which its frames stand in; nil: none.
    private var standIn: UInt32?

    /// Learns from a recorded input what a made-up answer should say.
    mutating func note(_ event: Input.Event) {
        switch event {
        case .cameraArrived(let description):
            self = WhatIfCamera()
            description.controls.forEach { control in
                if let value = control.value { values.append(ControlSetting(control.id, value)) }
            }
        case .cameraLeft: self = WhatIfCamera()
        case .framesBegan(let began): lastBegan = began
        default: break
        }
    }

    /// The input of this run that a recorded one stands for; nil if it answers something that this run has not asked for.
    mutating func translate(_ event: Input.Event) -> Input.Event? {
        switch event {
        case .timer: return nil
        case .cameraAnswered(let result):
            guard let own = Self.take(result.call, from: &calls) else { return nil }
            return .cameraAnswered(ControlResult(call: own, errno: result.errno, values: result.values))
        case .framesBegan(var began):
            guard let own = own(began.request) else { return nil }
            began.request = own
            return .framesBegan(began)
        case .framesUnavailable(let request, let errno):
            return own(request).map { .framesUnavailable(request: $0, errno: errno) }
        case .framesEnded(let request):
            return own(request).map { .framesEnded(request: $0) }
        case .framesLost(let request, let errno):
            guard let own = own(request) ?? standIn else { return nil }
            return .framesLost(request: own, errno: errno)
        case .frame(var frame):
            guard let own = own(frame.request) ?? standIn else { return nil }
            frame.request = own
            return .frame(frame)
        default: return event
        }
    }

    /// Finds the answers to what this run asks for.
    /// - Parameter recorded: what the recorded run asked for in the same step.
    /// - Returns: true if an answer has to be made up.
    mutating func note(_ effects: EffectList, _ recorded: EffectList, at time: Instant) -> Bool {
        var isMadeUp = false
        effects.forEach { effect in
            guard let own = Self.request(effect) else { return }
            if let recorded = Self.same(effect, in: recorded) {
                link(recorded, own, effect)
            } else {
                if case .requestFrames = effect { standIn = own }
                isMadeUp = true
                answers.append(Answer(time: time.advanced(by: Self.delay), event: answer(effect)))
            }
        }
        return isMadeUp
    }

    /// The time of the next made-up answer; they come in the order of the requests.
    var earliest: Instant? { answers.first?.time }

    mutating func takeAnswer() -> Input.Event? {
        answers.isEmpty ? nil : answers.removeFirst().event
    }

    /// The id of a request that the camera answers; nil for any other effect.
    private static func request(_ effect: Effect) -> UInt32? {
        switch effect {
        case .call(let call): call.id
        case .requestFrames(let id, _), .releaseFrames(let id): id
        default: nil
        }
    }

    /// The id of the same request among the recorded effects.
    private static func same(_ effect: Effect, in recorded: EffectList) -> UInt32? {
        guard !recorded.isEmpty else { return nil }
        var id: UInt32?
        recorded.forEach { other in
            switch (effect, other) {
            case (.call(let own), .call(let call)) where own.operation == call.operation: id = call.id
            case (.requestFrames(_, let own), .requestFrames(let other, let request)) where own == request: id = other
            case (.releaseFrames, .releaseFrames(let other)): id = other
            default: break
            }
        }
        return id
    }

    private mutating func link(_ recorded: UInt32, _ own: UInt32, _ effect: Effect) {
        if case .call = effect {
            calls.append(Link(recorded: recorded, own: own))
            // One call is under way at a time; others are answered late or never.
            if calls.count > 64 { calls.removeFirst() }
        } else {
            standIn = nil
            requests.append(Link(recorded: recorded, own: own))
            if requests.count > 64 { requests.removeFirst() }
        }
    }

    private func own(_ recorded: UInt32) -> UInt32? {
        requests.last { $0.recorded == recorded }?.own
    }

    private static func take(_ recorded: UInt32, from links: inout [Link]) -> UInt32? {
        guard let index = links.lastIndex(where: { $0.recorded == recorded }) else { return nil }
        return links.remove(at: index).own
    }

    private mutating func answer(_ effect: Effect) -> Input.Event {
        switch effect {
        case .call(let call): return .cameraAnswered(answer(call))
        case .requestFrames(let id, _):
            guard var began = lastBegan else { return .framesUnavailable(request: id, errno: Self.busy) }
            began.request = id
            return .framesBegan(began)
        default:
            standIn = nil
            return .framesEnded(request: Self.request(effect) ?? 0)
        }
    }

    private mutating func answer(_ call: ControlCall) -> ControlResult {
        var result = ControlResult(call: call.id, errno: 0)
        switch call.operation {
        case .write(let settings):
            settings.forEach { setting in
                values.removeAll { $0.id == setting.id }
                values.append(setting)
                result.values.append(setting.value)
            }
        case .read(let ids):
            ids.forEach { id in result.values.append(values.last { $0.id == id }?.value) }
        }
        return result
    }
}
