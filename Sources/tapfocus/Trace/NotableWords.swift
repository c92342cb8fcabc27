import FocusCore
import Foundation
import KioskRuntime
import StateTrace

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
        let place = report.point.map { String(format: " at %.3f, %.3f", $0.x, $0.y) } ?? ""
        let reason = report.moved.map { " by \($0.name)" } ?? ""
        return "\(report.state.name)\(place) (\(report.rule.name)\(reason))"
    }
}
