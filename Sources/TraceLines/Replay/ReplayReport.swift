/// What a replay has come to.
public struct ReplayReport: Equatable, Sendable {
    /// Sessions in the file: one for each header.
    public var sessions = 0
    /// Inputs that were fed to an engine.
    public var inputs = 0
    /// Inputs whose outputs were compared.
    public var compared = 0
    /// Whether the last session has its end record.
    public var isEnded = false
    /// Lines that a power cut or a crash has left half-written.
    public var tornLines: [Int] = []
    /// The chart that the last session was recorded with.
    public var chart: String?
    /// The time from the first to the last input of all sessions together, in seconds.
    public var seconds = 0.0
    /// The first difference; nil where there is none.
    public var divergence: Divergence?
    /// What could not be read; nil where all could. What came before it was replayed.
    public var fault: Fault?

    public init() {}

    /// Where the replay went another way than the recording.
    public struct Divergence: Equatable, Sendable {
        /// The line of the file, counted from 1.
        public var line: Int
        /// The number of the input.
        public var input: UInt64
        /// What was done, as JSON.
        public var step: String
        /// What the recording has, as JSON.
        public var expected: String
        /// What came, as JSON.
        public var came: String
        /// The steps before it, as JSON, the latest last.
        public var before: [String]
    }

    /// A line that is none of ours.
    public struct Fault: Equatable, Sendable, CustomStringConvertible {
        public var line: Int
        /// Counted from 1; 0 where the line as a whole is meant.
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
