import FocusCore

extension Rerun {
    mutating func takeFrame(at time: Instant, _ run: RecordedRun) -> (Input.Event, Int?)? {
        guard var stream else { return nil }
        defer { if self.stream != nil { self.stream = stream } }
        if !stream.isRecorded { isGuess = true }
        guard let next = stream.next, let step = run[next] else {
            isGuess = true
            let frame = madeUpFrame(stream, at: time, run)
            stream.sequence = frame.sequence
            stream.lastFrame = time
            return (.frames(.measured(frame)), nil)
        }
        stream.next = nil
        stream.shown = next
        let recorded = stream.isRecorded ? next : nil
        if case .frames(.lost(_, let errno)) = step.input.event {
            return (.frames(.lost(request: stream.request, errno: errno)), recorded)
        }
        guard case .frames(.measured(var frame)) = step.input.event else { return nil }
        frame.request = stream.request
        if step.input.time != time { frame.captured = time.advanced(by: frame.captured.since(step.input.time)) }
        adapt(&frame, stream, next, run)
        return (.frames(.measured(frame)), recorded)
    }

    /// A frame where the recording has none: its latest one, with the values that are in effect now.
    private mutating func madeUpFrame(_ stream: RunningStream, at time: Instant, _ run: RecordedRun) -> FrameStatistics
    {
        var frame: FrameStatistics
        if case .frames(.measured(let last))? = run[stream.shown]?.input.event, let seen = run.time(of: stream.shown) {
            frame = last
            frame.captured = time.advanced(by: last.captured.since(seen))
        } else {
            frame = GuessedCamera.frame(capturedBefore: time)
        }
        frame.request = stream.request
        frame.sequence = stream.sequence &+ 1
        adapt(&frame, stream, stream.shown, run)
        return frame
    }

    /// Replaces what a frame would show of a lens, an exposure or a gain that this run has set otherwise.
    /// - Parameter index: the recorded step of the frame.
    private mutating func adapt(
        _ frame: inout FrameStatistics, _ stream: RunningStream, _ index: Int, _ run: RecordedRun
    ) {
        guard differs(at: index, run) else { return }
        isGuess = true
        let recorded = frame
        let place = frame.captured.nanoseconds
        frame.lens = camera.log.value(of: .focusAbsolute, before: place)?.integer ?? frame.lens
        frame.exposure = camera.log.value(of: .exposureAbsolute, before: place)?.integer ?? frame.exposure
        frame.gain = camera.log.value(of: .gain, before: place)?.integer ?? frame.gain
        if let lens = frame.lens, lens != recorded.lens {
            let curve = RecordedCurve(of: stream.basis, in: run, about: index)
            frame.sharpness = curve.sharpness(at: lens) ?? camera.sharpness(at: lens)
        }
        frame.follow(exposureOf: recorded)
    }

    private func differs(at index: Int, _ run: RecordedRun) -> Bool {
        func differs(_ id: ControlID) -> Bool {
            camera.log.value(of: id, before: .max) != run.writes.value(of: id, before: Int64(index))
        }
        return differs(.focusAbsolute) || differs(.exposureAbsolute) || differs(.gain)
    }
}

extension FrameStatistics {
    /// Luma with another exposure: as the square root of the light, which is nearly how cameras encode it.
    fileprivate mutating func follow(exposureOf recorded: FrameStatistics) {
        func light(_ frame: FrameStatistics) -> Double { Double(frame.exposure ?? 1) * Double(max(frame.gain ?? 1, 1)) }
        let (before, now) = (light(recorded), light(self))
        guard before > 0, now > 0, before != now else { return }
        mean = min(recorded.mean * (now / before).squareRoot(), 1)
        bright = mean >= 1 ? 1 : min(bright, mean)
        dark = min(dark, 1 - mean)
    }
}

/// Sharpness over lens positions, as the frames of a recorded stream showed it.
struct RecordedCurve {
    /// In the order of the positions; of several frames at one position the last, because the lens has arrived by then.
    private var points: [(lens: Int64, sharpness: Double)] = []

    /// Frames further away than this are not looked at.
    private static let reach = 600

    init(of demand: Int?, in run: RecordedRun, about index: Int) {
        guard let demand else { return }
        for place in max(index - Self.reach, run.first)..<max(min(index + Self.reach, run.end), index) {
            guard let step = run[place], step.role == .frame(demand: demand),
                case .frames(.measured(let frame)) = step.input.event,
                let lens = frame.lens
            else { continue }
            add(lens, frame.sharpness)
        }
    }

    private mutating func add(_ lens: Int64, _ sharpness: Double) {
        for index in points.indices {
            if points[index].lens == lens { return points[index].sharpness = sharpness }
            if points[index].lens > lens { return points.insert((lens, sharpness), at: index) }
        }
        points.append((lens, sharpness))
    }

    /// Between two positions on a straight line, beyond them as at the last; nil for an empty curve.
    func sharpness(at lens: Int64) -> Double? {
        guard let first = points.first, let last = points.last else { return nil }
        if lens <= first.lens { return first.sharpness }
        for index in 1..<max(points.count, 1) where points[index].lens >= lens {
            let (low, high) = (points[index - 1], points[index])
            let share = (Double(lens) - Double(low.lens)) / (Double(high.lens) - Double(low.lens))
            return low.sharpness + (high.sharpness - low.sharpness) * share
        }
        return last.sharpness
    }
}
