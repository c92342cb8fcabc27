/// Where on the screen the camera's picture is shown, and how.
public struct ViewSettings: Equatable, Sendable, Snapshotable {
    /// The screen's size in pixels; nil: the size of the touchscreen's range in units.
    public var screen: ScreenSize?
    /// The rectangle of the screen in which the picture is shown, in pixels; nil: the whole screen.
    public var view: ViewRectangle?
    /// How a picture of another shape is fitted into the view.
    public var videoGravity = VideoGravity.fill
    /// The clockwise angle by which the camera's image is turned to be shown.
    public var rotation = Rotation.none
    /// True when the turned image is flipped left to right.
    public var isMirrored = false
    /// The part of the camera's image that is shown, in camera coordinates 0…1: a digital zoom.
    public var crop = NormalizedRectangle.whole
    /// The calibration matrix; nil: the one that the touchscreen came with.
    public var calibration: CalibrationMatrix?

    public init() {}
}

/// The place where an application shows the picture, as it tells itself.
public struct ViewPlacement: Equatable, Sendable, Snapshotable {
    /// The screen's size, in any unit.
    public var screen: ScreenSize
    /// The rectangle in which the picture is shown, in the same unit. It may reach beyond the screen.
    public var view: ViewRectangle
    /// How a picture of another shape is fitted into the rectangle.
    public var videoGravity: VideoGravity
    /// The clockwise angle by which the camera's image is turned to be shown.
    public var rotation: Rotation
    /// True when the turned image is flipped left to right.
    public var isMirrored: Bool

    /// The greatest distance and length, as a number of whatever unit. It is far beyond every screen.
    public static let limit = 1_000_000.0

    public init(
        screen: ScreenSize, view: ViewRectangle, videoGravity: VideoGravity = .fill, rotation: Rotation = .none,
        isMirrored: Bool = false
    ) {
        self.screen = screen
        self.view = view
        self.videoGravity = videoGravity
        self.rotation = rotation
        self.isMirrored = isMirrored
    }

    /// True if all numbers are within the limit, screen and rectangle have an area, and a part of the picture is on the screen.
    public var isUsable: Bool {
        let limit = Self.limit
        return screen.width > 0 && screen.width <= limit && screen.height > 0 && screen.height <= limit
            && view.width > 0 && view.width <= limit && view.height > 0 && view.height <= limit
            && view.x < screen.width && view.x + view.width > 0 && view.y < screen.height && view.y + view.height > 0
    }
}

extension ViewSettings {
    /// These settings with the picture where an application shows it, if that is usable. Crop and calibration stay.
    public func placed(_ placement: ViewPlacement) -> ViewSettings {
        guard placement.isUsable else { return self }
        return with {
            $0.screen = placement.screen
            $0.view = placement.view
            $0.videoGravity = placement.videoGravity
            $0.rotation = placement.rotation
            $0.isMirrored = placement.isMirrored
        }
    }
}

/// A screen's size, in pixels.
public struct ScreenSize: Equatable, Sendable, Snapshotable {
    public var width: Double
    public var height: Double

    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }
}

/// A rectangle of the screen, in pixels from its top left.
public struct ViewRectangle: Equatable, Sendable, Snapshotable {
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

    /// True for a rectangle with a finite, positive area.
    public var hasArea: Bool { x.isFinite && y.isFinite && width > 0 && height > 0 && (width * height).isFinite }
}

/// A rectangle in camera coordinates, 0…1.
public struct NormalizedRectangle: Equatable, Sendable, Snapshotable {
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

    /// A part of the image around a point, as a share of its width and height, 0…1. At an edge it is shifted inwards and keeps its size.
    public init(around point: PointOfInterest, share: Double) {
        let size = share.isFinite ? min(max(share, 0), 1) : 1
        func offset(_ position: Double) -> Double {
            let middle = position.isFinite ? min(max(position, 0), 1) : 0.5
            return min(max(middle - size / 2, 0), 1 - size)
        }
        self.init(x: offset(point.x), y: offset(point.y), width: size, height: size)
    }

    /// True for a rectangle with an area, inside the image.
    public var hasArea: Bool {
        x >= 0 && y >= 0 && width > 0 && height > 0 && x + width <= 1 + 1e-9 && y + height <= 1 + 1e-9
    }

    /// The whole image.
    public static let whole = NormalizedRectangle(x: 0, y: 0, width: 1, height: 1)
}

/// How a picture is fitted into a view of another shape. The names are AVFoundation's.
public enum VideoGravity: UInt8, SettingChoice, Sendable, NamedSnapshotable {
    /// The picture covers the view; the parts that do not fit are cut off (resizeAspectFill).
    case fill
    /// The whole picture is shown; bars fill the rest (resizeAspect).
    case fit
    /// The picture is stretched to the view's shape (resize).
    case stretch

    public var name: StaticString {
        switch self {
        case .fill: "fill"
        case .fit: "fit"
        case .stretch: "stretch"
        }
    }
}

/// The clockwise angle by which the camera's image is turned to be shown, in degrees.
public enum Rotation: Int16, CaseIterable, Equatable, Sendable, NamedSnapshotable {
    case none = 0
    case quarter = 90
    case half = 180
    case threeQuarters = 270

    /// True when width and height change places.
    public var swapsSides: Bool { self == .quarter || self == .threeQuarters }
}
