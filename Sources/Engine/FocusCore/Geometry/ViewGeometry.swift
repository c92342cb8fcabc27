/// Converts positions on the screen to points of the camera's image, and back.
///
///     touch units ─ range ─▶ 0…1 ─ calibration ─▶ screen ─ view rectangle ─▶ view 0…1
///         ─ video gravity ─▶ shown picture 0…1 ─ mirroring, rotation, crop, each undone ─▶ point of interest
///
/// *Rotation* is the clockwise angle by which the camera's image is turned to be shown; *mirrored*: then flipped left to right.
public struct ViewGeometry: Equatable, Sendable, Snapshotable {
    private let screen: ScreenSize
    private let view: ViewRectangle
    private let settings: ViewSettings
    /// The shown picture's size before it is fitted into the view, in camera pixels; nil when its shape is unknown.
    private let picture: ScreenSize?
    private let touchscreen: TouchscreenDescription?
    private let calibration: CalibrationMatrix

    /// - Parameters:
    ///   - settings: where the picture is shown. Rectangles without an area count as not given.
    ///   - touchscreen: gives the screen's size when the settings do not. Without either, the view has the picture's shape.
    ///   - imageWidth: the camera's image in pixels, and `imageHeight`; 0: unknown, and the image has the view's shape.
    public init(settings: ViewSettings, touchscreen: TouchscreenDescription?, imageWidth: Int32, imageHeight: Int32) {
        var settings = settings
        if !settings.crop.hasArea { settings.crop = .whole }
        self.settings = settings
        self.touchscreen = touchscreen
        let given = settings.calibration ?? touchscreen?.calibration ?? .identity
        calibration = given.isUsable ? given : .identity
        if imageWidth > 0, imageHeight > 0 {
            let width = Double(imageWidth) * settings.crop.width
            let height = Double(imageHeight) * settings.crop.height
            picture =
                settings.rotation.swapsSides
                ? ScreenSize(width: height, height: width) : ScreenSize(width: width, height: height)
        } else {
            picture = nil
        }
        screen =
            Self.screenSize(settings: settings, touchscreen: touchscreen, calibration: calibration)
            ?? picture ?? ScreenSize(width: 1, height: 1)
        if let rectangle = settings.view, rectangle.hasArea {
            view = rectangle
        } else {
            view = ViewRectangle(x: 0, y: 0, width: screen.width, height: screen.height)
        }
    }

    /// The place under a touch.
    public func place(touchX: Int32, touchY: Int32) -> TapPlace {
        guard let point = viewPoint(touchX: touchX, touchY: touchY) else { return .notOnScreen }
        return place(viewX: point.x, viewY: point.y)
    }

    /// The place at a point of the view; (0, 0) is the view's top left and (1, 1) its bottom right.
    public func place(viewX: Double, viewY: Double) -> TapPlace {
        guard viewX >= 0, viewX <= 1, viewY >= 0, viewY <= 1 else { return .outsideView }
        let fitted = fittedPicture
        var u = (viewX - fitted.x) / fitted.width
        var v = (viewY - fitted.y) / fitted.height
        // A bar's edge that is computed twice may differ in the last bit. A tap this close to the picture is on it.
        let tolerance = 1e-9
        guard u >= -tolerance, u <= 1 + tolerance, v >= -tolerance, v <= 1 + tolerance else { return .letterbox }
        u = min(max(u, 0), 1)
        v = min(max(v, 0), 1)
        if settings.isMirrored { u = 1 - u }
        let turned = Self.turned(u, v, settings.rotation.inverse)
        let x = settings.crop.x + turned.x * settings.crop.width
        let y = settings.crop.y + turned.y * settings.crop.height
        return .onPicture(PointOfInterest(x: min(max(x, 0), 1), y: min(max(y, 0), 1)))
    }

    /// The view coordinates at which a point of the camera's image is shown; outside 0…1 when that part is cut off.
    public func viewPoint(of point: PointOfInterest) -> (x: Double, y: Double) {
        let u = (point.x - settings.crop.x) / settings.crop.width
        let v = (point.y - settings.crop.y) / settings.crop.height
        var turned = Self.turned(u, v, settings.rotation)
        if settings.isMirrored { turned.x = 1 - turned.x }
        let fitted = fittedPicture
        return (fitted.x + turned.x * fitted.width, fitted.y + turned.y * fitted.height)
    }

    /// The view's width over its height.
    public var aspectRatio: Double { view.width / view.height }

    /// The view coordinates under a touch, inside the view or beside it; nil outside the touchscreen's range.
    public func viewPoint(touchX: Int32, touchY: Int32) -> (x: Double, y: Double)? {
        guard let touchscreen,
            let x = Self.normalized(touchX, from: touchscreen.minimumX, to: touchscreen.maximumX),
            let y = Self.normalized(touchY, from: touchscreen.minimumY, to: touchscreen.maximumY)
        else { return nil }
        let screenX = (calibration.a * x + calibration.b * y + calibration.c) * screen.width
        let screenY = (calibration.d * x + calibration.e * y + calibration.f) * screen.height
        return ((screenX - view.x) / view.width, (screenY - view.y) / view.height)
    }

    /// The point of interest that is shown at the centre of the view.
    public var centre: PointOfInterest {
        if case .onPicture(let point) = place(viewX: 0.5, viewY: 0.5) { point } else { .centre }
    }

    /// The rectangle of the shown picture in view coordinates: larger than the view for `fill`, smaller for `fit`.
    private var fittedPicture: NormalizedRectangle {
        guard let picture, settings.videoGravity != .stretch else { return .whole }
        let scaleX = view.width / picture.width
        let scaleY = view.height / picture.height
        let scale = settings.videoGravity == .fill ? max(scaleX, scaleY) : min(scaleX, scaleY)
        let width = picture.width * scale / view.width
        let height = picture.height * scale / view.height
        return NormalizedRectangle(x: (1 - width) / 2, y: (1 - height) / 2, width: width, height: height)
    }

    private static func turned(_ u: Double, _ v: Double, _ rotation: Rotation) -> (x: Double, y: Double) {
        switch rotation {
        case .none: (u, v)
        case .quarter: (1 - v, u)
        case .half: (1 - u, 1 - v)
        case .threeQuarters: (v, 1 - u)
        }
    }

    private static func normalized(_ value: Int32, from minimum: Int32, to maximum: Int32) -> Double? {
        guard minimum < maximum, value >= minimum, value <= maximum else { return nil }
        return (Double(value) - Double(minimum)) / (Double(maximum) - Double(minimum))
    }

    private static func screenSize(
        settings: ViewSettings, touchscreen: TouchscreenDescription?, calibration: CalibrationMatrix
    ) -> ScreenSize? {
        if let screen = settings.screen, screen.width > 0, screen.height > 0 { return screen }
        guard let touchscreen, touchscreen.hasUsableRange else {
            // Only the view is known, so it counts as the screen. Without a view, the picture's shape counts.
            guard let view = settings.view, view.hasArea else { return nil }
            return ScreenSize(width: view.x + view.width, height: view.y + view.height)
        }
        var width = Double(touchscreen.maximumX) - Double(touchscreen.minimumX) + 1
        var height = Double(touchscreen.maximumY) - Double(touchscreen.minimumY) + 1
        // Many panels have the same number of units in both directions, whatever their shape. Without a view only the shape matters.
        if settings.view == nil, let scale = touchscreen.unitsPerMillimetre {
            width /= scale.x
            height /= scale.y
        }
        return calibration.swapsAxes
            ? ScreenSize(width: height, height: width) : ScreenSize(width: width, height: height)
    }
}

extension Rotation {
    fileprivate var inverse: Rotation {
        switch self {
        case .none, .half: self
        case .quarter: .threeQuarters
        case .threeQuarters: .quarter
        }
    }
}

/// The place under a tap.
public enum TapPlace: Equatable, Sendable {
    /// The place at a point of the camera's whole picture; (0, 0) is its top left and (1, 1) its bottom right.
    init(pictureX x: Double, pictureY y: Double) {
        let isInside = x >= 0 && x <= 1 && y >= 0 && y <= 1
        self = isInside ? .onPicture(PointOfInterest(x: x, y: y)) : .outsidePicture
    }

    /// The picture, at this point of the camera's image.
    case onPicture(PointOfInterest)
    /// A bar beside the picture.
    case letterbox
    /// The screen beside the view.
    case outsideView
    /// Coordinates outside the camera's picture.
    case outsidePicture
    /// No place: the touch is outside the screen's own range.
    case notOnScreen
}
