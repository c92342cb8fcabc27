import FocusCore
import KioskRuntime
import LinuxDevices

enum ProbeCommand {
    static let command = Command(
        name: "probe", summary: "List the connected devices, and how far each camera can follow a tap, and why.",
        details: """
            Exit status 0: at least one camera can follow a tap with its focus or its exposure. 1: no camera can, no camera
            may be opened, or a kind of device could not be listed.
            """,
        options: [
            Option(name: "quirks", value: "FILE", help: "more quirks of cameras (Documentation/Quirks.md)"),
            Option(name: "json", value: nil, help: "as one JSON object"),
        ],
        body: { arguments in
            let quirks = try QuirkFiles(named: arguments["quirks"])
            let probe = Probe()
            if arguments.has("json") {
                try StandardOutput.write(ProbeJSON.line(probe, quirks))
            } else {
                try StandardOutput.writeLine(ProbeWords.text(probe, quirks))
            }
            let levels = probe.cameras.compactMap { finding -> LevelReport? in
                if case .found(let camera) = finding { camera.levels(with: quirks.table) } else { nil }
            }
            return exitCode(levels, probe.failures)
        })

    /// A script asks whether a tap can be followed. A kind of device that could not be listed is a failure, too; a
    /// single device that could not be opened is a finding.
    /// - Parameter levels: those of the cameras that could be opened.
    static func exitCode(_ levels: [LevelReport], _ failures: [DeviceError]) -> ExitCode {
        let followsTaps = levels.contains { $0.focus.level != .none || $0.exposure.level != .none }
        return followsTaps && failures.isEmpty ? .fine : .failed
    }
}
