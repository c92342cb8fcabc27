import FocusCore

/// What kind of camera is simulated: which controls it has, and how quickly and how well it follows them.
public struct CameraModel: Equatable, Sendable {
    /// How it focuses.
    public enum Focus: Equatable, Sendable {
        /// The lens cannot be moved.
        case fixed
        /// The lens can be set, and nothing else moves it.
        case manual
        /// Continuous autofocus, as USB cameras have it.
        case continuous
        /// Continuous autofocus, and one search at the push of a button (V4L2_CID_AUTO_FOCUS_START, …_STATUS).
        case searchButton
    }

    /// How it exposes.
    public enum Exposure: Equatable, Sendable {
        /// Nothing can be set.
        case fixed
        /// The time can be set, and nothing else changes it.
        case manual
        /// It is automatic, and can be manual.
        case automatic
    }

    public var focus: Focus
    public var exposure: Exposure
    /// Bits of the region's automatic that it supports: 1 exposure, 8 focus. 0: it has no region of interest.
    public var regionBits: Int64
    /// Bits of V4L2_CID_3A_LOCK that it supports: 1 exposure, 4 focus. 0: it has no such lock.
    public var lockBits: Int64
    /// Whether its automatics look at the middle of the picture only, where nobody tells them otherwise.
    public var looksAtMiddle = false
    /// Whether its frames can be looked at.
    public var givesFrames = false
    /// Whether it has a gain to set (V4L2_CID_GAIN), in sixteenths.
    public var hasGain = false
    /// What its lamps run on, and its control for that says (V4L2_CID_POWER_LINE_FREQUENCY); nil: daylight, and no control.
    public var mains: MainsFrequency?
    /// How much the light of the lamps swells, as a share of it.
    public var lampDepth = 0.1
    /// How many frames later than told the lens begins to move.
    public var lensLag = 0
    /// How far it then gets within a frame, in positions.
    public var lensSpeed = 100.0
    /// How many frames later than told exposure time and gain are in effect, while they are set by hand.
    public var exposureDelay = 0
    /// The standard deviation of a sharpness from frame to frame, as a share of it.
    public var noise = 0.0
    /// The sharpness of a scene without anything in it: the sensor's own pattern and what compression leaves, the same in
    /// every frame. A texture that fills the region has 1.
    public var pattern = 0.0
    /// So many writes of the lens are accepted and ignored after its automatic was switched off, as by some webcams.
    public var ignoredLensWrites = 0
    /// Which noise.
    public var seed: UInt64 = 1

    public init(focus: Focus, exposure: Exposure = .automatic, regionBits: Int64 = 0, lockBits: Int64 = 0) {
        self.focus = focus
        self.exposure = exposure
        self.regionBits = regionBits
        self.lockBits = lockBits
    }

    /// A UVC 1.5 camera on Linux 6.15 or later: focus and exposure use a region of interest.
    public static let region = CameraModel(focus: .continuous, regionBits: 9)
    /// The same camera on an earlier kernel, which cannot ask for the region, and whose frames somebody else has.
    public static let wholeFrame = CameraModel(focus: .continuous)
    /// A camera module that searches at the push of a button and locks exposure.
    public static let oneShot = CameraModel(focus: .searchButton, lockBits: 1)
    /// A camera module whose automatics are locked.
    public static let locking = CameraModel(focus: .continuous, lockBits: 5)
    /// A webcam whose lens does not move.
    public static let fixedFocus = CameraModel(focus: .fixed)
    /// A camera that can do nothing.
    public static let fixed = CameraModel(focus: .fixed, exposure: .fixed)
    /// A webcam as most are: its automatics look at the middle and take no region, and its frames can be looked at.
    public static let software = CameraModel(focus: .continuous).withFrames
    /// A camera module with a lens, an exposure time and a gain to set, and nothing that does it.
    public static let lensOnly = CameraModel(focus: .manual, exposure: .manual).withFrames

    /// The image's size in pixels.
    public static let imageWidth = Optics.imageWidth
    /// The image's size in pixels.
    public static let imageHeight: Int32 = 1080
    /// The lens positions, without unit; larger is closer.
    public static let lensRange = Optics.lensRange
    /// The exposure times, in units of 100 µs.
    public static let exposureRange = 1.0...2047.0
    /// The gains; the smallest is none.
    public static let gainRange: ClosedRange<Int64> = 16...128
    /// The whole image.
    public static let wholeImage = PixelRectangle(left: 0, top: 0, width: imageWidth, height: imageHeight)

    /// Frames, and the manners of a plain USB camera: exposures take effect two frames later, and the lens takes four.
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
}
