import FocusCore
import JSONLines
import KioskRuntime
import LinuxDevices
import StateTrace

enum ProbeJSON {
    static func line(_ probe: Probe, _ quirks: QuirkFiles) -> [UInt8] {
        var line = JSONLine()
        line.open("{")
        findings("cameras", probe.cameras, &line) { camera, line in
            line.text("path", camera.identity.path)
            line.text("name", camera.identity.name)
            line.text("driver", camera.identity.driver)
            line.text("bus", camera.identity.busInfo)
            if let id = camera.identity.usbID { line.text("usb", id) }
            let levels = camera.levels(with: quirks.table)
            level("focus", levels.focus, &line)
            level("exposure", levels.exposure, &line)
            lens(camera.lens, &line)
            let entries = quirks.table.entries(for: camera.identity)
            if !entries.isEmpty { objects("quirks", entries, &line, quirk) }
        }
        findings("touchscreens", probe.touchscreens, &line) { screen, line in
            line.text("path", screen.identity.path)
            line.text("name", screen.identity.name)
        }
        findings("accelerometers", probe.accelerometers, &line) { sensor, line in
            line.text("id", sensor.identity.id)
            line.text("name", sensor.identity.name)
            if let label = sensor.identity.label { line.text("label", label) }
            line.field("streams", sensor.reading == .streamed)
            line.text("reading", ProbeWords.words(for: sensor.reading))
        }
        let errors = probe.failures.map(\.description) + quirks.faults.map(QuirkFiles.words)
        objects("errors", errors, &line) { message, line in line.text("message", message) }
        line.close("}")
        line.endLine()
        return line.bytes
    }

    private static func objects<Element>(
        _ key: StaticString, _ elements: [Element], _ line: inout JSONLine, _ body: (Element, inout JSONLine) -> Void
    ) {
        line.key(key)
        line.list { line in for element in elements { line.object { body(element, &$0) } } }
    }

    private static func findings<Device>(
        _ key: StaticString, _ findings: [Probe.Finding<Device>], _ line: inout JSONLine,
        _ body: (Device, inout JSONLine) -> Void
    ) {
        objects(key, findings, &line) { finding, line in
            switch finding {
            case .found(let device): body(device, &line)
            case .failed(let path, let error):
                line.text("path", path)
                line.text("error", error.description)
            }
        }
    }

    private static func level(_ component: StaticString, _ finding: LevelFinding, _ line: inout JSONLine) {
        line.key(component)
        line.open("{")
        line.field("level", finding.level)
        line.key("reason")
        line.word(finding.reason.explanation)
        line.close("}")
    }

    /// Omitted if the camera only has its own node.
    private static func lens(_ lens: LensFinding, _ line: inout JSONLine) {
        if case .none = lens { return }
        line.key("lens")
        line.open("{")
        switch lens {
        case .none: break
        case .paired(let path, let reason):
            line.text("path", path)
            line.text("reason", reason.rawValue)
        case .undecided(let paths): objects("choose", paths, &line) { path, line in line.text("path", path) }
        case .unusable(let path, let error), .unanswered(let path, let error):
            line.text("path", path)
            line.text("error", error.description)
        }
        line.close("}")
    }

    private static func quirk(_ entry: QuirkEntry, _ line: inout JSONLine) {
        line.text("by", entry.match.words)
        line.text("changes", entry.changes.joined(separator: ", "))
        line.text("because", entry.because)
        line.text("file", entry.file)
    }
}
