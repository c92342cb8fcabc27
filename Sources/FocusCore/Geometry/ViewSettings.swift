/// Where on the screen the camera's picture is shown, and how.
public struct ViewSettings: Equatable, Sendable {
    /// The screen's size in pixels; nil: as many as the touchscreen has units.
    public var screen: ScreenSize?
    /// The rectangle of the screen in which the picture is shown, in pixels; nil: the whole screen.
    public var view: ViewRectangle?
    /// How a picture of another shape is fitted into the view.
    public var videoGravity: VideoGravity
    /// How far the camera's image is turned clockwise to be shown.
    public var rotation: Rotation
    /// Whether it is then flipped left to right.
    public var isMirrored: Bool
    /// The part of the camera's image that is shown, in camera coordinates 0…1: a digital zoom.
    public var crop: NormalizedRectangle
    /// Overrides the matrix that the touchscreen came with.
    public var calibration: CalibrationMatrix?

    public init(
        screen: ScreenSize? = nil, view: ViewRectangle? = nil, videoGravity: VideoGravity = .fill,
        rotation: Rotation = .none, isMirrored: Bool = false, crop: NormalizedRectangle = .whole,
        calibration: CalibrationMatrix? = nil
    ) {
        self.screen = screen
        self.view = view
        self.videoGravity = videoGravity
        self.rotation = rotation
        self.isMirrored = isMirrored
        self.crop = crop
        self.calibration = calibration
    }
}

/// A screen's size, in pixels.
public struct ScreenSize: Equatable, Sendable {
    public var width: Double
    public var height: Double

    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }
}

/// A rectangle of the screen, in pixels from its top left.
public struct ViewRectangle: Equatable, Sendable {
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double

    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}

/// A rectangle in camera coordinates, 0…1.
public struct NormalizedRectangle: Equatable, Sendable {
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double

    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// A part of the image about a point; at an edge it slides, and keeps its size.
    /// - Parameter share: of the width and of the height, 0…1.
    public init(around point: PointOfInterest, share: Double) {
        let size = share.isFinite ? min(max(share, 0), 1) : 1
        func offset(_ position: Double) -> Double {
            let middle = position.isFinite ? min(max(position, 0), 1) : 0.5
            return min(max(middle - size / 2, 0), 1 - size)
        }
        self.init(x: offset(point.x), y: offset(point.y), width: size, height: size)
    }

    /// The whole image.
    public static let whole = NormalizedRectangle(x: 0, y: 0, width: 1, height: 1)
}

/// How a picture of another shape than the view's is fitted into it. The names are AVFoundation's.
public enum VideoGravity: UInt8, CaseIterable, Equatable, Sendable {
    /// It covers the view; what does not fit is cut off (resizeAspectFill).
    case fill
    /// It is shown whole; bars fill the rest (resizeAspect).
    case fit
    /// It is stretched to the view's shape (resize).
    case stretch

    public var name: StaticString {
        switch self {
        case .fill: "fill"
        case .fit: "fit"
        case .stretch: "stretch"
        }
    }
}

/// How far the camera's image is turned clockwise to be shown, in degrees.
public enum Rotation: Int16, CaseIterable, Equatable, Sendable {
    case none = 0
    case quarter = 90
    case half = 180
    case threeQuarters = 270

    /// Whether width and height change places.
    public var swapsSides: Bool { self == .quarter || self == .threeQuarters }
}
