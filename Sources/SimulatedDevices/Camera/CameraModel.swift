import FocusCore

/// What kind of camera is simulated: which controls it has.
public struct CameraModel: Equatable, Sendable {
    /// How it focuses.
    public enum Focus: Equatable, Sendable {
        /// The lens cannot be moved.
        case fixed
        /// Continuous autofocus, as USB cameras have it.
        case continuous
        /// Continuous autofocus, and one search at the push of a button (V4L2_CID_AUTO_FOCUS_START, …_STATUS).
        case searchButton
    }

    public var focus: Focus
    /// Whether exposure is automatic, and can be manual.
    public var hasAutomaticExposure: Bool
    /// Bits of the region's automatic that it supports: 1 exposure, 8 focus. 0: it has no region of interest.
    public var regionBits: Int64
    /// Bits of V4L2_CID_3A_LOCK that it supports: 1 exposure, 4 focus. 0: it has no such lock.
    public var lockBits: Int64

    public init(focus: Focus, hasAutomaticExposure: Bool = true, regionBits: Int64 = 0, lockBits: Int64 = 0) {
        self.focus = focus
        self.hasAutomaticExposure = hasAutomaticExposure
        self.regionBits = regionBits
        self.lockBits = lockBits
    }

    /// A UVC 1.5 camera on Linux 6.15 or later: focus and exposure use a region of interest.
    public static let region = CameraModel(focus: .continuous, regionBits: 9)
    /// The same camera on an earlier kernel, which cannot ask for the region.
    public static let wholeFrame = CameraModel(focus: .continuous)
    /// A camera module that searches at the push of a button and locks exposure.
    public static let oneShot = CameraModel(focus: .searchButton, lockBits: 1)
    /// A camera module whose automatics are locked.
    public static let locking = CameraModel(focus: .continuous, lockBits: 5)
    /// A webcam whose lens does not move.
    public static let fixedFocus = CameraModel(focus: .fixed)
    /// A camera that can do nothing.
    public static let fixed = CameraModel(focus: .fixed, hasAutomaticExposure: false)

    /// The image's size in pixels.
    public static let imageWidth: Int32 = 1920
    /// The image's size in pixels.
    public static let imageHeight: Int32 = 1080
    /// The lens positions, without unit; larger is closer.
    public static let lensRange = 0.0...1023.0
    /// The exposure times, in units of 100 µs.
    public static let exposureRange = 1.0...2047.0
    /// The whole image.
    public static let wholeImage = PixelRectangle(left: 0, top: 0, width: imageWidth, height: imageHeight)

    /// The description that a driver would give, with the values that the controls hold.
    func description(values: [ControlID: ControlValue]) -> CameraDescription {
        var controls: [ControlDescription] = []
        if focus != .fixed {
            controls.append(
                ControlDescription(
                    id: .focusAbsolute, maximum: Int64(Self.lensRange.upperBound), value: values[.focusAbsolute]))
            controls.append(
                ControlDescription(id: .focusAuto, maximum: 1, defaultValue: 1, value: values[.focusAuto]))
        }
        if hasAutomaticExposure {
            controls.append(
                ControlDescription(
                    id: .exposureAuto, maximum: 3, defaultValue: 3, menuItems: 0b1010, value: values[.exposureAuto]))
            controls.append(
                ControlDescription(
                    id: .exposureAbsolute, minimum: 1, maximum: Int64(Self.exposureRange.upperBound),
                    defaultValue: 250, value: values[.exposureAbsolute]))
        }
        if focus == .searchButton {
            controls.append(ControlDescription(id: .autoFocusStart, step: 0, isWriteOnly: true))
            controls.append(
                ControlDescription(
                    id: .autoFocusStatus, maximum: 7, step: 0, isReadOnly: true, value: values[.autoFocusStatus]))
        }
        if lockBits != 0 {
            controls.append(
                ControlDescription(id: .lock3A, maximum: lockBits, step: 0, value: values[.lock3A]))
        }
        if regionBits != 0 {
            controls.append(
                ControlDescription(
                    id: .regionRectangle, bounds: Self.wholeImage, minimumWidth: 16, minimumHeight: 16,
                    value: values[.regionRectangle]))
            controls.append(
                ControlDescription(
                    id: .regionAuto, maximum: regionBits, step: 0, defaultValue: regionBits,
                    value: values[.regionAuto]))
        }
        return CameraDescription(imageWidth: Self.imageWidth, imageHeight: Self.imageHeight, controls: controls)
    }
}
