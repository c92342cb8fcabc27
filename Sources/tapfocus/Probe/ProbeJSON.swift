import FocusCore
import KioskRuntime
import LinuxDevices
import StateTrace

/// The connected devices as JSON for programs.
enum ProbeJSON {
    static func line(_ probe: Probe, _ quirks: QuirkFiles) -> [UInt8] {
        var line = JSONLine()
        line.open("{")
        line.key("cameras")
        list(probe.cameras, &line) { camera, line in
            line.text("path", camera.identity.path)
            line.text("name", camera.identity.name)
            line.text("driver", camera.identity.driver)
            line.text("bus", camera.identity.busInfo)
            if let id = camera.identity.usbID { line.text("usb", id) }
            let levels = camera.levels(with: quirks.table)
            finding("focus", levels.focus, &line)
            finding("exposure", levels.exposure, &line)
            lens(camera.lens, &line)
            self.quirks(quirks.table.entries(for: camera.identity), &line)
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
            line.field("streams", sensor.reading == .streamed)
            line.text("reading", ProbeWords.words(for: sensor.reading))
        }
        line.key("errors")
        line.open("[")
        for message in probe.failures.map(\.description) + quirks.faults.map(QuirkFiles.words) {
            line.open("{")
            line.text("message", message)
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
        line.field("level", finding.level)
        line.key("reason")
        line.word(finding.reason.explanation)
        line.close("}")
    }

    /// Omitted if the camera only has its own node.
    private static func lens(_ lens: LensFinding, _ line: inout JSONLine) {
        switch lens {
        case .none:
            break
        case .paired(let path, let reason):
            self.lens(path, "reason", reason.rawValue, &line)
        case .undecided(let paths):
            line.key("lens")
            line.open("{")
            line.key("choose")
            line.open("[")
            for path in paths {
                line.open("{")
                line.text("path", path)
                line.close("}")
            }
            line.close("]")
            line.close("}")
        case .unusable(let path, let error), .unanswered(let path, let error):
            self.lens(path, "error", error.description, &line)
        }
    }

    private static func lens(_ path: String, _ key: StaticString, _ text: String, _ line: inout JSONLine) {
        line.key("lens")
        line.open("{")
        line.text("path", path)
        line.text(key, text)
        line.close("}")
    }

    private static func quirks(_ entries: [QuirkEntry], _ line: inout JSONLine) {
        guard !entries.isEmpty else { return }
        line.key("quirks")
        line.open("[")
        for entry in entries {
            line.open("{")
            line.text("by", entry.match.words)
            line.text("changes", entry.changes.joined(separator: ", "))
            line.text("because", entry.because)
            line.text("file", entry.file)
            line.close("}")
        }
        line.close("]")
    }
}
