import Foundation
import StateTrace
import Testing

extension Traces {
    /// Tells the events of a trace, and returns its reader at the end.
    @discardableResult
    static func events(_ bytes: [UInt8], _ tell: (TraceEvent) -> Void) throws -> TraceReader {
        try TemporaryFolder.with { folder in
            let path = folder + "/trace.jsonl"
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            let reader = try TraceReader(path: path)
            while let event = try reader.next() { tell(event) }
            return reader
        }
    }

    /// Replays a trace.
    static func follow(_ bytes: [UInt8], _ follow: @escaping (ReplayStep) -> Void) throws -> ReplayReport {
        try TemporaryFolder.with { folder in
            let path = folder + "/trace.jsonl"
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            return try Replay.run(path: path, following: follow)
        }
    }
}
