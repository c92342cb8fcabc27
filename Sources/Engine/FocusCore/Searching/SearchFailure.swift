extension FailureReason {
    /// The reason why a search for focus has found nothing, in the dark, or with a lens whose reported position is not the written one.
    init(_ report: FocusSearchReport, isDark: Bool, isUnreliable: Bool) {
        switch report.outcome {
        case _ where isDark: self = .tooDark
        case .noisy: self = .tooNoisy
        case .flat, .found: self = .nothingToFocusOn
        case .unfinished: self = report.evaluations == 0 || isUnreliable ? .notFollowed : .unsteady
        }
    }

    /// The reason why a search for the exposure has not reached its target, at this end of the camera's range; nil: at none.
    init(_ report: ExposureReport, at limit: ExposureLimit?) {
        switch limit {
        case _ where report.outcome != .limited: self = .notFollowed
        case .highest? where report.mean < report.target: self = .tooDark
        case .lowest? where report.mean > report.target: self = .tooBright
        case .highest?, .lowest?, nil: self = .noFittingExposure
        }
    }
}

extension ExposureSettings {
    /// Below this share of the target a region is too dark to be focused: two stops less light, behind the usual encoding.
    private static let darkShare = (-2 / 2.2).powerOfTwo

    /// True when a metered brightness is too dark to be focused, although the exposure was searched before; nil: none was metered.
    func isDark(_ brightness: Double?) -> Bool {
        guard let brightness else { return false }
        // A compensation that makes the picture darker is wanted. One that makes it brighter does not make it dark before.
        return brightness < min(usualTarget, compensatedTarget) * Self.darkShare
    }
}

enum SearchEnd: Equatable {
    /// A search for focus; the reason why it has found nothing, nil: it has found the peak.
    case focus(FocusSearchReport, FailureReason?)
    /// A search for the exposure; the reason why it has not reached its target, nil: it has.
    case exposure(ExposureReport, FailureReason?)

    var result: (component: Component, reason: FailureReason?) {
        switch self {
        case .focus(_, let reason): (.focus, reason)
        case .exposure(_, let reason): (.exposure, reason)
        }
    }
}
