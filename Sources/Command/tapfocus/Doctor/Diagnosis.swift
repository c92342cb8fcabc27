import FocusCore
import KioskRuntime
import LinuxDevices

/// Everything that decides whether a tap will work on this machine, each with its remedy.
struct Diagnosis {
    enum Grade: String {
        case good
        /// It works, and could work better, or should be known.
        case note
        /// No tap will work before it is put right.
        case bad
    }

    struct Finding: Equatable {
        var topic: String
        var grade: Grade
        var words: String
        /// The remedy, for a person; empty where the words say it, or nothing needs to be done.
        var remedy = ""
    }

    private(set) var findings: [Finding] = []

    /// True if a tap will work.
    var isSound: Bool { !findings.contains { $0.grade == .bad } }

    private mutating func add(_ topic: String, _ grade: Grade, _ words: String, _ remedy: String = "") {
        findings.append(Finding(topic: topic, grade: grade, words: words, remedy: remedy))
    }

    /// The running kiosk, as its control socket answers.
    /// - Parameters:
    ///   - isInstalled: true if there is a unit for systemd.
    ///   - fault: of the configuration that the unit names; nil: it has none.
    mutating func examine(_ kiosk: RunningKiosk, isInstalled: Bool, fault: JSON5File.Fault? = nil) {
        switch kiosk {
        case .running(let status, let path):
            guard let camera = status.camera else {
                return add("service", .bad, "tapfocus run waits for a camera", "Connect one; the lines below say more.")
            }
            add("service", .good, "tapfocus run has \(camera.name) (\(camera.path)); its socket is \(path)")
            if camera.shutter == "closed" {
                add("shutter", .bad, "the privacy shutter of \(camera.name) is closed", "Open it.")
            }
            if camera.focusLevel == "none", camera.exposureLevel == "none" {
                add(
                    "camera", .bad, "\(camera.name) cannot follow a tap",
                    "Connect one that can; tapfocus probe says why it cannot.")
            }
            if camera.frames == "holder" {
                add("frames", .good, "an application measures the frames of \(camera.name)")
            }
            if camera.frames == "reserved" {
                add(
                    "frames", .note, "an application has reserved the frames of \(camera.name) and gives none",
                    "Until it does, a tap has the level whole frame at most (Documentation/Frames.md).")
            }
        case .closed(let path):
            add(
                "service", .bad,
                "this user may not use the control socket \(path), so nothing is known of the kiosk behind it",
                "Ask as root (sudo tapfocus doctor), or add the user to the socket's group (sudo usermod -aG tapfocus "
                    + "NAME) and log in again.")
        case .silent(let path):
            add(
                "service", .bad, "tapfocus run does not answer at its socket \(path)",
                isInstalled ? "Start it again: sudo systemctl restart tapfocus" : "End it, and start it again")
        case .absent: examineAbsence(isInstalled: isInstalled, fault)
        }
    }

    private mutating func examineAbsence(isInstalled: Bool, _ fault: JSON5File.Fault?) {
        guard isInstalled else { return add("service", .bad, "tapfocus run is not running", "Start it: tapfocus run") }
        guard let fault else {
            return add(
                "service", .bad, "tapfocus run is not running",
                "Start it: sudo systemctl enable --now tapfocus; systemctl status tapfocus says why it has ended")
        }
        add(
            "service", .bad, "tapfocus run is not running, because its configuration has a fault",
            "Mend it, then: sudo systemctl restart tapfocus; systemctl status tapfocus says how it goes")
        add("configuration", .bad, fault.description)
    }

    /// - Parameters:
    ///   - isServed: true if a kiosk runs that has a camera: what this user may not open, it may.
    ///   - holders: returns the other programs that have a device open.
    mutating func examine(
        _ cameras: [Probe.Finding<Probe.Camera>], _ quirks: QuirkFiles, isServed: Bool,
        holders: (String) -> [DeviceHolder]
    ) {
        if cameras.isEmpty, !isServed { add("camera", .bad, ProbeWords.absence(of: .camera)) }
        // One camera that can follow a tap is enough.
        let canFollow = cameras.contains { finding in
            guard case .found(let camera) = finding else { return false }
            let levels = camera.levels(with: quirks.table)
            return levels.focus.level != .none || levels.exposure.level != .none
        }
        for finding in cameras {
            switch finding {
            case .found(let camera): examine(camera, quirks.table, grade: canFollow || isServed ? .note : .bad, holders)
            case .failed(_, let error): add("camera", canFollow || isServed ? .note : .bad, error.description)
            }
        }
        for fault in quirks.faults { add("quirks", .note, QuirkFiles.words(for: fault)) }
    }

    private mutating func examine(
        _ camera: Probe.Camera, _ quirks: QuirkTable, grade: Grade, _ holders: (String) -> [DeviceHolder]
    ) {
        let lines = ProbeWords.camera(camera, quirks).map { line in String(line.drop { $0 == " " }) }
        let levels = camera.levels(with: quirks)
        let isUsable = levels.focus.level != .none || levels.exposure.level != .none
        add("camera", isUsable ? .good : grade, lines.joined(separator: "; "))
        let path = camera.identity.path
        if let names = Self.names(of: holders(path)) {
            add(
                "camera", .note, "\(path) is open in \(names), too",
                "A program that has the frames should give them to TapFocus (Documentation/Frames.md).")
        }
        if let filter = camera.description.control(.powerLineFrequency)?.value?.integer {
            examineFlicker(of: camera.identity, filter)
        }
    }

    /// The names of the other programs that hold a device, or nil if only TapFocus holds it.
    private static func names(of holders: [DeviceHolder]) -> String? {
        let others = holders.filter { $0.name != "tapfocus" }.map { "\($0.name) (process \($0.process))" }
        return others.isEmpty ? nil : others.joined(separator: ", ")
    }

    /// - Parameter filter: the value of V4L2_CID_POWER_LINE_FREQUENCY.
    private mutating func examineFlicker(of camera: CameraIdentity, _ filter: Int64) {
        switch filter {
        case 1, 2: add("flicker", .good, "\(camera.name) exposes for lamps at \(filter == 1 ? 50 : 60) Hz")
        case 3: add("flicker", .good, "\(camera.name) finds out the frequency of lamps itself")
        default:
            add(
                "flicker", .note, "\(camera.name) does not avoid the flicker of lamps",
                "Set the mains' frequency: v4l2-ctl -d \(camera.path) -c power_line_frequency=1 (50 Hz; 2: 60 Hz)")
        }
    }

    /// - Parameter holders: returns the other programs that have a device open.
    mutating func examine(
        _ screens: [Probe.Finding<Probe.Touchscreen>], isServed: Bool, holders: (String) -> [DeviceHolder]
    ) {
        if screens.isEmpty { add("touchscreen", .note, ProbeWords.absence(of: .touchscreen)) }
        for finding in screens {
            switch finding {
            case .found(let screen):
                let path = screen.identity.path
                add("touchscreen", .good, "\(path)  \(screen.identity.name)")
                // A desktop reads it, too, and takes nothing away by that. Only a program that has grabbed it does.
                if let names = Self.names(of: holders(path)) {
                    add(
                        "touchscreen", .note, "\(path) is open in \(names), too",
                        "If touches do nothing, that program keeps them (EVIOCGRAB): let it send the taps.")
                }
            case .failed(_, let error): add("touchscreen", isServed ? .note : .bad, error.description)
            }
        }
    }

    mutating func examine(_ sensors: [Probe.Finding<Probe.Accelerometer>]) {
        if sensors.isEmpty { add("accelerometer", .note, ProbeWords.absence(of: .accelerometer)) }
        for finding in sensors {
            switch finding {
            case .found(let sensor):
                let rate = sensor.reading == .streamed ? sensor.rate : nil
                let pace = rate.map { String(printf: ", %.4g samples a second", $0) } ?? ""
                let words = "\(sensor.identity.name): \(ProbeWords.words(for: sensor.reading))\(pace)"
                let isPolled = sensor.reading == .polled
                add(
                    "accelerometer", sensor.reading == .streamed ? .good : .note, words,
                    isPolled
                        ? "The udev rule of Documentation/Kiosk.md, or of the package, lets it stream: more samples."
                        : "")
            case .failed(_, let error): add("accelerometer", .note, error.description)
            }
        }
    }

    /// Only root sees the programs of all users.
    mutating func examine(isRoot: Bool) {
        guard !isRoot else { return }
        add(
            "programs", .note, "only this user's programs were looked at",
            "sudo tapfocus doctor sees who else has a device open.")
    }

    /// The errors that kept a whole kind of device from being listed.
    /// - Parameter isServed: true if a kiosk runs that has a camera: it has found its devices.
    mutating func examine(_ failures: [DeviceError], isServed: Bool) {
        for failure in failures { add("devices", isServed ? .note : .bad, failure.description) }
    }
}
