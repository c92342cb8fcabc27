import FocusCore

/// The inputs of a re-run that the engine causes: timers, answers, frames.
extension Rerun {
    enum Pending {
        case timer(TimerID)
        /// By its place in `demands`.
        case answer(Int)
        /// The next frame of the stream, or its loss.
        case frame
    }

    /// The camera's time for a call of which the recording tells nothing. A USB camera takes 1 to 10 ms.
    private static let callTime = TimeSpan.milliseconds(8)
    /// The time between two frames where the camera does not tell it.
    private static let frameTime = TimeSpan(nanoseconds: 33_333_333)
    /// Time goes on with whatever is made up, or an engine that asks at once again would never end.
    private static let shortest = TimeSpan(nanoseconds: 1000)

    /// The earliest; nil if nothing is pending, or the steps that tell its time have not been read yet.
    mutating func nextPending(_ run: RecordedRun) -> (RerunMoment, Pending)? {
        var earliest: (RerunMoment, Pending)?
        func take(_ moment: RerunMoment?, _ pending: Pending) {
            guard let moment else { return }
            if let found = earliest, found.0 <= moment { return }
            earliest = (moment, pending)
        }
        for place in timers.indices {
            guard let timer = timers[place], let id = TimerID(rawValue: UInt8(place)) else { continue }
            let due = timer.due ?? moment(of: timer, run)
            timers[place]?.due = due
            take(due, .timer(id))
        }
        for place in demands.indices {
            let due = demands[place].due ?? moment(of: demands[place], run)
            demands[place].due = due
            take(due, .answer(place))
        }
        take(momentOfFrame(run), .frame)
        return earliest
    }

    private func moment(of timer: PendingTimer, _ run: RecordedRun) -> RerunMoment? {
        let deadline = RerunMoment(time: timer.deadline, rank: -1)
        guard let number = timer.arm else { return deadline }
        guard let arm = run.arms[number], let start = run.time(of: arm.step) else { return deadline }
        // The recording does not end this arming, so its time lies beyond what was read.
        guard let end = arm.end, let time = run.time(of: end) else { return nil }
        let due = timer.armed.advanced(by: time.since(start))
        if arm.hasExpired { return RerunMoment(time: due, rank: 2 * end) }
        // There it was disarmed: if it is not here, it expires.
        return RerunMoment(time: max(due, timer.deadline), rank: 2 * end + 1)
    }

    private func moment(of demand: PendingDemand, _ run: RecordedRun) -> RerunMoment? {
        guard let number = demand.basis, let basis = run.demands[number], let asked = run.time(of: basis.step) else {
            return RerunMoment(time: demand.asked.advanced(by: Self.callTime), rank: -1)
        }
        guard let answer = basis.answer, let time = run.time(of: answer) else { return nil }
        let due = demand.asked.advanced(by: time.since(asked))
        guard demand.isRecorded else {
            return RerunMoment(time: max(due, demand.asked.advanced(by: Self.shortest)), rank: -1)
        }
        return RerunMoment(time: due, rank: 2 * answer)
    }

    private mutating func momentOfFrame(_ run: RecordedRun) -> RerunMoment? {
        guard let stream else { return nil }
        let pause = stream.interval > .zero ? stream.interval : Self.frameTime
        let madeUp = stream.lastFrame.advanced(by: max(pause, stream.wanted))
        guard let number = stream.basis, let basis = run.demands[number], let answer = basis.answer,
            let start = run.time(of: answer)
        else { return RerunMoment(time: madeUp, rank: -1) }
        findNextFrame(number, run)
        if let next = self.stream?.next, let time = run.time(of: next) {
            return RerunMoment(time: stream.began.advanced(by: time.since(start)), rank: 2 * next)
        }
        guard let end = basis.end, let time = run.time(of: end) else { return nil }
        return RerunMoment(time: max(madeUp, stream.began.advanced(by: time.since(start))), rank: 2 * end + 1)
    }

    /// Looks for the next recorded frame of the stream, or its loss, in what has been read.
    private mutating func findNextFrame(_ demand: Int, _ run: RecordedRun) {
        guard var stream, stream.next == nil else { return }
        stream.searched = max(stream.searched, stream.shown + 1)
        while let step = run[stream.searched] {
            stream.searched += 1
            guard step.role == .frame(demand: demand) || step.role == .lost(demand: demand) else { continue }
            stream.next = stream.searched - 1
            break
        }
        self.stream = stream
    }

    /// Makes the input of what is pending, and the index of the recorded step that it repeats.
    mutating func take(_ pending: Pending, at time: Instant, _ run: RecordedRun) -> (Input.Event, Int?)? {
        switch pending {
        case .timer(let id):
            guard let timer = timers[Int(id.rawValue)] else { return nil }
            let arm = timer.arm.flatMap { run.arms[$0] }
            return (.timer(id, generation: timer.generation), arm?.hasExpired == true ? arm?.end : nil)
        case .answer(let place):
            let demand = demands[place]
            let basis = demand.basis.flatMap { run.demands[$0] }
            if !demand.isRecorded { isGuess = true }
            let event = answer(to: demand, basis, run)
            return (event, demand.isRecorded ? basis?.answer : nil)
        case .frame: return takeFrame(at: time, run)
        }
    }

    private mutating func answer(to demand: PendingDemand, _ basis: RecordedDemand?, _ run: RecordedRun) -> Input.Event
    {
        let recorded = basis?.answer.flatMap { run[$0] }?.input.event
        switch demand.effect {
        case .requestFrames(let id, _):
            switch recorded {
            case .frames(.began(var began))?:
                began.request = id
                return .frames(.began(began))
            case .frames(.unavailable(_, let errno))?: return .frames(.unavailable(request: id, errno: errno))
            default:
                // Of another version than the frames before, they could not be compared with them.
                let measure = engine.outlook.measure ?? Int64(LumaMeasurement.version)
                return .frames(.began(FramesBegan(request: id, interval: Self.frameTime, measure: measure)))
            }
        case .releaseFrames(let id): return .frames(.ended(request: id))
        case .call(let call):
            guard case .cameraAnswered(var result)? = recorded, let basis else {
                return .cameraAnswered(camera.answer(call))
            }
            result.call = call.id
            if case .read(let ids) = call.operation { useOwnValues(ids, &result, basis, run) }
            return .cameraAnswered(result)
        default: return .cameraAnswered(ControlResult(call: .max, errno: 5))
        }
    }

    /// A read tells what this run has written, where that is something else than the recording wrote.
    private mutating func useOwnValues(
        _ ids: InlineList<4, ControlID>, _ result: inout ControlResult, _ basis: RecordedDemand, _ run: RecordedRun
    ) {
        var values = InlineList<4, ControlValue?>()
        for index in 0..<ids.count {
            var value = result.values[index] ?? nil
            if let id = ids[index], value != nil, let own = camera.log.value(of: id, before: .max),
                own != run.writes.value(of: id, before: Int64(basis.step) + 1)
            {
                value = own
                isGuess = true
            }
            values.append(value)
        }
        result.values = values
    }
}
