import FocusCore
import TraceLines

extension RecordedRun {
    /// The recording without some steps, and without the time that they took. A run that gets to this place takes the answers
    /// that were recorded after them.
    /// - Parameter beginning: that of the session, without inputs.
    func cutting(_ range: Range<Int>, _ beginning: RecordedRun) -> RecordedRun {
        var result = beginning
        guard let start = self[range.lowerBound]?.input.time, let end = self[range.upperBound]?.input.time else {
            return self
        }
        let span = end.since(start)
        for index in max(first, beginning.end)..<self.end where !range.contains(index) {
            guard let step = self[index] else { continue }
            let isLater = index >= range.upperBound
            let input = isLater ? step.input.earlier(by: span) : step.input
            let effects = isLater ? step.effects.map { $0.earlier(by: span) } : step.effects
            result.append(input, EffectList(effects), line: step.line)
        }
        return result
    }
}

extension Input {
    fileprivate func earlier(by span: TimeSpan) -> Input {
        guard case .frames(.measured(var frame)) = event else { return Input(event, at: time.earlier(by: span)) }
        frame.captured = frame.captured.earlier(by: span)
        return Input(.frames(.measured(frame)), at: time.earlier(by: span))
    }
}

extension Effect {
    fileprivate func earlier(by span: TimeSpan) -> Effect {
        guard case .arm(let id, let deadline, let generation) = self else { return self }
        return .arm(id, deadline: deadline.earlier(by: span), generation: generation)
    }
}
