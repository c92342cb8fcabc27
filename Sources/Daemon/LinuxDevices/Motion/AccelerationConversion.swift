import FocusCore

/// Converts a sensor's raw numbers to the device's acceleration: (raw + offset) · scale on each axis, then the mount
/// matrix.
///
/// The formula and the unit (m/s²) are those of the kernel's Documentation/ABI/testing/sysfs-bus-iio.
struct AccelerationConversion: Equatable, Sendable {
    struct Axis: Equatable, Sendable {
        /// In units of the raw number.
        var offset = 0.0
        /// In m/s² per unit of the raw number.
        var scale = 1.0

        /// In m/s².
        func value(_ raw: Double) -> Double { (raw + offset) * scale }
    }

    var x = Axis()
    var y = Axis()
    var z = Axis()
    var mount = MountMatrix.identity

    /// In m/s². Numbers that are not finite are passed on: the engine reports them.
    func acceleration(x rawX: Double, y rawY: Double, z rawZ: Double) -> Acceleration {
        mount.apply(to: Acceleration(x: x.value(rawX), y: y.value(rawY), z: z.value(rawZ)))
    }
}

/// A sensor's orientation in its device: three rows of three numbers.
struct MountMatrix: Equatable, Sendable {
    private let x: Acceleration
    private let y: Acceleration
    private let z: Acceleration

    private init(_ x: Acceleration, _ y: Acceleration, _ z: Acceleration) {
        (self.x, self.y, self.z) = (x, y, z)
    }

    static let identity = MountMatrix(
        Acceleration(x: 1, y: 0, z: 0), Acceleration(x: 0, y: 1, z: 0), Acceleration(x: 0, y: 0, z: 1))

    /// Reads the kernel's text, for example "1, 0, 0; 0, 1, 0; 0, 0, 1". Nil for anything but three rows of three
    /// finite numbers, and for nine zeros, which drivers report for a matrix that nobody has filled in.
    init?(_ text: String) {
        var rows: [Acceleration] = []
        for line in text.split(separator: ";", omittingEmptySubsequences: false) {
            let numbers = line.split(separator: ",", omittingEmptySubsequences: false).map { word in
                Double(String(word.filter { !$0.isWhitespace && $0 != "\0" })) ?? .nan
            }
            guard numbers.count == 3, numbers.allSatisfy(\.isFinite) else { return nil }
            rows.append(Acceleration(x: numbers[0], y: numbers[1], z: numbers[2]))
        }
        guard rows.count == 3, rows.contains(where: { $0.squaredLength > 0 }) else { return nil }
        self.init(rows[0], rows[1], rows[2])
    }

    func apply(to vector: Acceleration) -> Acceleration {
        func product(_ row: Acceleration) -> Double { row.x * vector.x + row.y * vector.y + row.z * vector.z }
        return Acceleration(x: product(x), y: product(y), z: product(z))
    }
}
