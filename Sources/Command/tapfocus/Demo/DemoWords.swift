import FocusCore
import Glibc
import KioskRuntime
import SimulatedDevices

enum DemoWords {
    /// A line about an effect; nil for effects that are of no interest here.
    static func line(about effect: Effect) -> String? {
        switch effect {
        case .state(let report): return "state \(report.state.name), because of \(cause(report))"
        case .call(let call):
            guard case .write(let settings) = call.operation else { return nil }
            return "camera: " + settings.elements.map { words(for: $0) }.joined(separator: ", ")
        case .requestFrames(_, let request): return "camera: " + words(for: request)
        case .releaseFrames: return "camera: no more frames"
        case .settled(let report):
            let isReadBack = report.verified == [.focus, .exposure]
            return "settled: focus \(outcome(report.focus, report.focusReason)), "
                + "exposure \(outcome(report.exposure, report.exposureReason))"
                + (isReadBack ? ", held and read back" : ", held")
        case .searched(let report):
            let cost = "after \(report.evaluations) positions in \(report.frames) frames"
            return report.outcome == .found
                ? "search: sharpest at lens \(report.position), \(cost)"
                : "search: \(report.outcome.name), lens back at \(report.position), \(cost)"
        case .exposed(let report):
            return "exposure: \(report.outcome.name) at luma \(decimal(report.mean, digits: 2)), "
                + "wanted \(decimal(report.target, digits: 2)), after \(report.frames) frames"
        case .levels(let levels):
            return "levels: focus \(levels.focus.level.name), exposure \(levels.exposure.level.name)"
        case .tapIgnored(let reason, _): return "ignored: \(reason.name)"
        case .tapRefused(let reason, _): return "refused: \(reason.name)"
        case .compensationTakenBack(let value): return "compensation: back at \(decimal(value, digits: 1)) EV"
        case .cameraReleased: return "camera released: it is as it was"
        case .relit(let report):
            return "light \(report.isOn ? "on" : "off"): exposure \(report.exposure.map { "\($0.name)" } ?? "not held")"
        case .shutter(let isClosed): return "shutter: \(isClosed ? "closed" : "open")"
        case .kept(let keeper, _): return keeper.map { "lock: kept by the \($0.name)" } ?? "lock: over"
        case .zoomed(let report): return "zoom: at \(decimal(report.linear * 100, digits: 1)) %"
        case .motionSensor(let awake): return "accelerometer \(awake ? "awake" : "asleep")"
        case .fault(.framesRefused(let errno)):
            return errno == CameraErrno.busy ? "another program has the frames" : "no frames: errno \(errno)"
        case .fault(let fault): return "fault: \(fault.name)"
        case .stopped: return "stopped: the camera is as it was"
        case .arm, .disarm: return nil
        }
    }

    static func colour(of effect: Effect) -> Colour {
        switch effect {
        case .state(let report): DemoPalette.colour(ofState: "\(report.state.name)")
        case .call, .requestFrames, .releaseFrames: DemoPalette.text
        case .settled, .searched, .exposed, .levels, .zoomed, .kept, .shutter, .relit, .compensationTakenBack:
            DemoPalette.lens
        case .motionSensor: DemoPalette.motion
        case .tapIgnored, .tapRefused, .fault: DemoPalette.problem
        case .arm, .disarm, .cameraReleased, .stopped: DemoPalette.faint
        }
    }

    /// The camera's refusal; nil if the call succeeded.
    static func line(about result: ControlResult) -> String? {
        result.errno == 0 ? nil : "camera refused: errno \(result.errno)"
    }

    /// A number with one or more digits after the point.
    static func decimal(_ number: Double, digits: Int) -> String {
        let scale = pow(10, Double(digits))
        // Halves are rounded away from zero, which printf does not; and a sum with 0 is never the negative zero.
        return String(printf: "%.\(digits)f", (number * scale).rounded() / scale + 0)
    }

    private static func cause(_ report: StateReport) -> String {
        switch report.rule {
        case .start: "the start"
        case .viewShown: "the view being shown"
        case .tapped: "a tap"
        case .lockElapsedStill: "the lock time being over"
        case .lockElapsedMoved: "motion in the lock time"
        case .movedUnlocks: report.moved == .scene ? "another scene in the frames" : "motion"
        case .motionRemembered, .lockElapsedIgnored: "nothing"
        }
    }

    private static func outcome(_ outcome: SettledReport.Outcome?, _ reason: FailureReason?) -> String {
        (outcome.map { "\($0.name)" } ?? "fixed") + (reason.map { " (\($0.name))" } ?? "")
    }

    private static func words(for request: FrameRequest) -> String {
        let x = decimal(request.focus.x + request.focus.width / 2, digits: 2)
        let y = decimal(request.focus.y + request.focus.height / 2, digits: 2)
        return request.includesGrid ? "a few frames, to watch the scene" : "all frames, measured at \(x), \(y)"
    }

    private static func words(for setting: ControlSetting) -> String {
        switch (setting.id, setting.value) {
        case (.regionRectangle, .rectangle(let area)): "region \(area.width)×\(area.height) at \(area.left),\(area.top)"
        case (.regionAuto, .integer(let bits)): "for " + users(bits)
        case (.focusAuto, .integer(let value)): "focus auto \(value == 0 ? "off" : "on")"
        case (.focusAbsolute, .integer(let value)): "lens \(value)"
        case (.exposureAuto, .integer(let value)): "exposure \(value == 1 ? "manual" : "auto")"
        case (.exposureAbsolute, .integer(let value)): "\(decimal(Double(value) / 10, digits: 1)) ms"
        case (.gain, .integer(let value)): "gain \(value)"
        case (.autoFocusStart, _): "focus once"
        case (.lock3A, .integer(let bits)): "lock \(bits)"
        case (.exposureMetering, .integer(let item)): "metering \(item)"
        default: "a control"
        }
    }

    private static func users(_ bits: Int64) -> String {
        switch bits & 9 {
        case 9: "focus and exposure"
        case 8: "focus"
        case 1: "exposure"
        default: "nothing"
        }
    }
}
