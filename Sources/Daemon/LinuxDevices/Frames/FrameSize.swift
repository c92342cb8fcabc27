import FocusCore

/// The size of a picture, in pixels.
struct FrameSize: Hashable, Sendable {
    var width: Int
    var height: Int

    /// In pixels; a larger number from a driver is a mistake.
    static let largest = 1 << 15

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// From a driver; nil if it is not a valid size.
    init?(_ width: UInt32, _ height: UInt32) {
        guard width > 0, height > 0, width <= Self.largest, height <= Self.largest else { return nil }
        self.init(width: Int(width), height: Int(height))
    }

    var area: Int { width * height }

    /// True if the aspect ratios differ by no more than the tolerance, a share.
    func hasShape(of other: FrameSize, tolerance: Double) -> Bool {
        let ratio = Double(width * other.height) / Double(height * other.width)
        return ratio <= 1 + tolerance && ratio >= 1 / (1 + tolerance)
    }
}

/// The time between two frames: a fraction of a second, as V4L2 expresses it.
struct FrameInterval: Hashable, Sendable {
    var numerator: UInt32
    var denominator: UInt32

    init?(_ numerator: UInt32, _ denominator: UInt32) {
        guard numerator > 0, denominator > 0 else { return nil }
        self.numerator = numerator
        self.denominator = denominator
    }

    /// Frames a second.
    var rate: Double { Double(denominator) / Double(numerator) }

    var span: TimeSpan { TimeSpan.seconds(Double(numerator) / Double(denominator)) }
}

/// The sizes that a driver offers for one pixel format.
enum OfferedSizes: Equatable, Sendable {
    /// The driver does not report its sizes.
    case unknown
    case discrete([FrameSize])
    case stepwise(width: SteppedRange, height: SteppedRange)

    /// All discrete sizes with that shape; of stepped sizes the smallest that reaches the least, the present size, and the largest.
    func candidates(shape: FrameSize, least: FrameSize, tolerance: Double) -> [FrameSize] {
        switch self {
        case .unknown: return [shape]
        case .discrete(let sizes): return sizes.filter { $0.hasShape(of: shape, tolerance: tolerance) }
        case .stepwise(let width, let height):
            var found: [FrameSize] = []
            if width.contains(shape.width), height.contains(shape.height) { found.append(shape) }
            let needed = max(least.width, (least.height * shape.width + shape.height - 1) / shape.height)
            let smallest = Self.first(width.values(from: needed), height, shape, tolerance)
            let largest = Self.first(width.valuesDownwards, height, shape, tolerance)
            return found + [smallest, largest].compactMap { $0 }
        }
    }

    private static func first(
        _ widths: some Sequence<Int>, _ height: SteppedRange, _ shape: FrameSize, _ tolerance: Double
    ) -> FrameSize? {
        for width in widths {
            let size = FrameSize(width: width, height: height.nearest(to: width * shape.height / shape.width))
            if size.hasShape(of: shape, tolerance: tolerance) { return size }
        }
        return nil
    }
}

struct SteppedRange: Equatable, Sendable {
    let minimum: Int
    let maximum: Int
    let step: Int

    private static let stepLimit = 512

    /// Nil if the range contains no valid size.
    init?(_ minimum: UInt32, _ maximum: UInt32, _ step: UInt32) {
        let least = max(Int(minimum), 1)
        let step = min(max(Int(step), 1), FrameSize.largest)
        guard least <= FrameSize.largest, Int(maximum) >= least else { return nil }
        self.minimum = least
        self.step = step
        self.maximum = least + (min(Int(maximum), FrameSize.largest) - least) / step * step
    }

    func contains(_ value: Int) -> Bool {
        value >= minimum && value <= maximum && (value - minimum) % step == 0
    }

    func nearest(to value: Int) -> Int {
        guard value > minimum else { return minimum }
        return min(minimum + (value - minimum + step / 2) / step * step, maximum)
    }

    /// The numbers upwards from the first one that is not below `value`; none if that is above the maximum.
    func values(from value: Int) -> some Sequence<Int> {
        let first = value <= minimum ? minimum : minimum + (min(value, maximum + 1) - minimum + step - 1) / step * step
        return stride(from: first, through: maximum, by: step).prefix(Self.stepLimit)
    }

    var valuesDownwards: some Sequence<Int> {
        stride(from: maximum, through: minimum, by: -step).prefix(Self.stepLimit)
    }
}
