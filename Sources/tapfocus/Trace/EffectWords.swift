import FocusCore
import Foundation
import KioskRuntime

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
        let centre = String(format: ", about %.3f, %.3f", focus.x + focus.width / 2, focus.y + focus.height / 2)
        let pause = request.interval == .zero ? "" : String(format: ", every %.4g s", request.interval.seconds)
        return centre + (request.includesGrid ? ", with the grid" : "") + pause
    }
}
