import FocusCore
import Foundation
import TraceLines

/// Replays a trace step by step, for somebody who looks on. It compares as `Replay` does, in constant memory.
public final class TraceReplay {
    /// A step of the engine.
    public struct Step: Sendable {
        /// The number of the input in its session.
        public var number: UInt64
        public var input: Input
        /// The effects that the replay's engine had, which the recording may confirm or not.
        public var effects: EffectList
        /// The camera of a `cameraArrived`, if the trace names it.
        public var camera: TraceCamera?
        /// Counted from 1 where the replay began: `linesBefore` more in the file.
        public var line: Int
    }

    public enum Event: Sendable {
        case session(TraceSession)
        /// The session begins in its middle.
        case resumed(TraceSnapshot)
        case step(Step)
    }

    private let path: String
    private let lines: LineReader
    private let start: Int
    private var replay: LineReplay
    private let news: News
    private var number: UInt64 = 0
    private var lastLine = 0
    private var isOver = false
    private var foundLinesBefore: Int?

    /// Takes what the replay tells during a line.
    private final class News {
        var step: ReplayStep?
    }

    /// - Parameters:
    ///   - place: the snapshot to begin at; nil: at the beginning of the file.
    ///   - follow: gets the beginning of each session and each step of the engine. `next` then returns no events: call
    ///     `takeLine`, which is quicker.
    /// - Throws: `TraceFileError` if the file cannot be opened.
    public init(
        path: String, from place: SnapshotSearch.Place? = nil, following follow: ((ReplayStep) -> Void)? = nil
    ) throws(TraceFileError) {
        self.path = path
        start = place?.offset ?? 0
        lines = try LineReader(path: path, from: start)
        let news = News()
        self.news = news
        replay = LineReplay(snapshots: EngineSnapshot.coding, following: follow ?? { news.step = $0 })
    }

    /// The next event; nil at the end, at the first difference, and before a line that cannot be read.
    /// - Throws: `TraceFileError` if nothing of the file can be read.
    public func next() throws(TraceFileError) -> Event? {
        while let line = try read() {
            if let event = takeNews(line) { return event }
        }
        return nil
    }

    /// Takes one line.
    /// - Returns: false when the replay is over.
    /// - Throws: `TraceFileError` if nothing of the file can be read.
    public func takeLine() throws(TraceFileError) -> Bool { try read() != nil }

    private func read() throws(TraceFileError) -> TraceLine? {
        guard !isOver else { return nil }
        do throws(TraceFileError) {
            if let line = try lines.next() {
                lastLine = line.number
                isOver = replay.take(line)
                return isOver ? nil : line
            }
        } catch {
            guard lastLine > 0 else { throw error }
            isOver = true
            let expected = "a line that can be read; the system answered: \(String(cString: strerror(error.code)))"
            replay.fail(ReplayReport.Fault(line: lastLine + 1, column: 0, expected: expected))
            return nil
        }
        isOver = true
        replay.finish()
        return nil
    }

    private func takeNews(_ line: TraceLine) -> Event? {
        defer { news.step = nil }
        switch news.step {
        case nil: return nil
        case .session(_, let session):
            number = 0
            return .session(session)
        case .resumed(let snapshot, _, _):
            number = snapshot.inputs
            return .resumed(snapshot)
        case .step(let input, let effects, let place):
            number += 1
            let camera = TraceReading.camera(of: input, line)
            return .step(Step(number: number, input: input, effects: effects, camera: camera, line: place))
        }
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
    public var linesBefore: Int {
        if let foundLinesBefore { return foundLinesBefore }
        let count = start > 0 ? LineCount.lines(in: path, upTo: start) : 0
        foundLinesBefore = count
        return count
    }
}

/// Counts lines without reading them.
enum LineCount {
    /// The number of line feeds among the first bytes of a file; those of the part that can be read.
    static func lines(in path: String, upTo end: Int) -> Int {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return 0 }
        defer { close(descriptor) }
        var part = [UInt8](repeating: 0, count: 1 << 20)
        var place = 0
        var lines = 0
        while place < end {
            let count = pread(descriptor, &part, min(part.count, end - place), off_t(place))
            guard count > 0 else { break }
            for index in 0..<count where part[index] == 0x0a { lines &+= 1 }
            place += count
        }
        return lines
    }
}
