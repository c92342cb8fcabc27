import FocusCore

/// Makes a recording smaller while it shows the same: by delta debugging (Zeller and Hildebrandt, IEEE Transactions on Software
/// Engineering 28(2), 2002) over its units, then by shorter times, then by simpler values.
///
/// A smaller run that shows it becomes the recording from which the next try takes its answers. So each result is a session that
/// can have been recorded.
struct TraceReduction {
    private(set) var recording: RecordedRun
    private(set) var units: TraceUnits
    private(set) var trial: TraceTrial
    private let progress: (TraceMinimizer.Progress) -> Bool

    /// - Parameter progress: gets news; returns false to end.
    init(
        _ recording: RecordedRun, _ beginning: SessionBeginning, _ predicate: TracePredicate,
        progress: @escaping (TraceMinimizer.Progress) -> Bool
    ) {
        self.recording = recording
        units = TraceUnits(recording)
        trial = TraceTrial(beginning: beginning, predicate: predicate)
        self.progress = progress
    }

    /// - Throws: `Interrupted`; `recording` then is the smallest found so far.
    /// - Returns: false if nothing could be tried, because the inputs alone do not show it.
    mutating func reduce() throws(Interrupted) -> Bool {
        guard try attempt("inputs") else { return false }
        try leaveOut()
        try shortenTimes()
        try cutStretches()
        try simplifyValues()
        // Other times may have made further inputs superfluous.
        try leaveOutSingly()
        return true
    }

    struct Interrupted: Error {}

    /// Tries a change, and keeps it if the recording still shows the same.
    /// - Parameter base: what is changed; nil: the recording.
    private mutating func attempt(
        _ phase: String, on base: RecordedRun? = nil, _ edit: (Int, Input) -> RerunEdit = { _, _ in .keep }
    ) throws(Interrupted) -> Bool {
        let news = TraceMinimizer.Progress(
            phase: phase, inputs: recording.end, units: units.units.count, touchSequences: units.touchSequences,
            tries: trial.count)
        guard progress(news) else { throw Interrupted() }
        // A run with fewer inputs from outside may have more answers and frames: that is no smaller one.
        let raw = base.map { TraceUnits($0).raw } ?? units.raw
        guard let result = trial.run(base ?? recording, raw, edit: edit), result.end <= recording.end else {
            return false
        }
        recording = result
        units = TraceUnits(result)
        return true
    }

    /// Leaves out halves, quarters and so on of the units, down to single ones.
    private mutating func leaveOut() throws(Interrupted) {
        var size = units.units.count / 2
        while size > 1 {
            _ = try leaveOut(inGroupsOf: size)
            size = min(size, units.units.count) / 2
        }
        try leaveOutSingly()
    }

    /// Leaves out single units until none can be left out any more: the result is 1-minimal.
    private mutating func leaveOutSingly() throws(Interrupted) { while try leaveOut(inGroupsOf: 1) {} }

    private mutating func leaveOut(inGroupsOf size: Int) throws(Interrupted) -> Bool {
        var (place, hasChanged) = (0, false)
        while place < units.units.count {
            let dropped = Set(units.units[place..<min(place + size, units.units.count)].joined())
            if try attempt("inputs", { index, _ in dropped.contains(index) ? .leaveOut : .keep }) {
                hasChanged = true
            } else {
                place += size
            }
        }
        return hasChanged
    }

    private mutating func shortenTimes() throws(Interrupted) {
        // The engine of a snapshot remembers times, so a session that begins with it stays where it is.
        if trial.beginning.snapshot == nil, let first = recording[0]?.input.time {
            let before = first.since(Instant(nanoseconds: 0))
            _ = try attempt("times") { .replace(Input($1.event, at: $1.time.earlier(by: before))) }
        }
        var place = 1
        while place < units.raw.count {
            try shortenGap(before: place)
            place += 1
        }
    }

    /// Makes the time between two inputs from outside as short as it may be, to a factor of 2.
    private mutating func shortenGap(before place: Int) throws(Interrupted) {
        guard let before = recording[units.raw[place - 1]]?.input.time, let at = recording[units.raw[place]]?.input.time
        else { return }
        let (gap, start) = (at.since(before).nanoseconds, units.raw[place])
        guard gap > 0 else { return }
        for shorter in Self.shorterGaps(gap) {
            let cut = TimeSpan(nanoseconds: gap - shorter)
            let isDone = try attempt("times") { index, input in
                index < start ? .keep : .replace(Input(input.event, at: input.time.earlier(by: cut)))
            }
            if isDone { return }
        }
    }

    /// Nothing, then whole milliseconds: powers of two, up to the whole gap rounded up.
    private static func shorterGaps(_ gap: Int64) -> [Int64] {
        var gaps: [Int64] = [0]
        var milliseconds: Int64 = 1
        while milliseconds * 1_000_000 < gap, milliseconds < 1 << 40 {
            gaps.append(milliseconds * 1_000_000)
            milliseconds *= 2
        }
        let rounded = gap / 1_000_000 * 1_000_000
        if rounded < gap, rounded > 0, gaps.last != rounded { gaps.append(rounded) }
        return gaps
    }

    /// Cuts time out in which nothing comes from outside: while the engine only waits, and reads again and again, hours may be
    /// superfluous. First the longest stretches, down to a few steps.
    private mutating func cutStretches() throws(Interrupted) {
        var size = recording.end / 2
        while size >= 4 {
            var place = trial.beginning.recording.end
            while place + size < recording.end {
                if let raw = units.raw.first(where: { $0 >= place && $0 < place + size }) {
                    place = raw + 1
                } else if try cut(place..<place + size) {
                    continue
                } else {
                    place += size
                }
            }
            size /= 2
        }
    }

    private mutating func cut(_ range: Range<Int>) throws(Interrupted) -> Bool {
        let shorter = recording.cutting(range, trial.beginning.recording)
        let before = recording.end
        guard try attempt("times", on: shorter) else { return false }
        return recording.end < before
    }

    private mutating func simplifyValues() throws(Interrupted) {
        var place = 0
        while place < units.raw.count {
            let index = units.raw[place]
            if let event = recording[index]?.input.event {
                for simpler in SimplerValues.of(event) {
                    if try attempt("values", { $0 == index ? .replace(Input(simpler, at: $1.time)) : .keep }) { break }
                }
            }
            try dropControls(place)
            place += 1
        }
    }

    /// Leaves out the controls of a camera that nothing depends on.
    private mutating func dropControls(_ place: Int) throws(Interrupted) {
        guard place < units.raw.count, case .cameraArrived(var camera)? = recording[units.raw[place]]?.input.event
        else { return }
        for control in camera.controls.reversed() {
            var smaller = camera
            smaller.controls.removeAll { $0.id == control.id }
            let index = units.raw[place]
            if try attempt("values", { $0 == index ? .replace(Input(.cameraArrived(smaller), at: $1.time)) : .keep }) {
                camera = smaller
            }
            guard place < units.raw.count else { return }
        }
    }
}

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
