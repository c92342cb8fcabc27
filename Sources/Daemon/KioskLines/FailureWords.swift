import FocusCore

/// The reasons of a failed tap, in words for the person who sets up a kiosk.
extension AnnouncementWords {
    /// For each component that has failed: what happened, and what a person can do. Nil: nothing has failed, or no reason is known.
    package static func reason(of report: SettledReport) -> String? {
        let focus = report.focusReason.map {
            "Focus failed: \(words(for: $0, of: .focus, at: report.focusLevel))."
        }
        let exposure = report.exposureReason.map {
            "Exposure failed: \(words(for: $0, of: .exposure, at: report.exposureLevel))."
        }
        guard let focus, let exposure else { return focus ?? exposure }
        return "\(focus) \(exposure)"
    }

    private enum FailedComponent { case focus, exposure }

    private static func words(
        for reason: FailureReason, of component: FailedComponent, at level: CameraLevel
    ) -> String {
        switch (reason, component) {
        case (.tooDark, .focus): "it is too dark there to focus; bring light to it, or open the lens cover"
        case (.tooDark, .exposure):
            "it is too dark there, even at the camera's highest exposure; bring light to it, or open the lens cover"
        case (.tooBright, _): "it is too bright there, even at the camera's lowest exposure; take light away"
        case (.noFittingExposure, _): "the camera has no exposure that comes closer to the wanted brightness"
        case (.nothingToFocusOn, _):
            "there is nothing to focus on, because no lens position shows it sharper than another; tap on an edge or a "
                + "pattern, and look whether the lens cover is open"
        case (.tooNoisy, _): "the picture is too noisy there to tell sharp from unsharp; bring light to it"
        case (.unsteady, _):
            "the sharpest position could not be confirmed, because what is there moved during the search; tap again"
        case (.notFollowed, .focus):
            "the lens did not follow; if it moves nevertheless, enter its delay as a quirk (Documentation/Quirks.md)"
        case (.notFollowed, .exposure):
            "the brightness did not follow the exposure that was set; the light changed, or the camera's delay is longer "
                + "than assumed (Documentation/Quirks.md)"
        case (.refused, _): "the camera refused a control; the writes before this give the error"
        case (.ignored, _): "the camera did not keep the held value; another program may have changed it"
        case (.noFrames, _): "the camera sent no frames, or another program took them; tap again"
        case (.timeOver, _): wordsForTimeOver(component, level)
        case (.shutterClosed, _): "the camera's shutter was closed; open it, and tap again"
        case (.cameraGaveUp, _):
            "the camera's own autofocus reports that it has found nothing sharp; tap on an edge or a pattern"
        }
    }

    /// Only a search by the engine has frames; an automatic of the camera's own has none that anybody waits for.
    private static func wordsForTimeOver(_ component: FailedComponent, _ level: CameraLevel) -> String {
        guard level != .software else {
            return
                "the search was not finished in its time; the camera may send too few frames, or take long for each control"
        }
        let automatic = component == .focus ? "autofocus" : "automatic exposure"
        return "the camera's own \(automatic) did not come to rest in its time; tap again when nothing moves there"
    }
}
