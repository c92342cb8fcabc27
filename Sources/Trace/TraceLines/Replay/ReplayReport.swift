import FocusCore

/// The result of a replay.
public struct ReplayReport: Equatable, Sendable {
    /// The number of sessions in the file: one for each header.
    public var sessions = 0
    /// The number of inputs that were fed to an engine.
    public var inputs = 0
    /// The number of inputs whose outputs were compared.
    public var compared = 0
    /// The number of snapshots that the engine's state was compared with.
    public var snapshots = 0
    /// The number of snapshots of another version of the engine, which cannot be compared.
    public var foreignSnapshots = 0
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
        /// The thing that differs.
        public enum Concern: Equatable, Sendable {
            case effects
            /// The engine's state, at a snapshot.
            case state
        }

        public var concern: Concern
        /// The line of the input, or of the snapshot, counted from 1.
        public var line: Int
        /// The time of the input.
        public var time: Instant
        /// The number of the input.
        public var input: UInt64
        /// The input, as JSON.
        public var step: String
        /// The recorded effects, or the recorded state, as JSON.
        public var expected: String
        /// The effects of the replay, or its engine's state, as JSON.
        public var came: String
    }

    /// A line that is not part of a trace.
    public struct Fault: Error, Equatable, CustomStringConvertible {
        public var line: Int
        /// The column, from 1; 0 when the fault concerns the whole line.
        public var column: Int
        public var expected: String

        public init(line: Int, column: Int = 0, expected: String) {
            self.line = line
            self.column = column
            self.expected = expected
        }

        /// A session that begins in its middle, with an engine of another version.
        public static func foreignEngine(line: Int) -> Fault {
            let expected = "a state of this version of the engine, because the session begins in the middle"
            return Fault(line: line, expected: expected)
        }

        public var description: String {
            column > 0 ? "line \(line), column \(column): expected \(expected)" : "line \(line): expected \(expected)"
        }
    }
}
