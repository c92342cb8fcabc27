/// A touchscreen's range, resolution and calibration.
public struct TouchscreenDescription: Equatable, Sendable, Snapshotable {
    public var minimumX: Int32
    public var maximumX: Int32
    public var minimumY: Int32
    public var maximumY: Int32
    /// Units per millimetre; 0 when the screen does not report it.
    public var unitsPerMillimetreX: Int32
    /// Units per millimetre; 0 when the screen does not report it.
    public var unitsPerMillimetreY: Int32
    /// Maps the range to the screen; udev's LIBINPUT_CALIBRATION_MATRIX.
    public var calibration: CalibrationMatrix

    public init(
        minimumX: Int32, maximumX: Int32, minimumY: Int32, maximumY: Int32, unitsPerMillimetreX: Int32 = 0,
        unitsPerMillimetreY: Int32 = 0, calibration: CalibrationMatrix = .identity
    ) {
        self.minimumX = minimumX
        self.maximumX = maximumX
        self.minimumY = minimumY
        self.maximumY = maximumY
        self.unitsPerMillimetreX = unitsPerMillimetreX
        self.unitsPerMillimetreY = unitsPerMillimetreY
        self.calibration = calibration
    }

    /// True when the range has an extent in both directions.
    public var hasUsableRange: Bool { minimumX < maximumX && minimumY < maximumY }

    /// Units per millimetre; nil unless the screen reports both.
    var unitsPerMillimetre: (x: Double, y: Double)? {
        guard unitsPerMillimetreX > 0, unitsPerMillimetreY > 0 else { return nil }
        return (Double(unitsPerMillimetreX), Double(unitsPerMillimetreY))
    }

    /// The square of the range's diagonal, in units.
    var squaredDiagonal: Double {
        let width = Double(maximumX) - Double(minimumX)
        let height = Double(maximumY) - Double(minimumY)
        return width * width + height * height
    }
}
