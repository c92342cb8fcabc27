import LinuxDevices
import StateTrace

/// The reason why a trace ended before its session.
struct TraceEnd: Error, CustomStringConvertible {
    let description: String

    /// The last line of a file that was too slow.
    static var note: [UInt8] {
        var note = JSONLine()
        note.open("{")
        note.text(
            "note", "The trace ends here: the disk, or the reader, was too slow. Inputs after this are not in it.")
        note.close("}")
        note.endLine()
        return note.bytes
    }

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
