import FocusCore
import KioskRuntime
import LinuxDevices
import StateTrace

/// Effects of a trace in words: those of `run`'s announcements where there are such.
enum EffectWords {
    /// - Parameter relative: the seconds at which a deadline lies in the trace.
    static func words(for effect: Effect, relative: (Instant) -> String) -> String {
        switch effect {
        case .state(let report): AnnouncementWords.words(for: .state(report))
        case .settled(let report): AnnouncementWords.words(for: .settled(report))
        case .searched(let report): AnnouncementWords.words(for: .searched(report))
        case .exposed(let report): AnnouncementWords.words(for: .exposed(report))
        case .levels(let report): AnnouncementWords.words(for: .levels(report))
        case .tapIgnored(let reason, _): AnnouncementWords.words(for: .tapIgnored(reason))
        case .tapRefused(let reason, _): AnnouncementWords.words(for: .tapRefused(reason))
        case .fault(let fault): AnnouncementWords.words(for: .fault(fault))
        case .compensationTakenBack(let ev): "\(AnnouncementWords.words(for: .compensation(ev))) again"
        case .cameraReleased(let isComplete):
            isComplete
                ? "camera released: everything is restored"
                : "camera released: it refused some of its original values"
        case .relit(let report): AnnouncementWords.words(for: .relit(report))
        case .shutter(let isClosed): AnnouncementWords.words(for: .shutter(isClosed: isClosed))
        case .kept(let keeper, _): AnnouncementWords.words(for: .lock(keeper))
        case .zoomed(let report): AnnouncementWords.words(for: .zoom(report))
        case .arm(let id, let deadline, _): "timer \(id.name) set to \(relative(deadline))"
        case .disarm(let id): "timer \(id.name) stopped"
        case .call(let call): ControlWords.words(for: call.operation)
        case .requestFrames(let id, let request): "frames \(id) requested\(words(for: request))"
        case .releaseFrames(let id): "frames \(id) released"
        case .motionSensor(let isAwake): "accelerometer \(isAwake ? "awake" : "asleep")"
        case .stopped(let isComplete):
            isComplete ? "stopped: everything is restored" : "stopped: the camera refused some of its original values"
        }
    }

    private static func words(for request: FrameRequest) -> String {
        let focus = request.focus
        let centre = String(printf: ", about %.3f, %.3f", focus.x + focus.width / 2, focus.y + focus.height / 2)
        let pause = request.interval == .zero ? "" : String(printf: ", every %.4g s", request.interval.seconds)
        return centre + (request.includesGrid ? ", with the grid" : "") + pause
    }
}

/// Calls to the camera's controls, and their answers, in words. A trace has no driver's names: controls have their names in files.
enum ControlWords {
    static func words(for operation: ControlCall.Operation) -> String {
        switch operation {
        case .write(let settings):
            let parts = settings.elements.map { words(for: $0.id, $0.value) }
            return "write \(parts.joined(separator: "; "))"
        case .read(let ids): return "read \(ids.elements.map(name).joined(separator: ", "))"
        }
    }

    /// - Parameter request: nil if it is not known what the answer belongs to.
    static func answer(_ result: ControlResult, to request: RecordedCalls.Request?) -> String {
        switch request {
        case .controls(.write(let settings)):
            let parts = settings.elements.enumerated().map { index, setting in
                let value = (result.values[index] ?? nil) ?? setting.value
                return Self.words(for: setting.id, value, errno: result.errno)
            }
            return "camera: \(parts.joined(separator: "; "))"
        case .controls(.read(let ids)):
            let parts = ids.elements.enumerated().map { index, id in
                (result.values[index] ?? nil).map { Self.words(for: id, $0) } ?? "\(name(id)) failed"
            }
            return "camera: read \(parts.joined(separator: "; "))\(failure(result))"
        case .frames: return "camera: answered call \(result.call) for frames\(failure(result))"
        case nil: return "camera: answered call \(result.call)\(failure(result))"
        }
    }

    private static func failure(_ result: ControlResult) -> String {
        result.errno == 0 ? "" : "  refused: \(SystemError(result.errno).name)"
    }

    /// The words of the announcement of a write, without its indentation.
    private static func words(for id: ControlID, _ value: ControlValue, errno: Int32 = 0) -> String {
        let words = AnnouncementWords.words(for: .write(id, name: name(id), value, errno: errno))
        return String(words.drop { $0 == " " })
    }

    private static func name(_ id: ControlID) -> String {
        id.name?.description ?? "0x\(String(id.rawValue, radix: 16))"
    }
}

/// The effects that matter to a person, in few words, for two columns.
enum NotableWords {
    /// Nil for an effect that only concerns devices or timers.
    static func words(for effect: Effect) -> String? {
        switch effect {
        case .state(let report): words(for: report)
        case .settled(let report):
            "settled: focus \(report.focus.map { $0.name.description } ?? "none"), "
                + "exposure \(report.exposure.map { $0.name.description } ?? "none")" + words(for: report)
        case .searched(let report): "focus search: \(report.outcome.name) at \(report.position)"
        case .exposed(let report):
            "exposure search: \(report.outcome.name) at time \(report.time)"
                + (report.gain.map { ", gain \($0)" } ?? "")
        case .tapIgnored(let reason, _): "tap ignored: \(reason.name)"
        case .tapRefused(let reason, _): "tap refused: \(reason.name)"
        case .fault(let fault): "fault \(fault.name)"
        case .compensationTakenBack(let ev): AnnouncementWords.words(for: .compensation(ev))
        case .cameraReleased(let isComplete):
            isComplete
                ? "camera released: everything is restored"
                : "camera released: it refused some of its original values"
        case .relit(let report): AnnouncementWords.words(for: .relit(report))
        case .shutter(let isClosed): AnnouncementWords.words(for: .shutter(isClosed: isClosed))
        case .kept(let keeper, _): AnnouncementWords.words(for: .lock(keeper))
        case .zoomed(let report): AnnouncementWords.words(for: .zoom(report))
        case .stopped(let isComplete): isComplete ? "stopped" : "stopped: not everything is restored"
        case .arm, .disarm, .call, .requestFrames, .releaseFrames, .levels, .motionSensor: nil
        }
    }

    /// The reasons of a failure, in brackets; empty without a reason.
    private static func words(for report: SettledReport) -> String {
        let reasons = [report.focusReason, report.exposureReason].compactMap { $0?.name.description }
        return reasons.isEmpty ? "" : " (\(reasons.joined(separator: ", ")))"
    }

    private static func words(for report: StateReport) -> String {
        let place = report.point.map { String(printf: " at %.3f, %.3f", $0.x, $0.y) } ?? ""
        let reason = report.moved.map { " by \($0.name)" } ?? ""
        return "\(report.state.name)\(place) (\(report.rule.name)\(reason))"
    }
}
