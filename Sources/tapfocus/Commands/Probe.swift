import KioskRuntime
import LinuxDevices

extension Command {
    static let probe = Command(
        name: "probe", summary: "List the connected devices, and how far each camera can follow a tap, and why.",
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
            return probeExitCode(probe.failures)
        })

    /// A kind of device that could not be listed is a failure; a single device that could not be opened is a finding.
    static func probeExitCode(_ failures: [DeviceError]) -> ExitCode {
        failures.isEmpty ? .fine : .failed
    }
}
