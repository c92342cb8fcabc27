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

    /// The closest that the lens can focus at, in dioptres: 10 cm.
    public static let closestDioptres = 10.0
    /// The blur of one dioptre's misfocus, as a share of the picture's width.
    public static let blurPerDioptre = 0.014
    /// Half of the depth of field, in dioptres: there, sharpness is down to one half.
    private static let depthOfField = 0.3
    /// The image's level, 0…1, that light 1 gives in 1 ms.
    private static let sensitivity = 1.0 / 12.0

    /// The distance at which a lens position is sharp, in dioptres.
    public static func dioptres(lens: Double) -> Double {
        lens / CameraModel.lensRange.upperBound * closestDioptres
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
    public func sharpness(of region: NormalizedRectangle, lens: Double) -> Double {
        let focused = Self.dioptres(lens: lens)
        return mean(of: region) { surface in
            let misfocus = (surface.dioptres - focused) / Self.depthOfField
            return surface.texture / (1 + misfocus * misfocus)
        }
    }

    /// The mean level of a part of the picture, 0…1: what an autoexposure sees. White is white, however bright it was.
    public func brightness(of region: NormalizedRectangle, exposure: Double) -> Double {
        mean(of: region) { min(Self.level($0.light.luminance, exposure: exposure), 1) }
    }

    private func mean(of region: NormalizedRectangle, _ measure: (Surface) -> Double) -> Double {
        let columns = 12
        let rows = 9
        var sum = 0.0
        for row in 0..<rows {
            let y = region.y + region.height * (Double(row) + 0.5) / Double(rows)
            for column in 0..<columns {
                let x = region.x + region.width * (Double(column) + 0.5) / Double(columns)
                sum += measure(surface(x: x, y: y))
            }
        }
        return sum / Double(columns * rows)
    }
}
