import Glibc
import KioskRuntime

/// A sentence: the effect of a command on a running `tapfocus run`.
enum ClientSentences {
    /// - Parameter status: as it is after the request.
    static func viewShown(_ status: StatusLine) -> String {
        // A run that is ending changes its state no more.
        guard status.state == "continuousAuto" else { return "the view is shown again; the state is \(status.state)" }
        return "continuousAuto: focus and exposure follow the scene, because the view is shown again"
    }

    static func unlocked(_ status: StatusLine) -> String {
        status.state == "continuousAuto"
            ? "nothing is locked: focus and exposure follow the scene"
            : "the lock is over: what is held is let go by the next motion, or at once by \"tapfocus show-view\""
    }

    /// - Parameter status: just after the request: a ramp may have begun only now.
    static func zoomed(_ status: StatusLine) -> String {
        guard let zoom = status.camera?.zoom else { return "the zoom is asked for" }
        return "the zoom is asked for; now it is \(Self.zoom(zoom, status.camera?.zoomFactor))"
    }

    static func zoom(_ linear: Double, _ factor: Double?) -> String {
        guard let factor else { return String(printf: "zoomed to %.0f %% of the range", linear * 100) }
        return String(printf: "zoomed %.3g times", factor)
    }

    static func lit(_ isOn: Bool, _ lamp: String, _ status: StatusLine) -> String {
        if !isOn, status.light == true {
            return "a light of another program is on: it goes off when that program says so, or ends"
        }
        return isOn
            ? "the \(lamp) is on: an exposure that is held is found again"
            : "the \(lamp) is off: an exposure that was held before it is held again"
    }

    /// A line for each camera.
    static func words(for cameras: [CamerasLine.Camera]) -> String {
        guard !cameras.isEmpty else { return "no camera is connected" }
        let lines = cameras.map { "\($0.path): \($0.name)\($0.isUsed ? " (in use)" : "")" }
        return lines.map { PlainText.line($0) }.joined(separator: "\n")
    }

    static func switched(_ status: StatusLine) -> String {
        guard let camera = status.camera else { return "there is no camera now" }
        return "the camera is \(camera.name) (\(camera.path))"
    }

    /// - Parameter ev: the compensation that was asked for; an older `run` does not tell the one in force.
    static func compensated(_ status: StatusLine, ev: Double) -> String {
        let ev = status.compensation ?? ev
        guard status.camera != nil else {
            return "there is no camera now; the next one begins with a compensation of \(AnnouncementWords.stops(ev))"
        }
        // Nothing is held: a camera without a bias goes on as before, and a tap's exposure is the first that has the compensation.
        if status.state == "continuousAuto" {
            return "compensation \(AnnouncementWords.stops(ev)) is in force: a camera with a bias follows at once, "
                + "others from the next tap on"
        }
        let way = ev > 0 ? "brighter" : "darker"
        let change =
            ev == 0
            ? "the picture is as bright as the camera or TapFocus chooses"
            : "the picture is \(String(printf: "%.4g", abs(ev))) EV \(way) than the camera or TapFocus would choose"
        guard let missing = status.missingCompensation, missing != 0 else { return change }
        let rest = String(printf: "%.1f EV too ", abs(missing)) + (missing > 0 ? "dark" : "bright")
        return "\(change), but the held exposure stays \(rest); the next tap exposes again, as far as the camera can"
    }

    static func marked(_ status: StatusLine, _ text: String) throws -> String {
        "\"\(text)\" is in the trace \(try trace(status))"
    }

    static func nextFileBegun(_ status: StatusLine) throws -> String {
        let trace = try trace(status)
        var file = stat()
        let isFolder = stat(trace, &file) == 0 && file.st_mode & S_IFMT == S_IFDIR
        // A ring has a folder. A file is begun again only if it was renamed before.
        guard isFolder else {
            return "the trace \(trace) is opened again: it is a new file if it was renamed, and else goes on at its end"
        }
        return "the file is complete, and another one begins in the trace \(trace)"
    }

    private static func trace(_ status: StatusLine) throws -> String {
        guard let trace = status.trace else {
            throw KioskError("the trace could not be written just now. \"tapfocus run\" prints the reason.")
        }
        return trace
    }
}
