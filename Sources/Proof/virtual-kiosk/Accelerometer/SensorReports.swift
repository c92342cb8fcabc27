/// The accelerometer's report descriptor and reports: a HID sensor "Motion: Accelerometer 3D" (HID Usage Tables, 20).
enum SensorReports {
    static let identifier: UInt8 = 1
    /// In thousandths of g: 16 g, the widest range of common accelerometers.
    private static let largest = 16_000.0

    static let descriptor: [UInt8] =
        collection(usage: [0x09, 0x73]) + reportIdentifier
        + selection(usage: [0x0A, 0x16, 0x03], members: 0x40)  // Reporting state
        + selection(usage: [0x0A, 0x19, 0x03], members: 0x50)  // Power state
        // Report interval: milliseconds, 32 bits.
        + [0x0A, 0x0E, 0x03, 0x15, 0x00, 0x27, 0xFF, 0xFF, 0xFF, 0x7F, 0x75, 0x20, 0x95, 0x01, 0x55, 0x00, 0xB1, 0x02]
        // Change sensitivity, absolute: thousandths of g, 16 bits.
        + [0x0A, 0x52, 0x14, 0x15, 0x00, 0x26, 0xFF, 0x7F, 0x75, 0x10, 0x95, 0x01, 0x55, 0x0D, 0xB1, 0x02]
        // X, Y and Z: thousandths of g, 32 bits with sign.
        + [0x0A, 0x53, 0x04, 0x17, 0x00, 0x00, 0x00, 0x80, 0x27, 0xFF, 0xFF, 0xFF, 0x7F, 0x75, 0x20, 0x95, 0x01]
        + [0x55, 0x0D, 0x81, 0x02, 0x0A, 0x54, 0x04, 0x81, 0x02, 0x0A, 0x55, 0x04, 0x81, 0x02, 0xC0]

    private static let reportIdentifier: [UInt8] = [0x85, identifier]

    /// A physical collection on the sensor page, by which the kernel recognises a sensor hub.
    private static func collection(usage: [UInt8]) -> [UInt8] { [0x05, 0x20] + usage + [0xA1, 0x00] }

    /// A feature with one of six members, counted from 1.
    private static func selection(usage: [UInt8], members: UInt8) -> [UInt8] {
        usage + [0x15, 0x01, 0x25, 0x06, 0x75, 0x08, 0x95, 0x01, 0xA1, 0x02]
            + (0..<6).flatMap { [0x0A, members + $0, 0x08] } + [0xB1, 0x00, 0xC0]
    }

    /// The kernel's settings: feature report 1.
    struct Settings: Equatable {
        /// Members of the selections above, counted from 1.
        private static let allEvents: UInt8 = 2
        private static let fullPower: UInt8 = 2
        /// In ms; used while the kernel has not asked for an interval.
        private static let defaultInterval: Int64 = 20

        private var reporting: UInt8 = 1
        private var power: UInt8 = 1
        private var interval: Int64 = Self.defaultInterval
        private var sensitivity: Int64 = 0

        init() {}

        /// Nil for another report, or one that is too short.
        init?(report: [UInt8]) {
            guard report.count >= 9, report[0] == SensorReports.identifier else { return nil }
            reporting = report[1]
            power = report[2]
            interval = report.littleEndian(at: 3, count: 4)
            sensitivity = report.littleEndian(at: 7, count: 2)
        }

        var report: [UInt8] {
            [SensorReports.identifier, reporting, power] + [UInt8](littleEndian: interval, count: 4)
                + [UInt8](littleEndian: sensitivity, count: 2)
        }

        var isSending: Bool { reporting == Self.allEvents && power == Self.fullPower }

        var period: Nanoseconds { .milliseconds(interval > 0 ? interval : Self.defaultInterval) }
    }

    /// Input report 1 for an acceleration in m/s².
    static func sample(_ acceleration: Hand.Vector) -> [UInt8] {
        var bytes = [identifier]
        for axis in [acceleration.x, acceleration.y, acceleration.z] {
            let thousandths = (axis / Hand.standardGravity * 1000).rounded()
            // A sensor reports its largest value for any stronger acceleration.
            bytes += [UInt8](littleEndian: Int64(min(max(thousandths, -largest), largest)), count: 4)
        }
        return bytes
    }
}
