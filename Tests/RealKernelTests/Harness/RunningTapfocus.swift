import Foundation
import Testing

/// `tapfocus run --json`, and what it says.
final class RunningTapfocus {
    let process: ChildProcess
    let socket: String
    /// The file of its trace; every line is there as soon as the input has been worked on.
    let trace: String

    /// - Parameters:
    ///   - trace: a name that no other test uses; a test that is repeated gets another.
    ///   - options: those of `tapfocus run`.
    init(trace: String, socket: String, _ options: [String]) throws {
        self.socket = socket
        let path = "\(Guest.results)/\(trace)"
        let isRepeated = FileManager.default.fileExists(atPath: path + ".jsonl")
        self.trace = path + (isRepeated ? "-again.jsonl" : ".jsonl")
        // Those that use one socket are one kiosk, and nothing of it is left for another test.
        setenv("STATE_DIRECTORY", socket + ".state", 1)
        process = try ChildProcess(
            [
                Guest.program("tapfocus"), "run", "--json", "--socket", socket, "--trace", self.trace,
            ]
                + options)
    }

    /// How much has been said; everything after it is new.
    var mark: Int { process.output.count }

    /// What has been said from the mark on.
    func said(since mark: Int = 0, _ event: String? = nil) -> [Record] {
        process.output.lines(from: mark).compactMap(Record.init).filter { event == nil || $0.event == event }
    }

    /// The commands that talk to it: `tap`, `status` …
    func ask(_ arguments: String...) throws -> ChildProcess.Ended {
        let command = arguments.first.map { [$0] } ?? []
        return try ChildProcess.run(
            [Guest.program("tapfocus")] + command + ["--socket", socket] + Array(arguments.dropFirst()))
    }
}
