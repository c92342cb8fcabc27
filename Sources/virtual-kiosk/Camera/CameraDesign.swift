/// What kind of camera this is: what its maker has decided, and no host can change.
struct CameraDesign {
    var controls = Set(CameraControl.allCases)
    var lensRange = LensRange()
    /// Positions per second; nil: through the whole range in one second.
    var lensSpeed: Double?
    /// So many frames later than the lens has moved does a frame show it.
    var lensLag = 0
    /// The same for exposure time and gain.
    var exposureLag = 0
    /// There is an exposure to set, and no automatic that could set it.
    var exposureIsManualOnly = false
    /// Standard deviation of a pixel's noise, as a part of white.
    var noise = 0.005
    /// The frequency in Hz of the mains that feed the room's lamps; nil: they do not flicker.
    var mains: Double?
    var format = StreamFormat.yuyv
    /// Controls whose writes are taken and have no effect: so many of them, from the first on.
    var ignored: [CameraControl: Int] = [:]
    /// Controls that read 0, whatever they are.
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

/// What the focus control says that it takes. Nothing says that it makes sense: cameras with an empty, an inverted or an enormous
/// range are there to be met.
struct LensRange: Equatable {
    /// Infinity.
    var minimum = 0
    /// As near as the lens can.
    var maximum = 250
    var step = 5

    /// 10 dioptres, that is 10 cm.
    static let nearest = 10.0

    /// Negative where the range is inverted; 0 where it is empty.
    var positionsPerDioptre: Double { Double(maximum - minimum) / Self.nearest }
    /// From the smaller to the larger end.
    var positions: ClosedRange<Double> { Double(min(minimum, maximum))...Double(max(minimum, maximum)) }

    /// As fast as to go through all of it in a second; above 0 also where it is empty.
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

    /// The position that the control can name nearest to this one.
    func nearestStep(_ position: Double) -> Int64 {
        let step = Double(max(1, step))
        return Int64(clamped(Double(minimum) + ((position - Double(minimum)) / step).rounded() * step))
    }
}
