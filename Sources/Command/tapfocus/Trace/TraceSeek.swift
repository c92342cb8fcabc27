import StateTrace

/// The place from which somebody reads a long trace who wants to see it from a certain moment on.
struct TraceSeek {
    /// The last snapshot before the moment; nil: the trace is read from its beginning.
    let place: SnapshotSearch.Place?
    /// Knows the trace's first input, if the reading does not begin with it.
    let clock: TraceClock

    /// - Parameter moment: in seconds since the trace's first input; nil: its beginning.
    init(_ path: String, to moment: Double?) throws(TraceFileError) {
        // Each byte of a pipe can be read only once.
        guard let moment, moment > 0, TraceFile.isRegular(path), let clock = try Self.clock(of: path) else {
            (place, self.clock) = (nil, TraceClock())
            return
        }
        // The input of that moment itself must not precede the snapshot.
        place = try SnapshotSearch.last(in: path) { snapshot in
            clock.relative(snapshot).map { $0.seconds < moment } ?? false
        }
        self.clock = place == nil ? TraceClock() : clock
    }

    /// A clock that knows the trace's first input; nil if the trace has no input.
    private static func clock(of path: String) throws(TraceFileError) -> TraceClock? {
        let reader = try TraceReader(path: path)
        var clock = TraceClock()
        while let event = try reader.next() {
            switch event {
            case .session(let session, _): clock.begin(session)
            case .snapshot(let snapshot, _, _): clock.resume(snapshot.session)
            case .input(let input, _, _):
                clock.observe(input.time)
                return clock
            case .effects, .remark, .mark, .end: break
            }
        }
        return nil
    }
}
