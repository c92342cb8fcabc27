import FocusCore
import Foundation
import Testing

/// `tapfocus run --json` and its output.
final class RunningTapfocus {
    let process: ChildProcess
    let socket: String
    /// The file of its trace; the lines of an input are in it as soon as the input has been handled.
    let trace: String
    /// The folder of its files of originals.
    private let state: String

    /// - Parameters:
    ///   - trace: a name that no other test uses; a repeated test gets another one.
    ///   - options: those of `tapfocus run`.
    ///   - command: runs the program that follows, in its own process.
    init(trace: String, socket: String, _ options: [String], inside command: [String] = []) throws {
        self.socket = socket
        state = socket + ".state"
        let path = "\(Guest.results)/\(trace)"
        let isRepeated = FileManager.default.fileExists(atPath: path + ".jsonl")
        self.trace = path + (isRepeated ? "-again.jsonl" : ".jsonl")
        // Runs on one socket share their state as one kiosk; no other test finds it.
        setenv("STATE_DIRECTORY", state, 1)
        process = try ChildProcess(
            command + [
                Guest.program("tapfocus"), "run", "--json", "--socket", socket, "--trace", self.trace,
            ]
                + options)
    }

    /// Waits until the file of originals has a control: it is written while the camera carries out the first write of that control.
    func untilKept(_ id: ControlID) throws {
        let deadline = Date(timeIntervalSinceNow: 5)
        while !keptOriginals.contains("\"id\":\(id.rawValue),") {
            guard Date() < deadline else {
                throw HarnessError("the original of \(id.rawValue) is not kept: \(keptOriginals)")
            }
            usleep(5000)
        }
    }

    private var keptOriginals: String {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: state)) ?? []
        return names.filter { $0.hasSuffix(".json") }.compactMap {
            try? String(contentsOfFile: "\(state)/\($0)", encoding: .utf8)
        }.joined()
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
