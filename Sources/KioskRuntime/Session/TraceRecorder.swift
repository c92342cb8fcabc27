import FocusCore
import LinuxDevices
import StateTrace

/// Writes a trace on a thread of its own: only `finish` waits.
final class TraceRecorder {
    /// Time limit at the end for bytes that have not been written yet.
    private static let finishTime = TimeSpan.milliseconds(2000)

    private let path: String
    private let file: FileWriter
    private var writer: TraceWriter

    /// Opens the file and begins a session in it.
    /// - Throws: `TraceFileError` if the file cannot be opened; `DeviceError` if no thread can be started.
    init(path: String, header: TraceHeader) throws {
        self.path = path
        let file = try FileWriter(try TraceFile(path: path).takeDescriptor(), path: path)
        self.file = file
        writer = try TraceWriter(header: header) { bytes in try file.write(bytes) }
    }

    /// Readable when the file accepts no more: call `flush` then.
    var fileDescriptor: Int32 { file.fileDescriptor }

    func record(_ input: Input, _ effects: EffectList, camera: TraceCamera?) {
        writer.record(input, effects, camera: camera)
    }

    /// True when a snapshot is due, so that readers can begin there.
    var isSnapshotDue: Bool { writer.isSnapshotDue }

    func snapshot(of engine: borrowing Engine) {
        writer.snapshot(of: engine)
    }

    /// Passes the recorded lines to the writer.
    /// - Throws: `TraceEnd` when the trace is over. If too many bytes waited, the file gets a note about it as soon as
    ///   it can be written again.
    func flush() throws(TraceEnd) {
        do {
            if let failure = file.failure { throw failure }
            try writer.flush()
        } catch FileWriter.Failure.full {
            leaveNote()
            throw TraceEnd(path: path, .full)
        } catch {
            throw TraceEnd(path: path, error as? FileWriter.Failure)
        }
    }

    /// Ends the session, and waits up to `finishTime` until it is written.
    /// - Throws: `TraceEnd` if that failed, or took too long.
    func finish() throws(TraceEnd) {
        do {
            do {
                try writer.end()
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

/// The reason why a trace ended before its session.
struct TraceEnd: Error, CustomStringConvertible {
    let description: String

    init(path: String, _ failure: FileWriter.Failure?) {
        let remedy = "Check the disk, or the program that reads the trace."
        switch failure {
        case .refused(let error):
            description = TraceFileError(attempt: "write the trace", path: path, code: error.code).description
        case .late:
            description = "cannot write the end of the trace \(path): it took more than 2 s. \(remedy)"
        case .full, nil:
            description = "cannot write the trace \(path): too many bytes wait to be written. \(remedy)"
        }
    }
}
