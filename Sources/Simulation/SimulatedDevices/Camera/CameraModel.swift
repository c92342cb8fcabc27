import FocusCore

/// The kind of a simulated camera: its controls, and how fast and how accurately it follows them.
public struct CameraModel: Equatable, Sendable {
    public enum Focus: Equatable, Sendable {
        /// The lens cannot be moved.
        case fixed
        /// The lens can be set; there is no autofocus.
        case manual
        /// Continuous autofocus, as USB cameras have it.
        case continuous
        /// Continuous autofocus, and a single search on request (V4L2_CID_AUTO_FOCUS_START, …_STATUS).
        case searchButton
    }

    public enum Exposure: Equatable, Sendable {
        /// Nothing can be set.
        case fixed
        /// The time can be set; there is no autoexposure.
        case manual
        /// Autoexposure, which can be switched to manual.
        case automatic
    }

    public var focus: Focus
    public var exposure: Exposure
    /// The supported bits of the region's automatic: 1 exposure, 8 focus. 0: the camera has no region of interest.
    public var regionBits: Int64
    /// The supported bits of V4L2_CID_3A_LOCK: 1 exposure, 4 focus. 0: the camera has no such lock.
    public var lockBits: Int64
    /// True when the automatics measure only the middle of the picture, unless a region is set.
    public var looksAtMiddle = false
    /// True when the camera has a stream whose frames can be measured.
    public var givesFrames = false
    /// True when the gain can be set (V4L2_CID_GAIN), in sixteenths.
    public var hasGain = false
    /// True when the camera has a digital zoom, from 1 to 4 times, in hundredths of the factor.
    public var hasZoom = false
    /// The mains of the lamps, which the camera's V4L2_CID_POWER_LINE_FREQUENCY reports; nil: daylight, and no such control.
    public var mains: MainsFrequency?
    /// The delay, in frames, between a write and the beginning of the lens's move.
    public var lensLag = 0
    /// The speed of the lens, in positions per frame.
    public var lensSpeed = 100.0
    /// The delay, in frames, until an exposure time or gain that was set by hand takes effect.
    public var exposureDelay = 0
    /// The standard deviation of a sharpness from frame to frame, as a share of it.
    public var noise = 0.0
    /// The sharpness of a scene without any texture, from the sensor's fixed pattern and from compression; it is the
    /// same in every frame. A texture that fills the region has sharpness 1.
    public var pattern = 0.0
    /// The number of lens writes that are accepted and ignored after the autofocus was switched off, as by some webcams.
    public var ignoredLensWrites = 0
    /// The time from a control call, or a request for frames, to its answer. A USB camera takes 1 to 10 ms; some take hundreds.
    public var callTime = TimeSpan.milliseconds(8)
    public var seed: UInt64 = 1

    public init(focus: Focus, exposure: Exposure = .automatic, regionBits: Int64 = 0, lockBits: Int64 = 0) {
        (self.focus, self.exposure, self.regionBits, self.lockBits) = (focus, exposure, regionBits, lockBits)
    }

    /// A UVC 1.5 camera on Linux 6.15 or later: focus and exposure use a region of interest.
    public static let region = CameraModel(focus: .continuous, regionBits: 9)
    /// The same camera on an earlier kernel, which cannot set the region; another program has the stream.
    public static let wholeFrame = CameraModel(focus: .continuous)
    /// A camera module with a single search on request and an exposure lock.
    public static let oneShot = CameraModel(focus: .searchButton, lockBits: 1)
    /// A typical webcam: its automatics measure the middle and take no region, and its frames can be measured.
    public static let software = CameraModel(focus: .continuous).withFrames
    /// A camera module whose lens, exposure time and gain can be set, without autofocus and autoexposure.
    public static let lensOnly = CameraModel(focus: .manual, exposure: .manual).withFrames

    /// The range of exposure times, in units of 100 µs.
    public static let exposureRange = 1.0...2047.0
    /// The range of gains, in sixteenths; the smallest does not amplify.
    public static let gainRange: ClosedRange<Int64> = 16...128
    /// The range of zooms, in hundredths of the factor.
    static let zoomRange: ClosedRange<Int64> = 100...400
    public static let wholeImage = PixelRectangle(left: 0, top: 0, width: Optics.imageWidth, height: 1080)

    /// The model with frames, and with the delays of a plain USB camera: two frames for the exposure, four for the lens.
    private var withFrames: CameraModel {
        var model = self
        model.looksAtMiddle = true
        model.givesFrames = true
        model.hasGain = true
        model.mains = .hertz50
        model.lensLag = 4
        model.lensSpeed = 400
        model.exposureDelay = 2
        model.noise = 0.01
        model.pattern = 0.02
        return model
    }

    /// The description that a driver would report, without the controls' values.
    var description: CameraDescription {
        CameraDescription(
            imageWidth: Self.wholeImage.width, imageHeight: Self.wholeImage.height,
            controls: focusControls + exposureControls + otherControls, givesFrames: givesFrames)
    }

    private var focusControls: [ControlDescription] {
        guard focus != .fixed else { return [] }
        var controls = [ControlDescription(id: .focusAbsolute, maximum: Int64(Optics.lensRange.upperBound))]
        if focus != .manual { controls.append(ControlDescription(id: .focusAuto, maximum: 1, defaultValue: 1)) }
        if focus == .searchButton {
            controls.append(ControlDescription(id: .autoFocusStart, step: 0, isWriteOnly: true))
            controls.append(ControlDescription(id: .autoFocusStatus, maximum: 7, step: 0, isReadOnly: true))
        }
        return controls
    }

    private var exposureControls: [ControlDescription] {
        var controls: [ControlDescription] = []
        if exposure == .automatic {
            controls.append(ControlDescription(id: .exposureAuto, maximum: 3, defaultValue: 3, menuItems: 0b1010))
        }
        if exposure != .fixed {
            controls.append(
                ControlDescription(
                    id: .exposureAbsolute, minimum: 1, maximum: Int64(Self.exposureRange.upperBound),
                    defaultValue: 250))
        }
        if hasGain {
            controls.append(
                ControlDescription(
                    id: .gain, minimum: Self.gainRange.lowerBound, maximum: Self.gainRange.upperBound,
                    defaultValue: Self.gainRange.lowerBound))
        }
        if mains != nil {
            controls.append(ControlDescription(id: .powerLineFrequency, maximum: 2, defaultValue: 1, menuItems: 0b111))
        }
        return controls
    }

    private var otherControls: [ControlDescription] {
        var controls: [ControlDescription] = []
        if hasZoom {
            controls.append(
                ControlDescription(
                    id: .zoomAbsolute, minimum: Self.zoomRange.lowerBound, maximum: Self.zoomRange.upperBound,
                    defaultValue: Self.zoomRange.lowerBound))
        }
        if lockBits != 0 { controls.append(ControlDescription(id: .lock3A, maximum: lockBits, step: 0)) }
        if regionBits != 0 {
            controls.append(
                ControlDescription(
                    id: .regionRectangle, bounds: Self.wholeImage, minimumWidth: 16, minimumHeight: 16))
            controls.append(
                ControlDescription(id: .regionAuto, maximum: regionBits, step: 0, defaultValue: regionBits))
        }
        return controls
    }
}
