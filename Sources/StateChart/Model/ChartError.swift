/// Why a file is no chart that we can read.
public struct ChartError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file as it was named to us.
    public var file: String
    /// The line, from 1; nil when it concerns the whole file.
    public var line: Int?
    /// What was found, and what was expected instead.
    public var message: String

    public var description: String {
        if let line { return "\(file):\(line): \(message)" }
        return "\(file): \(message)"
    }
}
