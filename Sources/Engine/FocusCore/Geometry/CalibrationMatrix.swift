/// Maps a touchscreen's normalised range to the screen: x' = a·x + b·y + c, y' = d·x + e·y + f, all in 0…1, in the order of libinput's udev
/// property LIBINPUT_CALIBRATION_MATRIX.
public struct CalibrationMatrix: Equatable, Sendable, Snapshotable {
    public var a: Double
    public var b: Double
    public var c: Double
    public var d: Double
    public var e: Double
    public var f: Double

    public init(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ e: Double, _ f: Double) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.e = e
        self.f = f
    }

    public static let identity = CalibrationMatrix(1, 0, 0, 0, 1, 0)

    /// True when all six numbers are finite and the matrix can be inverted.
    public var isUsable: Bool {
        let determinant = a * e - b * d
        return determinant.isFinite && c.isFinite && f.isFinite && abs(determinant) > 1e-9
    }

    /// True when the matrix turns the range by about a quarter turn: the range's width then lies along the screen's height.
    public var swapsAxes: Bool { abs(b) > abs(a) }
}
