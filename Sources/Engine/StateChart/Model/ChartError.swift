/// The reason why a chart file cannot be read.
public struct ChartError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file as the caller named it.
    public var file: String
    /// The line, from 1; nil when the error concerns the whole file.
    public var line: Int?
    /// The finding, and the expectation that it does not meet.
    public var message: String

    public init(file: String, line: Int?, message: String) {
        (self.file, self.line, self.message) = (file, line, message)
    }

    public var description: String {
        if let line { return "\(file):\(line): \(message)" }
        return "\(file): \(message)"
    }
}
