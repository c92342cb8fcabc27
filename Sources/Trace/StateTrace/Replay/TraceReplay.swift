import FocusCore

/// Feeds a recording to an engine and compares the engine's effects with the recorded ones, byte for byte.
public enum Replay {
    /// Replays a file of any length in constant memory. It stops at the first difference or at the first malformed
    /// line; the report covers everything before it.
    /// - Parameter follow: gets the beginning of each session and each step of the engine, in order.
    /// - Throws: `TraceFileError` when the file cannot be opened, or nothing of it can be read.
    public static func run(
        path: String, following follow: ((ReplayStep) -> Void)? = nil
    ) throws(TraceFileError) -> ReplayReport {
        try run(try LineReader(path: path), following: follow)
    }

    static func run(
        _ lines: LineReader, following follow: ((ReplayStep) -> Void)? = nil
    ) throws(TraceFileError) -> ReplayReport {
        let replay = TraceReplay(lines, following: follow, TraceReplay.News())
        while try replay.takeLine() {}
        return replay.report
    }
}

/// Replays a trace step by step, for somebody who looks on. It compares as `Replay` does, in constant memory.
public final class TraceReplay {
    private let lines: LineReader
    private var replay: LineReplay
    private let news: News
    private var isOver = false
    /// The camera that arrived with the latest step of `next`, if the trace names it.
    public private(set) var camera: TraceCamera?

    /// Takes what the replay tells during a line.
    fileprivate final class News {
        var step: ReplayStep?
    }

    /// - Parameters:
    ///   - place: the snapshot to begin at; nil: at the beginning of the file.
    ///   - follow: gets the beginning of each session and each step of the engine. `next` then returns no steps: call
    ///     `takeLine`, which is quicker.
    /// - Throws: `TraceFileError` if the file cannot be opened.
    public convenience init(
        path: String, from place: SnapshotSearch.Place? = nil, following follow: ((ReplayStep) -> Void)? = nil
    ) throws(TraceFileError) {
        let news = News()
        self.init(try LineReader(path: path, from: place?.offset ?? 0), following: follow ?? { news.step = $0 }, news)
    }

    /// - Parameter follow: nil: nobody gets the steps.
    fileprivate init(_ lines: LineReader, following follow: ((ReplayStep) -> Void)?, _ news: News) {
        self.lines = lines
        self.news = news
        replay = LineReplay(snapshots: EngineSnapshot.coding, following: follow)
    }

    /// The next step, whose line counts from 1 where the replay began: `linesBefore` more in the file. Nil at the end, at the
    /// first difference, and before a line that cannot be read.
    /// - Throws: `TraceFileError` if nothing of the file can be read.
    public func next() throws(TraceFileError) -> ReplayStep? {
        while let line = try read() {
            guard let step = news.step.take() else { continue }
            camera = nil
            if case .step(let input, _, _) = step { camera = TraceReading.camera(of: input, line) }
            return step
        }
        return nil
    }

    /// Takes one line.
    /// - Returns: false when the replay is over.
    /// - Throws: `TraceFileError` if nothing of the file can be read.
    public func takeLine() throws(TraceFileError) -> Bool { try read() != nil }

    private func read() throws(TraceFileError) -> TraceLine? {
        guard !isOver else { return nil }
        var fault: ReplayReport.Fault?
        if let line = try lines.next(&fault) {
            isOver = replay.take(line)
            return isOver ? nil : line
        }
        isOver = true
        if let fault { replay.fail(fault) } else { replay.finish() }
        return nil
    }

    /// Ends the replay here, so that `report` covers what has been replayed so far.
    public func stop() {
        guard !isOver else { return }
        isOver = true
        replay.interrupt()
    }

    /// The result so far, with the lines' numbers in the file.
    public var report: ReplayReport {
        var report = replay.report
        guard report.divergence != nil || report.fault != nil || !report.tornLines.isEmpty else { return report }
        let before = linesBefore
        report.divergence?.line += before
        report.fault?.line += before
        report.tornLines = report.tornLines.map { $0 + before }
        return report
    }

    /// The engine after the latest step; nil between two sessions.
    public var engine: Engine? { replay.engine }

    /// The number of lines before the first that was read. They are counted only if somebody asks for a line's number.
    public var linesBefore: Int { lines.linesBefore }
}
