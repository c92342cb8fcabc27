import FocusCore
import Glibc
import KioskRuntime
import LinuxDevices
import StateTrace

enum DoctorCommand {
    static let command = Command(
        name: "doctor", summary: "Say whether a tap will work on this machine, and what to do if it will not.",
        details: """
            It looks at the service and its control socket, at each camera, touchscreen and accelerometer and the right to
            use it, at the programs that have a camera or a touchscreen open, at known faults of the cameras, and at their
            filters against flicker. It changes nothing.
            Exit status 0: a tap will work; 1: the lines that begin with "!!" say why not.
            """,
        options: [
            .socket, Option(name: "quirks", value: "FILE", help: "more quirks of cameras (Documentation/Quirks.md)"),
            Option(name: "json", value: nil, help: "as one JSON object"),
        ],
        body: { arguments in
            let diagnosis = diagnose(arguments["socket"], try QuirkFiles(named: arguments["quirks"]))
            if arguments.has("json") {
                try StandardOutput.writeLine(String(decoding: json(diagnosis).bytes, as: UTF8.self))
            } else {
                try StandardOutput.writeLine(words(diagnosis))
            }
            return diagnosis.isSound ? .fine : .failed
        })

    private static let units = ["/etc/systemd/system", "/lib/systemd/system", "/usr/lib/systemd/system"]

    private static func diagnose(_ socket: String?, _ quirks: QuirkFiles) -> Diagnosis {
        var diagnosis = Diagnosis()
        let kiosk = RunningKiosk.find(socket)
        let isInstalled = units.contains { WholeFile.exists("\($0)/tapfocus.service") }
        let fault = isInstalled ? ConfigCommands.fault(in: ConfigCommands.machine) : nil
        diagnosis.examine(kiosk, isInstalled: isInstalled, fault: fault)
        var isServed = false
        if case .running(let status, _) = kiosk { isServed = status.camera != nil }
        let probe = Probe()
        diagnosis.examine(probe.cameras, quirks, isServed: isServed, holders: DeviceHolder.all)
        diagnosis.examine(probe.touchscreens, isServed: isServed, holders: DeviceHolder.all)
        diagnosis.examine(probe.accelerometers)
        diagnosis.examine(probe.failures, isServed: isServed)
        diagnosis.examine(isRoot: geteuid() == 0)
        return diagnosis
    }

    static func words(_ diagnosis: Diagnosis) -> String {
        let marks: [Diagnosis.Grade: String] = [.good: "ok", .note: "--", .bad: "!!"]
        var lines = diagnosis.findings.map { finding in
            let remedy = finding.remedy.isEmpty ? "" : ". \(finding.remedy)"
            return "\(marks[finding.grade] ?? "")  \(finding.topic.padded(to: 13))  \(finding.words)\(remedy)"
        }
        lines.append(diagnosis.isSound ? "A tap will work." : "A tap will not work: see the lines with !! above.")
        return ProbeWords.shown(lines)
    }

    static func json(_ diagnosis: Diagnosis) -> JSONValue {
        [
            "works": .boolean(diagnosis.isSound),
            "findings": .list(
                diagnosis.findings.map { finding in
                    [
                        "topic": .text(finding.topic), "grade": .text(finding.grade.rawValue),
                        "words": .text(finding.words), "remedy": .text(finding.remedy),
                    ]
                }),
        ]
    }
}
