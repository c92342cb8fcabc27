import FocusCore
import Foundation
import LinuxDevices
import StateTrace

extension Command {
    static let probe = Command(
        name: "probe", summary: "Say what is connected, and how far each camera can follow a tap, and why.",
        options: [Option(name: "json", value: nil, help: "as one JSON object")],
        body: { arguments in
            let probe = Probe()
            if arguments.has("json") {
                FileHandle.standardOutput.write(Data(ProbeJSON.line(probe)))
            } else {
                print(ProbeWords.text(probe))
            }
            return probeExitCode(probe.failures)
        })

    /// A whole kind of devices that could not be listed is a failure; a single device that could not be opened is a finding.
    static func probeExitCode(_ failures: [DeviceError]) -> ExitCode {
        failures.isEmpty ? .fine : .failed
    }
}

/// What is connected, in words.
private enum ProbeWords {
    static func text(_ probe: Probe) -> String {
        var lines: [String] = []
        lines += section("camera", probe.cameras) { camera in
            let levels = CameraCapabilities(camera.description).levels
            return [
                "\(camera.identity.path)  \(camera.identity.name)  (driver \(camera.identity.driver))",
                "    focus:    \(words(for: levels.focus))",
                "    exposure: \(words(for: levels.exposure))",
            ]
        }
        lines += section("touchscreen", probe.touchscreens) { screen in
            let range = screen.description
            let width = units(range.minimumX, range.maximumX)
            let height = units(range.minimumY, range.maximumY)
            return ["\(screen.identity.path)  \(screen.identity.name)  (\(width) × \(height) units)"]
        }
        lines += section("accelerometer", probe.accelerometers) { sensor in
            let label = sensor.identity.label.map { ", label \($0)" } ?? ""
            return [
                "\(sensor.identity.id)  \(sensor.identity.name)\(label)  (\(sensor.mayStream ? "streams" : "polled"))"
            ]
        }
        lines += probe.failures.map { "\($0)" }
        return lines.joined(separator: "\n")
    }

    private static func section<Device>(
        _ kind: String, _ findings: [Probe.Finding<Device>], _ words: (Device) -> [String]
    ) -> [String] {
        guard !findings.isEmpty else { return ["no \(kind) is connected"] }
        return findings.flatMap { finding in
            switch finding {
            case .found(let device): words(device)
            case .failed(_, let error): ["\(error)"]
            }
        }
    }

    /// How many positions a screen can tell apart. What a driver says may be anything, hence the wider integers.
    private static func units(_ minimum: Int32, _ maximum: Int32) -> Int64 {
        Int64(maximum) - Int64(minimum) + 1
    }

    private static func words(for finding: LevelFinding) -> String {
        "\(finding.level.name): \(finding.reason.explanation)"
    }
}

/// What is connected, for programs.
private enum ProbeJSON {
    static func line(_ probe: Probe) -> [UInt8] {
        var line = JSONLine()
        line.open("{")
        line.key("cameras")
        list(probe.cameras, &line) { camera, line in
            line.text("path", camera.identity.path)
            line.text("name", camera.identity.name)
            line.text("driver", camera.identity.driver)
            line.text("bus", camera.identity.busInfo)
            let levels = CameraCapabilities(camera.description).levels
            finding("focus", levels.focus, &line)
            finding("exposure", levels.exposure, &line)
        }
        line.key("touchscreens")
        list(probe.touchscreens, &line) { screen, line in
            line.text("path", screen.identity.path)
            line.text("name", screen.identity.name)
        }
        line.key("accelerometers")
        list(probe.accelerometers, &line) { sensor, line in
            line.text("id", sensor.identity.id)
            line.text("name", sensor.identity.name)
            if let label = sensor.identity.label { line.text("label", label) }
            line.key("streams")
            line.boolean(sensor.mayStream)
        }
        line.key("errors")
        line.open("[")
        for failure in probe.failures {
            line.open("{")
            line.text("message", failure.description)
            line.close("}")
        }
        line.close("]")
        line.close("}")
        line.endLine()
        return line.bytes
    }

    private static func list<Device>(
        _ findings: [Probe.Finding<Device>], _ line: inout JSONLine, _ body: (Device, inout JSONLine) -> Void
    ) {
        line.open("[")
        for finding in findings {
            line.open("{")
            switch finding {
            case .found(let device): body(device, &line)
            case .failed(let path, let error):
                line.text("path", path)
                line.text("error", error.description)
            }
            line.close("}")
        }
        line.close("]")
    }

    private static func finding(_ component: StaticString, _ finding: LevelFinding, _ line: inout JSONLine) {
        line.key(component)
        line.open("{")
        line.key("level")
        line.word(finding.level.name)
        line.key("reason")
        line.word(finding.reason.explanation)
        line.close("}")
    }
}
