import FocusCore
import StateTrace

struct RecordingLines {
    private let path: String
    private let lines: LineReader

    init(path: String, kind: String = "recording") throws(RecordingError) {
        self.path = path
        do throws(TraceFileError) {
            lines = try LineReader(path: path, kind: kind)
        } catch {
            throw .system(error)
        }
    }

    /// The next line; nil at the end. Its bytes are valid until the next call.
    func next() throws(RecordingError) -> TraceLine? {
        let line: TraceLine?
        do throws(TraceFileError) {
            line = try lines.next()
        } catch {
            throw .system(error)
        }
        guard let line, line.isTooLong else { return line }
        throw fault(line.number, "a line of up to 1 MiB")
    }

    /// The error of a line that says something else than expected.
    func fault(_ number: Int, _ expected: String) -> RecordingError {
        .line(path: path, number: number, expected: expected)
    }
}

/// A recording cannot be read, or cannot be used.
public enum RecordingError: Error, Equatable, CustomStringConvertible {
    /// A line says something else than expected.
    case line(path: String, number: Int, expected: String)
    /// The file as a whole cannot be used. The sentence tells why, and what the person can do.
    case file(path: String, sentence: String)
    /// The system could not read it.
    case system(TraceFileError)

    public var description: String {
        switch self {
        case .line(let path, let number, let expected): "\(path), line \(number): expected \(expected)."
        case .file(let path, let sentence): "\(path): \(sentence)"
        case .system(let error): error.description
        }
    }
}

/// The longest time that a recording may cover. Between two inputs the engine reads the camera now and then, so a time
/// that is far off would take for ever.
enum RecordingLimits {
    static let longest = TimeSpan(nanoseconds: 7 * 86_400 * 1_000_000_000)
    static let longestWords = "a time within 7 days of the recording's first"
}
