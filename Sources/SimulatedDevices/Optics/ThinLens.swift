import FocusCore

/// A thin lens and the sensor behind it, and what their sizes make of a point that is not in focus.
///
/// By the lens equation, 1/f = D + 1/v: a lens of focal length f is sharp at D dioptres (one over metres) when the sensor is
/// at v behind it. A point at another distance of D′ dioptres then becomes a disc, by similar triangles of the diameter
///
///     c = A · v · |D − D′|              A: the aperture's diameter; v is f, but for 5 % at 10 cm
///
/// (Hecht, Optics, on thin lenses, or any other text book.) In dioptres, the blur is the same on both sides and at every
/// distance, and so is the depth of field: what is sharp enough is c ≤ the circle of confusion, which is
///
///     |D − D′| ≤ d / 1500 / (A · f)     d: the sensor's diagonal; 1500 is what photographers' tables use
public struct ThinLens: Equatable, Sendable {
    /// In millimetres.
    public var focalLength: Double
    /// The diameter of the aperture, in millimetres.
    public var aperture: Double
    /// The sensor's width and height, in millimetres.
    public var sensorWidth: Double
    public var sensorHeight: Double

    public init(focalLength: Double, aperture: Double, sensorWidth: Double, sensorHeight: Double) {
        self.focalLength = focalLength
        self.aperture = aperture
        self.sensorWidth = sensorWidth
        self.sensorHeight = sensorHeight
    }

    /// As in Raspberry Pi's Camera Module 3 (its documentation: 4.74 mm, f/1.8, a diagonal of 7.4 mm): a small camera with a
    /// lens that moves, like those in phones and in good webcams.
    public static let cameraModule = ThinLens(
        focalLength: 4.74, aperture: 4.74 / 1.8, sensorWidth: 6.45, sensorHeight: 3.63)

    /// How far from the focused distance something may be and still count as sharp, in dioptres, to either side.
    public var depthOfField: Double {
        let diagonal = (sensorWidth * sensorWidth + sensorHeight * sensorHeight).squareRoot()
        return diagonal / 1500 / (aperture * focalLength) * 1000
    }

    /// The blur of one dioptre's misfocus, as a share of the picture's width.
    public var blurPerDioptre: Double { aperture * focalLength / 1000 / sensorWidth }

    /// How much of a texture's sharpness is left at a misfocus, 0…1.
    ///
    /// What an autofocus measures are differences over some pixels: a blur disc as wide as that halves them. Beyond that they
    /// fall with the disc's area. So the curve over the lens position is a smooth peak without an end.
    /// - Parameters:
    ///   - misfocus: in dioptres.
    ///   - span: over how much of the picture's width the differences are taken.
    func sharpness(misfocus: Double, span: Double) -> Double {
        let discs = misfocus * blurPerDioptre / span
        return 1 / (1 + discs * discs)
    }

    /// How much of the light of the middle reaches a place of the picture, 0…1: the fourth power of the cosine of the angle
    /// under which it enters (natural vignetting).
    public func falloff(x: Double, y: Double) -> Double {
        let right = (x - 0.5) * sensorWidth / focalLength
        let down = (y - 0.5) * sensorHeight / focalLength
        // The cosine's square is one over one plus the tangent's.
        let squaredTangent = right * right + down * down
        return 1 / ((1 + squaredTangent) * (1 + squaredTangent))
    }
}
