import FocusCore

/// The reasons of a failed tap, in words for whoever sets a kiosk up.
extension AnnouncementWords {
    /// A sentence for each component that has failed: what happened, and what a person can do about it. Nil where nothing has failed,
    /// or no reason is known.
    package static func reason(of report: SettledReport) -> String? {
        let focus = report.focusReason.map { "Focus failed: \(words(forFocus: $0))." }
        let exposure = report.exposureReason.map { "Exposure failed: \(words(forExposure: $0))." }
        guard let focus, let exposure else { return focus ?? exposure }
        return "\(focus) \(exposure)"
    }

    private static func words(forFocus reason: FailureReason) -> String {
        switch reason {
        case .tooDark: "it is too dark there to focus; bring light to it"
        case .nothingToFocusOn:
            "there is nothing to focus on, because no lens position shows it sharper than another; tap on an edge or a "
                + "pattern"
        case .tooNoisy: "the picture is too noisy there to tell sharp from unsharp; bring light to it"
        case .unsteady:
            "the sharpest position could not be confirmed, because what is there moved during the search; tap again"
        case .notFollowed:
            "the lens did not follow; if it moves nevertheless, enter its delay as a quirk (Documentation/Quirks.md)"
        case .tooBright, .noFittingExposure, .refused, .ignored, .noFrames, .timeOver, .cameraGaveUp:
            words(forBoth: reason)
        }
    }

    private static func words(forExposure reason: FailureReason) -> String {
        switch reason {
        case .tooDark: "it is too dark there, even at the camera's highest exposure; bring light to it"
        case .notFollowed:
            "the brightness did not follow the exposure that was set; the light changed, or the camera's delay is longer "
                + "than assumed (Documentation/Quirks.md)"
        case .unsteady: "the light changed during the search; tap again"
        case .tooBright, .noFittingExposure, .refused, .ignored, .noFrames, .timeOver, .cameraGaveUp, .nothingToFocusOn,
            .tooNoisy:
            words(forBoth: reason)
        }
    }

    private static func words(forBoth reason: FailureReason) -> String {
        switch reason {
        case .tooDark: "it is too dark there; bring light to it"
        case .tooBright: "it is too bright there, even at the camera's lowest exposure; take light away"
        case .noFittingExposure: "the camera has no exposure that comes closer to the wanted brightness"
        case .nothingToFocusOn: "there is nothing to focus on"
        case .tooNoisy: "the picture is too noisy there"
        case .unsteady: "the picture changed during the search; tap again"
        case .notFollowed: "the camera did not follow what was set"
        case .refused: "the camera refused a control; the writes before this give the error"
        case .ignored: "the camera did not keep what it was told to hold; another program may have changed it"
        case .noFrames: "the camera sent no frames, or another program took them; tap again"
        case .timeOver: "the time for it was over; the camera sends too few frames, or takes long for each control"
        case .cameraGaveUp:
            "the camera's own autofocus reports that it has found nothing sharp; tap on an edge or a pattern"
        }
    }
}
