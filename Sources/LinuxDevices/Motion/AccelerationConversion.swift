import FocusCore

/// Converts a sensor's raw numbers to the device's acceleration: (raw + offset) · scale on each axis, then the mount
/// matrix.
///
/// The formula and the unit (m/s²) are those of the kernel's Documentation/ABI/testing/sysfs-bus-iio.
public struct AccelerationConversion: Equatable, Sendable {
    /// The scaling of one axis.
    public struct Axis: Equatable, Sendable {
        /// In units of the raw number.
        public var offset: Double
        /// In m/s² per unit of the raw number.
        public var scale: Double

        public init(offset: Double = 0, scale: Double = 1) {
            self.offset = offset
            self.scale = scale
        }

        /// In m/s².
        func value(_ raw: Double) -> Double { (raw + offset) * scale }
    }

    public var x: Axis
    public var y: Axis
    public var z: Axis
    public var mount: MountMatrix

    public init(x: Axis, y: Axis, z: Axis, mount: MountMatrix = .identity) {
        self.x = x
        self.y = y
        self.z = z
        self.mount = mount
    }

    /// In m/s². Numbers that are not finite are passed on: the engine reports them.
    public func acceleration(x rawX: Double, y rawY: Double, z rawZ: Double) -> Acceleration {
        mount.apply(to: Acceleration(x: x.value(rawX), y: y.value(rawY), z: z.value(rawZ)))
    }
}

/// A sensor's orientation in its device: three rows of three numbers.
public struct MountMatrix: Equatable, Sendable {
    private var rows: InlineList<3, Acceleration>

    private init(_ x: Acceleration, _ y: Acceleration, _ z: Acceleration) {
        rows = InlineList()
        rows.append(x)
        rows.append(y)
        rows.append(z)
    }

    public static let identity = MountMatrix(
        Acceleration(x: 1, y: 0, z: 0), Acceleration(x: 0, y: 1, z: 0), Acceleration(x: 0, y: 0, z: 1))

    /// Reads the kernel's text, for example "1, 0, 0; 0, 1, 0; 0, 0, 1". Nil for anything but three rows of three
    /// finite numbers, and for nine zeros, which drivers report for a matrix that nobody has filled in.
    public init?(_ text: String) {
        let lines = text.split(separator: ";", omittingEmptySubsequences: false)
        guard lines.count == 3 else { return nil }
        var rows: [Acceleration] = []
        for line in lines {
            var numbers: [Double] = []
            for word in line.split(separator: ",", omittingEmptySubsequences: false) {
                let digits = word.filter { !$0.isWhitespace && $0 != "\0" }
                guard let number = Double(String(digits)), number.isFinite else { return nil }
                numbers.append(number)
            }
            guard numbers.count == 3 else { return nil }
            rows.append(Acceleration(x: numbers[0], y: numbers[1], z: numbers[2]))
        }
        guard rows.contains(where: { $0.squaredLength > 0 }) else { return nil }
        self.init(rows[0], rows[1], rows[2])
    }

    /// The vector in the device's axes.
    public func apply(to vector: Acceleration) -> Acceleration {
        func product(_ index: Int) -> Double {
            guard let row = rows[index] else { return 0 }
            return row.x * vector.x + row.y * vector.y + row.z * vector.z
        }
        return Acceleration(x: product(0), y: product(1), z: product(2))
    }
}
