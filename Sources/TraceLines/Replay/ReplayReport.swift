/// The result of a replay.
public struct ReplayReport: Equatable, Sendable {
    /// The number of sessions in the file: one for each header.
    public var sessions = 0
    /// The number of inputs that were fed to an engine.
    public var inputs = 0
    /// The number of inputs whose outputs were compared.
    public var compared = 0
    /// True when the last session has its end record.
    public var isEnded = false
    /// The numbers of the lines that a power cut or a crash has left unfinished.
    public var tornLines: [Int] = []
    /// The hash of the chart that the last session was recorded with.
    public var chart: String?
    /// The time from the first to the last input, summed over all sessions, in seconds.
    public var seconds = 0.0
    /// The first difference; nil when there is none.
    public var divergence: Divergence?
    /// The line that could not be read; nil when all lines could. Everything before it was replayed.
    public var fault: Fault?

    public init() {}

    /// A difference between the replay and the recording.
    public struct Divergence: Equatable, Sendable {
        /// The line of the file, counted from 1.
        public var line: Int
        /// The number of the input.
        public var input: UInt64
        /// The input, as JSON.
        public var step: String
        /// The recorded effects, as JSON.
        public var expected: String
        /// The effects of the replay, as JSON.
        public var came: String
        /// The steps before the difference, as JSON, the latest one last.
        public var before: [String]
    }

    /// A line that is not part of a trace.
    public struct Fault: Equatable, Sendable, CustomStringConvertible {
        public var line: Int
        /// The column, from 1; 0 when the fault concerns the whole line.
        public var column: Int
        public var expected: String

        public init(line: Int, column: Int, expected: String) {
            self.line = line
            self.column = column
            self.expected = expected
        }

        public var description: String {
            column > 0 ? "line \(line), column \(column): expected \(expected)" : "line \(line): expected \(expected)"
        }
    }
}
