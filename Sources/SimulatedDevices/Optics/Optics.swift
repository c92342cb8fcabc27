import FocusCore

/// How a scene looks through a lens: what is sharp, and how bright it comes out.
public struct Optics: Equatable, Sendable {
    public var scene: Scene
    /// Where the camera looks, as a shift of the picture in shares of its width and height.
    public var aim: PointOfInterest

    public init(scene: Scene = Scene(), aim: PointOfInterest = PointOfInterest(x: 0, y: 0)) {
        self.scene = scene
        self.aim = aim
    }

    /// The lens of all simulated cameras.
    public static let lens = ThinLens.cameraModule
    /// Its positions: 0 is infinity.
    public static let lensRange = 0.0...1023.0
    /// The pixels of the whole image, from left to right.
    public static let imageWidth: Int32 = 1920
    /// The closest that the lens can focus at, in dioptres: 10 cm.
    public static let closestDioptres = 10.0
    /// Differences are taken over three pixels of the whole image, like those of `Sharpness`.
    static let measuredSpan = 3 / Double(imageWidth)
    /// The image's level, 0…1, that light 1 gives in 1 ms.
    private static let sensitivity = 1.0 / 12.0

    /// The distance at which a lens position is sharp, in dioptres: such lenses move in proportion to them.
    public static func dioptres(lens: Double) -> Double {
        lens / lensRange.upperBound * closestDioptres
    }

    /// The lens position at which a distance is sharp.
    public static func lens(dioptres: Double) -> Double {
        dioptres / closestDioptres * lensRange.upperBound
    }

    /// What is seen at a point of the picture.
    public func surface(x: Double, y: Double) -> Surface {
        scene.surface(x: x + aim.x, y: y + aim.y)
    }

    /// The level that light comes to in the image: 0 is black, 1 and more is white.
    /// - Parameter exposure: in units of 100 µs.
    public static func level(_ light: Double, exposure: Double) -> Double {
        light * exposure / 10 * sensitivity
    }

    /// The sharpness of a part of the picture, 0…1: what an autofocus sees.
    public func sharpness(of region: NormalizedRectangle, lens: Double, exposure: FrameExposure) -> Double {
        Patch(region, of: self).sharpness(lens: lens, exposure: exposure)
    }

    /// The mean level of a part of the picture, 0…1: what an autoexposure sees. White is white, however bright it was.
    public func brightness(of region: NormalizedRectangle, exposure: FrameExposure) -> Double {
        Patch(region, of: self).brightness(exposure)
    }

    /// The mean luma of a part of the picture, 0…1, as the camera encodes it.
    public func luma(of region: NormalizedRectangle, exposure: FrameExposure) -> Double {
        Patch(region, of: self).luma(exposure).mean
    }
}

/// How much light a frame has gathered.
public struct FrameExposure: Equatable, Sendable {
    /// In units of 100 µs.
    public var time: Double
    /// What the gain makes of it; 1: nothing.
    public var amplification: Double
    /// How bright the room's lamps were in that time, beside their mean.
    public var lamps: Double

    public init(time: Double, amplification: Double = 1, lamps: Double = 1) {
        self.time = time
        self.amplification = amplification
        self.lamps = lamps
    }
}
