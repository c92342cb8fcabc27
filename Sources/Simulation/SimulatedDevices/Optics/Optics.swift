import FocusCore

/// A scene seen through a lens: its sharpness and its brightness.
public struct Optics: Equatable, Sendable {
    public var scene: Scene
    /// The direction of the camera, as a shift of the picture in shares of its width and height.
    public var aim = PointOfInterest(x: 0, y: 0)
    /// The number of times by which a zoom enlarges the picture, about its middle.
    public var zoom = 1.0
    /// The factor of the light by which the whole scene is lit; 1: as it is.
    public var light = 1.0
    /// True if left and right are exchanged, as in a camera that shows the picture of a mirror.
    public var isMirrored = false

    public init(scene: Scene = Scene()) { self.scene = scene }

    public static let lens = ThinLens.cameraModule
    /// The range of lens positions; 0 is infinity.
    public static let lensRange = 0.0...1023.0
    /// The width of the whole image, in pixels.
    public static let imageWidth: Int32 = 1920
    /// The closest focus of the lens, in dioptres: 10 cm.
    public static let closestDioptres = 10.0
    /// The span of the differences that sharpness is measured from, as a share of the picture's width: three pixels, as
    /// in version 1 of the measure, whose numbers simulated cameras give.
    static let measuredSpan = 3 / Double(imageWidth)
    /// The image's level, 0…1, for light 1 in 1 ms.
    private static let sensitivity = 1.0 / 12.0

    /// The focus distance of a lens position, in dioptres: such lenses move in proportion to dioptres.
    public static func dioptres(lens: Double) -> Double { lens / lensRange.upperBound * closestDioptres }

    /// The lens position that focuses at a distance.
    public static func lens(dioptres: Double) -> Double { dioptres / closestDioptres * lensRange.upperBound }

    /// The surface that is shown at a point of the sensor.
    public func surface(x: Double, y: Double) -> Surface { scene.surface(x: x + aim.x, y: y + aim.y) }

    /// The point of the sensor that is shown at this point of the picture.
    func onSensor(x: Double, y: Double) -> PointOfInterest {
        let x = isMirrored ? 1 - x : x
        // Without a zoom not even the last bit changes.
        guard zoom != 1 else { return PointOfInterest(x: x, y: y) }
        return PointOfInterest(x: 0.5 + (x - 0.5) / zoom, y: 0.5 + (y - 0.5) / zoom)
    }

    /// The level of the light in the image: 0 is black, 1 and more is white.
    /// - Parameter exposure: the exposure time, in units of 100 µs.
    public static func level(_ light: Double, exposure: Double) -> Double {
        light * exposure / 10 * sensitivity
    }

    /// The mean luma of a part of the picture, 0…1, as the camera encodes it.
    public func luma(of region: NormalizedRectangle, exposure: FrameExposure) -> Double {
        Patch(region, of: self).luma(exposure).mean
    }
}

/// The light that a frame has gathered.
public struct FrameExposure: Equatable, Sendable {
    /// The exposure time, in units of 100 µs.
    public var time: Double
    /// The factor of the gain; 1: none.
    public var amplification = 1.0
    /// The factor of the light by which the whole scene is lit; 1: as it is.
    public var light = 1.0
    /// The mean light of the room's lamps during the exposure, relative to their mean.
    var lamps = 1.0
}
