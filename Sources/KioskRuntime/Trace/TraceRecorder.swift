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

    /// Facts about the lines recorded since the last `flush`.
    private struct News {
        var troubles: Troubles = []
        /// True if a person has marked this moment.
        var isMarked = false
    }

    /// Lines wait for at most this long, and then for the disk: so a power cut or a kill costs less than the last second. To
    /// write each line at once would wake a thread for each frame.
    private static let pace = FileWriter.Pace(rest: .milliseconds(800), stores: true)
    /// Time limit at the end for bytes that have not been written yet.
    private static let finishTime = TimeSpan.milliseconds(2000)

    private let options: TraceOptions
    private let file: FileWriter
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
    init(
        _ options: TraceOptions, engine: Engine, at time: Instant, header: @escaping () -> TraceHeader
    ) throws {
        self.options = options
        self.header = header
        fileBegan = time
        file = try Self.openFile(options)
        passage = TracePassage(file)
        passage.isHeld = options.troubles != nil
        writer = try TraceWriter(header: header()) { [passage] bytes in try passage.take(bytes) }
        if let troubles = options.troubles {
            // The header is written when there is something to write.
            passage.removeHeld()
            window = TroubleWindow(troubles, beginning: Beginning(progress: writer.progress, engine: engine), at: time)
        }
    }

    private static func openFile(_ options: TraceOptions) throws -> FileWriter {
        switch options.destination {
        case .file(let path):
            let first = try TraceFile(path: path).takeDescriptor()
            return try FileWriter(first, path: path, pace: pace) { () throws(SystemError) in
                do throws(TraceFileError) {
                    return try TraceFile(path: path).takeDescriptor()
                } catch {
                    throw SystemError(error.code)
                }
            }
        case .ring(let ring):
            let folder = RingFolder(ring: ring)
            try folder.prepare()
            let first: Int32?
            do throws(SystemError) {
                first = options.troubles == nil ? try folder.openNext() : nil
            } catch {
                throw TraceFileError(attempt: "begin a trace in", path: ring.folder, code: error.code)
            }
            return try FileWriter(first, path: ring.folder, pace: pace) { () throws(SystemError) in
                try folder.openNext()
            }
        }
    }

    /// The file, or the folder of a ring.
    var path: String { options.path }

    /// Readable when the file accepts no more: call `flush` then.
    var fileDescriptor: Int32 { file.fileDescriptor }

    func record(_ input: Input, _ effects: EffectList, camera: TraceCamera?) {
        writer.record(input, effects, camera: camera)
        news.troubles.formUnion(Troubles(input, effects))
    }

    /// Records a person's words.
    func mark(_ text: String, at time: Instant) {
        writer.mark(text, at: time)
        news.isMarked = true
    }

    /// Passes the recorded lines to the file. After trouble they are written as soon as possible.
    /// - Parameter engine: the session's, after the recorded inputs.
    /// - Throws: `TraceEnd` when the trace is over. If too many bytes waited, the file gets a note about it as soon as
    ///   it can be written again.
    func flush(engine: @autoclosure () -> Engine) throws(TraceEnd) {
        do {
            if let failure = file.failure { throw failure }
            try pass(engine)
        } catch FileWriter.Failure.full {
            leaveNote()
            throw TraceEnd(path: path, .full)
        } catch {
            throw TraceEnd(path: path, error as? FileWriter.Failure)
        }
    }

    /// Begins a new file: the same path again, which may have been renamed meanwhile, or the next one of a ring.
    /// - Throws: as `flush`.
    func beginNextFile(engine: Engine) throws(TraceEnd) {
        do {
            try pass { engine }
            let isWriting = window?.isOpen ?? true
            // A ring of troubles begins a file with the next trouble by itself.
            guard isWriting || !isRing else { return }
            if isWriting { try writer.end() }
            file.beginNextFile()
            if isWriting { try beginFile(Beginning(progress: writer.progress, engine: engine)) }
            file.hurry()
        } catch {
            throw TraceEnd(path: path, error as? FileWriter.Failure)
        }
    }

    /// Ends the session, and waits up to `finishTime` until it is written.
    /// - Throws: `TraceEnd` if that failed, or took too long.
    func finish() throws(TraceEnd) {
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
            if writer.isSnapshotDue { writer.snapshot(of: engine()) }
            try writer.flush()
            hurryIfNeeded()
            return try followRing(engine)
        }
        passage.isHeld = true
        try writer.flush()
        passage.isHeld = false
        defer { passage.removeHeld() }
        if !passage.held.isEmpty { try passThroughWindow(engine) }
    }

    private func passThroughWindow(_ engine: () -> Engine) throws {
        let progress = writer.progress
        let verdict = window?.take(passage.held, at: progress.time, news.troubles, isWished: news.isMarked) {
            Beginning(progress: progress, engine: engine())
        }
        switch verdict {
        case .kept?, nil:
            break
        case .begins(let beginning, let lines)?:
            if isRing { file.beginNextFile() }
            try beginFile(beginning)
            try file.write(lines)
            file.hurry()
        case .goesOn?:
            try file.write(passage.held)
            hurryIfNeeded()
        case .ends?:
            try file.write(passage.held)
            try writer.end()
        }
    }

    private func hurryIfNeeded() {
        if !news.troubles.isEmpty || news.isMarked { file.hurry() }
    }

    private var isRing: Bool {
        if case .ring = options.destination { true } else { false }
    }

    /// A ring's file that is long or old enough is followed by another.
    private func followRing(_ engine: () -> Engine) throws {
        guard case .ring(let ring) = options.destination else { return }
        let age = writer.progress.time.since(fileBegan)
        guard passage.count >= ring.fileSize || age >= ring.fileTime else { return }
        try writer.end()
        file.beginNextFile()
        try beginFile(Beginning(progress: writer.progress, engine: engine()))
    }

    /// The session goes on in a file, from a moment on.
    private func beginFile(_ beginning: Beginning) throws {
        fileBegan = beginning.progress.time
        passage.count = 0
        let beginningWriter = try TraceWriter(
            header: header(), continuing: beginning.progress, engine: beginning.engine
        ) { [passage] bytes in try passage.take(bytes) }
        if beginning.progress == writer.progress { writer = beginningWriter }
    }

    private func leaveNote() {
        var note = JSONLine()
        note.open("{")
        note.text(
            "note", "The trace ends here: the disk, or the reader, was too slow. Inputs after this are not in it.")
        note.close("}")
        note.endLine()
        file.end(with: note.bytes)
    }
}
