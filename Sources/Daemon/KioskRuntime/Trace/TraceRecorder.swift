import FocusCore
import LinuxDevices
import StateTrace

/// Writes a trace on a thread of its own: only `finish` waits.
final class TraceRecorder {
    /// A moment of the session at which a file may begin.
    private struct Beginning {
        var progress: SessionProgress
        var engine: Engine
    }

    /// About the lines recorded since the last `flush`.
    private struct News {
        var troubles: Troubles = []
        /// The time of a person's mark; nil: nobody has made a mark.
        var marked: Instant?
    }

    /// Time limit at the end for bytes that have not been written yet.
    private static let finishTime = TimeSpan.milliseconds(2000)

    /// Whether the lines of the trace are written.
    enum Health {
        case written
        /// They are dropped, because the ring's folder could not be written.
        case paused
        /// Nothing is to be written: the next trouble begins a new file, and that is the trial.
        case waiting
        /// They go into a new file since a moment ago; whether it takes them is not known yet.
        case onTrial
    }

    private(set) var health = Health.written
    private let options: TraceOptions
    private let lock: RingFolder.Lock?
    private let passage: TracePassage
    private let header: () -> TraceHeader
    private var writer: TraceWriter
    private var window: TroubleWindow<Beginning>?
    /// The time of the first line in the present file.
    private var fileBegan: Instant
    private var news = News()

    /// Opens the file or the ring's first file, and begins a session in it, unless only troubles are recorded.
    /// - Parameters:
    ///   - engine: the session's, before its first input.
    ///   - header: the session's header, whenever a file begins.
    /// - Throws: `TraceFileError` if no file can be written; `DeviceError` if no thread can be started.
    init(_ options: TraceOptions, engine: Engine, at time: Instant, header: @escaping () -> TraceHeader) throws {
        self.options = options
        self.header = header
        fileBegan = time
        let opened = try options.destination.open(onlyTroubles: options.troubles != nil)
        lock = opened.lock
        passage = TracePassage(opened.file)
        passage.isHeld = options.troubles != nil
        writer = try TraceWriter(header: header()) { [passage] bytes in try passage.pass(bytes) }
        if let troubles = options.troubles {
            // The header is written when there is something to write.
            passage.held.removeAll(keepingCapacity: true)
            let beginning = Beginning(progress: writer.progress, engine: engine)
            let longest = options.destination.longestPart(TroubleWindow<Beginning>.longest)
            window = TroubleWindow(troubles, longest: longest, beginning: beginning, at: time)
        }
    }

    private var file: FileWriter { passage.file }

    var path: String { options.path }

    /// Readable when the file accepts no more: call `flush` then.
    var fileDescriptor: Int32 { file.fileDescriptor }

    func record(_ input: Input, _ effects: EffectList, camera: TraceCamera?) {
        writer.record(input, effects, camera: camera)
        news.troubles.formUnion(Troubles(input, effects))
    }

    func mark(_ text: String, at time: Instant) {
        writer.mark(text, at: time)
        news.marked = time
    }

    /// Passes the recorded lines to the file. After trouble they are written as soon as possible.
    /// - Parameter engine: the session's, after the recorded inputs.
    /// - Throws: `TraceEnd` when the trace is over. If too many bytes waited, the file gets a note about it when it can.
    func flush(engine: @autoclosure () -> Engine) throws(TraceEnd) {
        try orLeaveNote {
            if health != .paused, let failure = file.failure { throw failure }
            try pass(engine)
        }
    }

    private func orLeaveNote(_ body: () throws -> Void) throws(TraceEnd) {
        do {
            try body()
        } catch FileWriter.Failure.full {
            leaveNote()
            throw TraceEnd(path: path, .full)
        } catch {
            throw TraceEnd(path: path, error as? FileWriter.Failure)
        }
    }

    /// Begins a new file: at the same path, whose old file may have been renamed, or the next one of a ring.
    /// - Throws: as `flush`.
    func beginNextFile(engine: Engine) throws(TraceEnd) {
        try orLeaveNote {
            try pass { engine }
            let isWriting = window?.isOpen ?? true
            // A ring of troubles begins a file with the next trouble by itself.
            guard isWriting || !isRing else { return }
            if isWriting { try writer.end() }
            file.beginNextFile()
            if isWriting { try goOnInFile(engine) }
            file.hurry()
        }
    }

    /// Ends the session, and waits up to `finishTime` until it is written.
    /// - Throws: `TraceEnd` if that failed, or took too long.
    func finish() throws(TraceEnd) {
        guard health != .paused else { return }
        do {
            do {
                if window?.isOpen ?? true { try writer.end() }
            } catch FileWriter.Failure.full {
                leaveNote()
                try file.finish(within: Self.finishTime)
                throw FileWriter.Failure.full
            }
            try file.finish(within: Self.finishTime)
        } catch {
            throw TraceEnd(path: path, error as? FileWriter.Failure)
        }
    }

    private func pass(_ engine: () -> Engine) throws {
        defer { news = News() }
        guard window != nil else {
            try writer.flush()
            hurryIfNeeded()
            return try goOn(engine)
        }
        passage.isHeld = true
        try writer.flush()
        passage.isHeld = false
        defer { passage.held.removeAll(keepingCapacity: true) }
        if !passage.held.isEmpty { try passThroughWindow(engine) }
    }

    private func passThroughWindow(_ engine: () -> Engine) throws {
        let progress = writer.progress
        // A mark may come hours after the latest input.
        let time = max(progress.time, news.marked ?? progress.time)
        let verdict = window?.add(passage.held, at: time, news.troubles, isWished: news.marked != nil) {
            Beginning(progress: progress, engine: engine())
        }
        switch verdict {
        case .kept?, nil: break
        case .begins(let beginning, let lines)?:
            if isRing { file.beginNextFile() }
            if health == .waiting { health = .onTrial }
            fileBegan = beginning.progress.time
            passage.count = 0
            // The present writer goes on after these lines: it has counted them.
            _ = try newWriter(after: beginning.progress, beginning.engine)
            try passage.pass(lines)
            file.hurry()
        case .goesOn?:
            try passage.pass(passage.held)
            hurryIfNeeded()
            try goOn(engine)
        case .ends?:
            try passage.pass(passage.held)
            try writer.end()
        }
    }

    /// Adds a snapshot if it is due, and begins a ring's next file if that is.
    private func goOn(_ engine: () -> Engine) throws {
        if writer.isSnapshotDue {
            writer.snapshot(of: engine())
            try writer.flush()
        }
        try followRing(engine)
    }

    private func hurryIfNeeded() { if !news.troubles.isEmpty || news.marked != nil { file.hurry() } }

    private func followRing(_ engine: () -> Engine) throws {
        let age = writer.progress.time.since(fileBegan)
        guard health != .paused else { return }
        guard options.destination.isFull(length: passage.count, age: age, onlyTroubles: window != nil) else { return }
        try writer.end()
        file.beginNextFile()
        try goOnInFile(engine())
    }

    private func goOnInFile(_ engine: Engine) throws {
        fileBegan = writer.progress.time
        passage.count = 0
        writer = try newWriter(after: writer.progress, engine)
    }

    /// Writes the beginning of a file, in which a session goes on: its header, and the engine's state.
    private func newWriter(after progress: SessionProgress, _ engine: Engine) throws -> TraceWriter {
        try TraceWriter(header: header(), continuing: progress, engine: engine) { [passage] bytes in
            try passage.pass(bytes)
        }
    }

    var isRing: Bool { options.destination.isRing }

    private func leaveNote() { file.end(with: TraceEnd.note) }
}

/// A ring goes on when its folder can be written again. Until then the session's inputs are counted, and their lines dropped.
extension TraceRecorder {
    /// Drops lines from now on.
    /// - Returns: true if they have been written until now, so that this is news.
    func pause() -> Bool {
        defer { health = .paused }
        passage.isPaused = true
        file.end(with: [])
        return health == .written
    }

    /// Goes on in another file, on trial as soon as it has begun.
    /// - Returns: false if the thread of the file before still waits for the disk.
    func resume(engine: Engine) throws -> Bool {
        guard health == .paused, file.hasEnded, let next = try options.destination.openLater() else { return false }
        passage.file = next
        passage.isPaused = false
        // A ring of troubles begins a file with the next trouble.
        guard window?.isOpen ?? true else {
            health = .waiting
            return true
        }
        health = .onTrial
        next.beginNextFile()
        try goOnInFile(engine)
        next.hurry()
        return true
    }

    /// The file has taken lines for a while.
    func confirm() { health = .written }
}
