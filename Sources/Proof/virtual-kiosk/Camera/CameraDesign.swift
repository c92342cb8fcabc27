/// The camera's fixed properties, decided by its maker: no host can change them.
struct CameraDesign {
    var controls = CameraControl.usual
    var lensRange = LensRange()
    /// In positions per second; nil: the whole range in one second.
    var lensSpeed: Double?
    /// Number of frames after which a movement of the lens shows.
    var lensLag = 0
    /// The same for exposure time and gain.
    var exposureLag = 0
    /// True if the camera has an exposure to set, but no automatic for it.
    var exposureIsManualOnly = false
    /// Standard deviation of a pixel's noise, as a share of white.
    var noise = 0.005
    /// Frequency of the mains that feed the room's lamps, in Hz; nil: they do not flicker.
    var mains: Double?
    var format = StreamFormat.yuyv
    /// The number of sizes that it offers, from the smallest on.
    var sizeCount = ImageSize.all.count
    /// Controls that accept writes without effect, with the number of such writes, from the first on.
    var ignored: [CameraControl: Int] = [:]
    var readingZero: Set<CameraControl> = []

    func specification(of control: CameraControl) -> ControlSpecification {
        var specification = control.specification
        switch control {
        case .focus:
            specification.minimum = Int64(lensRange.minimum)
            specification.maximum = Int64(lensRange.maximum)
            specification.step = Int64(lensRange.step)
            specification.initial = Int64(lensRange.minimum)
        case .aeMode where exposureIsManualOnly:
            (specification.maximum, specification.step, specification.initial) = (1, 1, 1)
        default: break
        }
        return specification
    }
}

/// The range that the focus control reports. It may be absurd: a host meets cameras with an empty, an inverted or an
/// enormous range.
struct LensRange: Equatable {
    /// The position for infinity.
    var minimum = 0
    /// The position for the nearest distance.
    var maximum = 250
    var step = 5

    /// 10 dioptres, that is 10 cm.
    static let nearest = 10.0

    /// Negative if the range is inverted; 0 if it is empty.
    var positionsPerDioptre: Double { Double(maximum - minimum) / Self.nearest }
    /// From the smaller to the larger end.
    var positions: ClosedRange<Double> { Double(min(minimum, maximum))...Double(max(minimum, maximum)) }

    /// The speed that crosses the whole range in a second; above 0 even for an empty one.
    var positionsPerSecond: Double { max(1, positions.upperBound - positions.lowerBound) }

    func dioptres(at position: Double) -> Double {
        positionsPerDioptre == 0 ? 0 : (position - Double(minimum)) / positionsPerDioptre
    }

    func position(at dioptres: Double) -> Double {
        clamped(Double(minimum) + dioptres * positionsPerDioptre)
    }

    func clamped(_ position: Double) -> Double {
        min(max(position, positions.lowerBound), positions.upperBound)
    }

    /// The nearest position that is a step of the control.
    func nearestStep(_ position: Double) -> Int64 {
        let step = Double(max(1, step))
        return Int64(clamped(Double(minimum) + ((position - Double(minimum)) / step).rounded() * step))
    }
}
