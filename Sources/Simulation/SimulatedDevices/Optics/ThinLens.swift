import FocusCore

/// A thin lens and its sensor, and the blur of a point that is out of focus.
///
/// By the lens equation, 1/f = D + 1/v: a lens of focal length f is focused at D dioptres (one over metres) when the
/// sensor is at distance v behind it. A point at another distance of D′ dioptres then becomes a disc. By similar
/// triangles its diameter is
///
///     c = A · v · |D − D′|              A: the aperture's diameter; v is f, but for 5 % at 10 cm
///
/// (Hecht, Optics, on thin lenses, or any other text book.) In dioptres the blur is the same on both sides of the focus
/// and at every distance, and so is the depth of field. A point is sharp enough when c is at most the circle of
/// confusion, which is when
///
///     |D − D′| ≤ d / 1500 / (A · f)     d: the sensor's diagonal; 1500 is the divisor of photographers' tables
public struct ThinLens: Equatable, Sendable {
    /// The focal length, in millimetres.
    public var focalLength: Double
    /// The diameter of the aperture, in millimetres.
    public var aperture: Double
    /// The sensor's width and height, in millimetres.
    public var sensorWidth: Double
    public var sensorHeight: Double

    /// The lens of Raspberry Pi's Camera Module 3 (its documentation: 4.74 mm, f/1.8, a diagonal of 7.4 mm): a small
    /// camera with a movable lens, like those in phones and good webcams.
    public static let cameraModule = ThinLens(
        focalLength: 4.74, aperture: 4.74 / 1.8, sensorWidth: 6.45, sensorHeight: 3.63)

    /// The distance from the focus within which a point still counts as sharp, in dioptres, to either side.
    public var depthOfField: Double {
        let diagonal = (sensorWidth * sensorWidth + sensorHeight * sensorHeight).squareRoot()
        return diagonal / 1500 / (aperture * focalLength) * 1000
    }

    /// The blur of a misfocus of one dioptre, as a share of the picture's width.
    public var blurPerDioptre: Double { aperture * focalLength / 1000 / sensorWidth }

    /// The share of a texture's sharpness that is left at a misfocus, 0…1.
    ///
    /// An autofocus measures differences over some pixels. A blur disc as wide as that halves them; beyond that they
    /// fall with the disc's area. So the curve over the lens position is a smooth peak without an end.
    /// - Parameters:
    ///   - misfocus: the misfocus, in dioptres.
    ///   - span: the span of the differences, as a share of the picture's width.
    func sharpness(misfocus: Double, span: Double) -> Double {
        let discs = misfocus * blurPerDioptre / span
        return 1 / (1 + discs * discs)
    }

    /// The share of the light at a point of the picture, relative to the middle, 0…1: the fourth power of the cosine of
    /// the angle at which the light enters (natural vignetting).
    public func falloff(x: Double, y: Double) -> Double {
        let right = (x - 0.5) * sensorWidth / focalLength
        let down = (y - 0.5) * sensorHeight / focalLength
        // The square of the cosine is 1 / (1 + the square of the tangent).
        let squaredTangent = right * right + down * down
        return 1 / ((1 + squaredTangent) * (1 + squaredTangent))
    }
}
