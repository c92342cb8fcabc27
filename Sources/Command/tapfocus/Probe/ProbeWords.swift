import FocusCore
import KioskRuntime
import LinuxDevices

enum ProbeWords {
    typealias Kind = DeviceNews.Kind

    static func text(_ probe: Probe, _ quirks: QuirkFiles) -> String {
        var lines: [String] = []
        lines += section(.camera, probe.cameras) { camera in self.camera(camera, quirks.table) }
        lines += section(.touchscreen, probe.touchscreens) { screen in
            let range = screen.description
            let width = units(range.minimumX, range.maximumX)
            let height = units(range.minimumY, range.maximumY)
            return ["\(screen.identity.path)  \(screen.identity.name)  (\(width) × \(height) units)"]
        }
        lines += section(.accelerometer, probe.accelerometers) { sensor in
            let label = sensor.identity.label.map { ", label \($0)" } ?? ""
            return ["\(sensor.identity.id)  \(sensor.identity.name)\(label)  (\(words(for: sensor.reading)))"]
        }
        lines += probe.failures.map { "\($0)" }
        lines += quirks.faults.map(QuirkFiles.words)
        return shown(lines)
    }

    /// Devices choose their own names.
    static func shown(_ lines: [String]) -> String { lines.map { PlainText.line($0) }.joined(separator: "\n") }

    static func camera(_ camera: Probe.Camera, _ quirks: QuirkTable) -> [String] {
        let identity = camera.identity
        let usb = identity.usbID.map { ", USB \($0)" } ?? ""
        let levels = camera.levels(with: quirks)
        var lines = [
            "\(identity.path)  \(identity.name)  (driver \(identity.driver)\(usb))",
            "    focus:    \(words(for: levels.focus))",
            "    exposure: \(words(for: levels.exposure))",
        ]
        if let lens = words(for: camera.lens) { lines.append("    lens:     \(lens)") }
        return lines + quirks.entries(for: identity).map { "    quirk:    \(words(for: $0))" }
    }

    static func words(for reading: Probe.SensorReading) -> String {
        switch reading {
        case .streamed: "streams"
        case .polled: "polled"
        case .polledBesideAnother: "polled: another program has its buffer, probably iio-sensor-proxy"
        case .refused(let error) where error.kind == .busy:
            "busy: another program has its buffer, probably iio-sensor-proxy, so it refuses single reads"
        case .refused(let error): "cannot be read: \(error.answer)"
        }
    }

    /// Nil if there is nothing to report.
    static func words(for lens: LensFinding) -> String? {
        switch lens {
        // A named lens is the person's own choice, and `probe` does not look for it.
        case .none, .paired(_, .named): nil
        case .paired(let path, .linked): "\(path): the media controller links it to the camera's sensor"
        case .paired(let path, .only): "\(path): the only one of the camera's media device"
        case .undecided(let paths):
            "could be \(paths.joined(separator: " or ")), or none: choose one (tapfocus run --lens PATH)"
        case .unusable(_, let error), .unanswered(_, let error): error.description
        }
    }

    private static func words(for entry: QuirkEntry) -> String {
        "\(entry.changes.joined(separator: ", ")): \(entry.because) (\(entry.file), by \(entry.match.words))"
    }

    /// The absence of a kind of device, and what to do about it. A device that may not be opened is not absent: its error says
    /// what gives the permission.
    static func absence(of kind: Kind) -> String {
        switch kind {
        case .camera:
            "no camera is connected: connect one, or try your application with one that is played: tapfocus run "
                + "--simulated. One behind libcamera is not seen here: tapfocus run --libcamera"
        case .touchscreen:
            "no touchscreen is connected: connect one, or let a page or \"tapfocus tap X Y\" send the taps"
        case .accelerometer:
            "no accelerometer is connected: without one, a change of the scene unlocks, "
                + "if the camera gives frames (sceneWatch)"
        }
    }

    private static func section<Device>(
        _ kind: Kind, _ findings: [Probe.Finding<Device>], _ words: (Device) -> [String]
    ) -> [String] {
        guard !findings.isEmpty else { return [absence(of: kind)] }
        return findings.flatMap { finding in
            switch finding {
            case .found(let device): words(device)
            case .failed(_, let error): ["\(error)"]
            }
        }
    }

    /// The number of positions that a screen distinguishes. The driver's values may be arbitrary, hence the wider integers.
    private static func units(_ minimum: Int32, _ maximum: Int32) -> Int64 { Int64(maximum) - Int64(minimum) + 1 }

    private static func words(for finding: LevelFinding) -> String {
        "\(finding.level.name): \(finding.reason.explanation)"
    }
}

extension QuirkEntry {
    /// The entry's properties, a few words for each field.
    var changes: [String] {
        var changes: [String] = []
        if let unusable {
            let names = unusable.compactMap { $0.name?.description }
            changes.append(names.isEmpty ? "all controls usable" : "unusable: \(names.joined(separator: " "))")
        }
        if let lensRange { changes.append("lens \(lensRange.lowerBound)…\(lensRange.upperBound)") }
        if let lensDelay { changes.append("lens at rest after \(lensDelay) frames") }
        if let exposureDelay { changes.append("exposure in effect after \(exposureDelay) frames") }
        if let cannotBeReadBack { changes.append(cannotBeReadBack ? "cannot be read back" : "can be read back") }
        if let resetsAtStreamStart {
            changes.append("\(resetsAtStreamStart ? "resets" : "keeps") its controls when a stream starts")
        }
        if let exposureTimes {
            let times = exposureTimes.map(String.init).joined(separator: " ")
            changes.append(times.isEmpty ? "all exposure times" : "exposure times \(times)")
        }
        if let writePause { changes.append("\(writePause.nanoseconds / 1_000_000) ms between writes") }
        if let firstFrameTime { changes.append("first frame within \(firstFrameTime.nanoseconds / 1_000_000) ms") }
        if let zoomFactor { changes.append("zoom \(zoomFactor.lowerBound)…\(zoomFactor.upperBound) times") }
        return changes.isEmpty ? ["nothing"] : changes
    }
}

extension QuirkEntry.Match {
    /// The match as it is written in a file.
    var words: String {
        switch self {
        case .driver(let driver): "driver \(driver)"
        case .name(let name): "name \(name)"
        case .usb(let id): "USB id \(id)"
        }
    }
}

extension Probe.Camera {
    /// The camera's levels, with its known quirks applied.
    func levels(with quirks: QuirkTable) -> LevelReport {
        var description = description
        description.quirks = quirks.quirks(for: identity)
        return CameraCapabilities(description).levels
    }
}
