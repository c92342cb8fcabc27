import FocusCore
import Foundation
import KioskRuntime
import StateTrace

enum ReplayWithSettings {
    static let options = [
        Option(
            name: "set", value: "KEY=VALUE", help: "run the recorded inputs again with this setting; repeatable",
            isRepeatable: true),
        Option(name: "config", value: "FILE", help: "the same with the settings of a configuration file"),
    ]

    static let help = """
        With --set or --config, an engine with these settings gets the recorded contacts, samples, devices and frames. The
        output shows what differs: the first difference, then the changed states, taps, searches and faults side by side,
        then the totals. The keys are those of the configuration file of "run"; all other settings stay as recorded. "~"
        marks a guess: at this point or before it, the new run needed an answer, a frame or a sample that the recording
        does not have. Exit status: 0, whether something differs or not; 1 as above.
        """

    static func run(_ path: String, _ settings: RerunSettings) throws -> ExitCode {
        let output = RerunOutput()
        let report = try TraceRerun.run(path: path) { recorded in
            do {
                return try settings.applied(to: recorded)
            } catch {
                output.fail(error)
                return recorded
            }
        } tell: {
            output.show($0)
        } cameraArrived: {
            output.add($0, line: $1)
        }
        try output.finish()
        if let divergence = report.divergence {
            CommandLineProgram.complain(
                "tapfocus replay: \(path), line \(divergence.line): this version decides input \(divergence.input) differently "
                    + "from the recording, even with nothing changed. What precedes it was run again. "
                    + "\"tapfocus replay \(path)\" shows the difference, and \"tapfocus trace rerecord\" records it again."
            )
            return .failed
        }
        return TraceFaultWords.conclude(report.fault, in: path, "replay")
    }
}

/// Writes the differences of a re-run while they come. A class, because the re-run hands its steps to closures; the first error
/// ends the output.
private final class RerunOutput {
    private var report = RerunReport(.standardOutput)
    private var error: (any Error)?
    private var progress = ProgressLine("tapfocus replay")

    func fail(_ error: any Error) { self.error = self.error ?? error }

    func add(_ camera: TraceCamera, line: Int) { report.note(camera, line: line) }

    func show(_ event: RerunSessions.Event) {
        guard error == nil else { return }
        if case .recorded = event { progress.advance() }
        do {
            let lines = report.lines(for: event)
            if !lines.isEmpty { progress.end() }
            for line in lines { try StandardOutput.writeLine(line) }
        } catch {
            fail(error)
        }
    }

    func finish() throws {
        progress.end()
        if let error {
            if let setting = error as? SettingError {
                throw UsageError("\(setting.key): expected \(setting.expected), together with the recorded settings.")
            }
            throw error
        }
        for line in report.end() { try StandardOutput.writeLine(line) }
    }
}
