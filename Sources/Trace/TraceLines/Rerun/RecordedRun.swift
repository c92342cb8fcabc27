import FocusCore

/// The steps of one recorded session, or only those about the present one, and which of them answers which.
/// A re-run takes the answers of devices from it.
public struct RecordedRun: Sendable {
    private var steps = Shelf<RecordedStep>()
    /// The times of the steps by themselves, because they are asked for most.
    private var times = Shelf<Instant>()
    private(set) var demands = Shelf<RecordedDemand>()
    private(set) var arms = Shelf<RecordedArm>()
    private(set) var writes = WriteLog()
    /// The numbers of the armings that have not ended, by timer.
    private var live: [Int?]
    /// The number of the demand whose frames come.
    private var stream: Int?

    /// An answer that comes later than so many demands belongs to nothing.
    private static let openDemands = 64

    public init() { live = [Int?](repeating: nil, count: 16) }

    /// The index of the first step that is kept, and the one after the last.
    public var first: Int { steps.first }
    public var end: Int { steps.end }

    /// A step that is kept.
    public subscript(index: Int) -> RecordedStep? { steps[index] }

    /// Adds the next step, with the effects that the recorded engine returned.
    /// - Parameter line: the line of the input in its file.
    public mutating func append(_ input: Input, _ effects: EffectList, line: Int = 0) {
        let role = role(of: input.event, at: end)
        append(RecordedStep(input: input, effects: effects.elements, line: line, role: role))
    }

    /// Adds a step that only tells what was under way before the first input.
    mutating func appendSetup(_ event: Input.Event, _ effects: [Effect], at time: Instant) {
        _ = role(of: event, at: end)
        append(RecordedStep(input: Input(event, at: time), effects: effects, line: 0, role: .setup))
    }

    private mutating func append(_ step: RecordedStep) {
        let index = end
        times.append(step.input.time)
        steps.append(step)
        for effect in step.effects { note(effect, at: index) }
    }

    /// Drops the oldest steps, once there are more than twice as many as `count`, so that `count` are left.
    public mutating func keepLast(_ count: Int) {
        steps.keepLast(count)
        times.keepLast(count)
        demands.keepLast(count)
        arms.keepLast(count)
        writes.keepLast(count)
    }

    private mutating func role(of event: Input.Event, at index: Int) -> RecordedStep.Role {
        switch event {
        case .timer(let id, let generation): return expiry(of: id, generation, at: index)
        case .cameraAnswered(let result):
            guard let number = openDemand(for: event) else { return .stray }
            demands.change(number) { $0.answer = index }
            if let demand = demands[number] { writes.note(demand.effect, result, at: Int64(index)) }
            return .answer(demand: number)
        case .frames(.began): return answer(openDemand(for: event), at: index, begins: true)
        case .frames(.unavailable), .frames(.ended): return answer(openDemand(for: event), at: index)
        case .frames(.measured(let frame)): return isStream(frame.request) ? .frame(demand: stream ?? 0) : .stray
        case .frames(.lost(let request, _)):
            guard isStream(request), let stream else { return .stray }
            endStream(at: index)
            return .lost(demand: stream)
        case .cameraArrived(let camera):
            writes.note(camera, at: Int64(index))
            endStream(at: index)
            return .raw
        case .cameraLeft:
            endStream(at: index)
            return .raw
        default: return .raw
        }
    }

    private mutating func expiry(of id: TimerID, _ generation: UInt32, at index: Int) -> RecordedStep.Role {
        guard let number = live[Int(id.rawValue)], arms[number]?.generation == generation else { return .stray }
        arms.change(number) {
            $0.end = index
            $0.hasExpired = true
        }
        live[Int(id.rawValue)] = nil
        return .expiry(arm: number)
    }

    private func isStream(_ request: UInt32) -> Bool {
        guard let stream, case .requestFrames(let id, _)? = demands[stream]?.effect else { return false }
        return id == request
    }

    /// An answer to a demand of frames; whatever it is, the stream that was there is over.
    private mutating func answer(_ demand: Int?, at index: Int, begins: Bool = false) -> RecordedStep.Role {
        guard let demand else { return .stray }
        endStream(at: index)
        if begins { stream = demand }
        demands.change(demand) { $0.answer = index }
        return .answer(demand: demand)
    }

    private mutating func endStream(at index: Int) {
        if let stream { demands.change(stream) { $0.end = index } }
        stream = nil
    }

    /// The latest demand that an input answers.
    private func openDemand(for answer: Input.Event) -> Int? {
        let numbers = max(demands.first, demands.end - Self.openDemands)..<demands.end
        return numbers.last { demands[$0]?.isAnswered(by: answer) == true }
    }

    private mutating func note(_ effect: Effect, at index: Int) {
        switch effect {
        case .arm(let id, let deadline, let generation):
            endArm(id, at: index)
            live[Int(id.rawValue)] = arms.end
            arms.append(RecordedArm(step: index, id: id, deadline: deadline, generation: generation))
        case .disarm(let id): endArm(id, at: index)
        case .call, .requestFrames, .releaseFrames: demands.append(RecordedDemand(step: index, effect: effect))
        default: break
        }
    }

    private mutating func endArm(_ id: TimerID, at index: Int) {
        if let number = live[Int(id.rawValue)] { arms.change(number) { $0.end = index } }
        live[Int(id.rawValue)] = nil
    }

    /// The number of the last arming of a timer that happened with a step.
    func arm(of id: TimerID, at step: Int) -> Int? {
        let numbers = arms.firstNumber { $0.step >= step }..<arms.firstNumber { $0.step > step }
        return numbers.last { arms[$0]?.id == id }
    }

    /// The number of the equal demand that was made with a step.
    func demand(equalTo effect: Effect, at step: Int) -> Int? {
        let numbers = demands.firstNumber { $0.step >= step }..<demands.firstNumber { $0.step > step }
        return numbers.first { demands[$0]?.asks(effect, exactly: true) == true }
    }

    /// The number of the next answered demand for the same, from a step on; if there is none, the latest one before it.
    func nearestAnswered(_ effect: Effect, from step: Int) -> Int? {
        let start = demands.firstNumber { $0.step >= step }
        let (first, end) = (max(start - Self.searched, demands.first), min(start + Self.searched, demands.end))
        func isAnswered(_ number: Int) -> Bool {
            guard let demand = demands[number], demand.answer != nil else { return false }
            return demand.asks(effect, exactly: false)
        }
        return (start..<end).first(where: isAnswered) ?? (first..<start).last(where: isAnswered)
    }

    /// More demands than these around the present moment are not looked at.
    private static let searched = 2000

    func step(from time: Instant) -> Int { times.firstNumber { $0 >= time } }

    /// The time of a step; nil if it is not kept.
    func time(of index: Int) -> Instant? { times[index] }
}
