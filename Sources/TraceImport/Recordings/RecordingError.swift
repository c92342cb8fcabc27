import FocusCore
import StateTrace

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
