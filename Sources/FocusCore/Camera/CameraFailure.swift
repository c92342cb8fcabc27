/// The reasons why a search at the software level has failed.
extension CameraController {
    /// A region whose metered brightness is below this share of the target is too dark to be focused: two stops less light than
    /// wanted, behind the usual encoding.
    private static let darkShare = (-2 / 2.2).powerOfTwo

    /// The region was dark to the end, although the exposure had been searched before focus.
    private var isDark: Bool {
        guard let brightness = frames.latestBrightness else { return false }
        // A compensation that makes the picture darker is wanted. One that makes it brighter does not make it dark before.
        let target = min(settings.autoexposure.usualTarget, compensatedExposure.compensatedTarget)
        return brightness < target * Self.darkShare
    }

    /// The reason why a search for focus has found nothing.
    func reason(for report: FocusSearchReport) -> FailureReason {
        if isDark { return .tooDark }
        switch report.outcome {
        case .noisy: return .tooNoisy
        case .flat, .found: return .nothingToFocusOn
        case .unfinished:
            return report.evaluations == 0 || frames.writes.focus.isUnreliable ? .notFollowed : .unsteady
        }
    }

    /// The reason why a search for the exposure has not reached its target.
    func reason(for report: ExposureReport, at limit: ExposureLimit?) -> FailureReason {
        guard report.outcome == .limited else { return .notFollowed }
        switch limit {
        case .highest? where report.mean < report.target: return .tooDark
        case .lowest? where report.mean > report.target: return .tooBright
        case .highest?, .lowest?, nil: return .noFittingExposure
        }
    }

    /// The reason why a component's time was over; nil: the time itself.
    func reasonForDeadline(_ component: Component) -> FailureReason? {
        guard isSearchingOnce(component) else { return nil }
        if !frames.stream.hasFrame { return .noFrames }
        // An exposure that is still searched may yet become brighter.
        return component == .focus && !frames.exposure.isSearching && isDark ? .tooDark : nil
    }
}
