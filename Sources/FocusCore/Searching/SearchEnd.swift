/// The end of a search.
enum SearchEnd: Equatable {
    /// A search for focus; the reason why it has found nothing, nil: it has found the peak.
    case focus(FocusSearchReport, FailureReason?)
    /// A search for the exposure; the reason why it has not reached its target, nil: it has.
    case exposure(ExposureReport, FailureReason?)

    /// The component that was searched, and the reason of a failure.
    var result: (component: Component, reason: FailureReason?) {
        switch self {
        case .focus(_, let reason): (.focus, reason)
        case .exposure(_, let reason): (.exposure, reason)
        }
    }
}
