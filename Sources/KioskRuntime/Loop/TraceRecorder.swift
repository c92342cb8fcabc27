import FocusCore
import LinuxDevices
import StateTrace

/// A trace that is being written, on a thread of its own: nothing in here waits, except for `finish`.
final class TraceRecorder {
    /// How long the end waits for what has not been written yet.
    private static let finishTime = TimeSpan.milliseconds(2000)

    private let path: String
    private let file: FileWriter
    private var writer: TraceWriter

    /// Opens the file and begins a session in it.
    /// - Throws: `TraceFileError` if the file cannot be opened; `DeviceError` if there can be no thread.
    init(path: String, header: TraceHeader) throws {
        self.path = path
        let file = try FileWriter(try TraceFile(path: path).takeDescriptor(), path: path)
        self.file = file
        writer = try TraceWriter(header: header) { bytes in try file.write(bytes) }
    }

    /// Readable when the file takes no more: call `flush` then.
    var fileDescriptor: Int32 { file.fileDescriptor }

    func record(_ input: Input, _ effects: EffectList, camera: TraceCamera?) {
        writer.record(input, effects, camera: camera)
    }

    /// Hands over what has been recorded.
    /// - Throws: `TraceEnd` when the trace is over. If it is because too much waited, the file says so, too, as soon as
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

    /// Ends the session, and waits a little while until it is written.
    /// - Throws: `TraceEnd` if that was not possible, or took too long.
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

/// Why a trace is over before its session.
struct TraceEnd: Error, CustomStringConvertible {
    let description: String

    init(path: String, _ failure: FileWriter.Failure?) {
        let remedy = "Look at the disk, or at what reads it."
        switch failure {
        case .refused(let error):
            description = TraceFileError(attempt: "write the trace", path: path, code: error.code).description
        case .late:
            description = "cannot write the end of the trace \(path): it took more than 2 s. \(remedy)"
        case .full, nil:
            description = "cannot write the trace \(path): too much waits to be written. \(remedy)"
        }
    }
}
