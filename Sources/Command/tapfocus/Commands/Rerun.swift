import FocusCore
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
        var differences = RerunReport(.standardOutput)
        var progress = ProgressLine("tapfocus replay")
        defer { progress.end() }
        let report: ReplayReport
        do {
            report = try TraceRerun.run(path: path, configuration: { try settings.applied(to: $0) }) { event in
                if case .recorded = event { progress.advance() }
                try progress.show(differences.lines(for: event))
            } cameraArrived: {
                differences.note($0, line: $1)
            }
        } catch let error as SettingError {
            throw UsageError("\(error.key): expected \(error.expected), together with the recorded settings.")
        }
        try progress.show(differences.end())
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
