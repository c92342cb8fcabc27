import Foundation
import Testing

/// `tapfocus run --json` and its output.
final class RunningTapfocus {
    let process: ChildProcess
    let socket: String
    /// The file of its trace; the lines of an input are in it as soon as the input has been handled.
    let trace: String

    /// - Parameters:
    ///   - trace: a name that no other test uses; a repeated test gets another one.
    ///   - options: those of `tapfocus run`.
    init(trace: String, socket: String, _ options: [String]) throws {
        self.socket = socket
        let path = "\(Guest.results)/\(trace)"
        let isRepeated = FileManager.default.fileExists(atPath: path + ".jsonl")
        self.trace = path + (isRepeated ? "-again.jsonl" : ".jsonl")
        // Runs on one socket share their state as one kiosk; no other test finds it.
        setenv("STATE_DIRECTORY", socket + ".state", 1)
        process = try ChildProcess(
            [
                Guest.program("tapfocus"), "run", "--json", "--socket", socket, "--trace", self.trace,
            ]
                + options)
    }

    /// The present number of lines; later lines are new.
    var mark: Int { process.output.count }

    /// The lines since the mark.
    func said(since mark: Int = 0, _ event: String? = nil) -> [Record] {
        process.output.records(from: mark).filter { event == nil || $0.event == event }
    }

    /// The commands that talk to it: `tap`, `status` …
    func ask(_ arguments: String...) throws -> ChildProcess.Ended {
        let command = arguments.first.map { [$0] } ?? []
        return try ChildProcess.run(
            [Guest.program("tapfocus")] + command + ["--socket", socket] + Array(arguments.dropFirst()))
    }
}
