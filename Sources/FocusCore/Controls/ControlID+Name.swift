extension ControlID {
    /// Its name in files. It never changes, unlike the drivers' names. Nil for a control that the engine does not
    /// know.
    public var name: StaticString? {
        switch self {
        case .gain: "gain"
        case .autogain: "autogain"
        case .powerLineFrequency: "power-line-frequency"
        case .exposureBias: "exposure-bias"
        case .exposureAuto: "exposure-auto"
        case .exposureAbsolute: "exposure-absolute"
        case .focusAbsolute: "focus-absolute"
        case .focusAuto: "focus-auto"
        case .exposureMetering: "exposure-metering"
        case .lock3A: "3a-lock"
        case .autoFocusStart: "auto-focus-start"
        case .autoFocusStatus: "auto-focus-status"
        case .regionRectangle: "region"
        case .regionAuto: "region-auto"
        default: nil
        }
    }
}
