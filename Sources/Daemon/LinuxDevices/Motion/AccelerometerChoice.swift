enum AccelerometerChoice {
    static func choose(_ selection: DeviceSelection, among sensors: [IIOSensor]) throws(DeviceError) -> IIOSensor {
        try sensors[index(selection, among: sensors.map(\.identity))]
    }

    static func index(
        _ selection: DeviceSelection, among identities: [AccelerometerIdentity]
    ) throws(DeviceError) -> Int {
        switch selection {
        case .automatic:
            let best = identities.indices.min { rank(identities[$0]) < rank(identities[$1]) }
            guard let best else { throw .noAccelerometer }
            return best
        case .path(let path):
            let id = String(path.split(separator: "/").last ?? "")
            if let index = identities.firstIndex(where: { $0.id == id }) { return index }
            throw NameMatch.notFound(.accelerometer, path, identities.map(describe))
        case .name(let name):
            return try NameMatch.index(
                of: name, among: identities.map { [$0.id, $0.name, $0.label ?? $0.name] }, .accelerometer,
                descriptions: identities.map(describe))
        case .none: throw .noAccelerometer
        }
    }

    /// The lowest rank wins. The labels are those of the kernel's Documentation/ABI/testing/sysfs-bus-iio. A sensor at
    /// the camera or the display moves with the camera; one in a laptop's base does not.
    private static func rank(_ identity: AccelerometerIdentity) -> Int {
        switch identity.label {
        case "accel-camera": 0
        case "accel-display": 1
        case "accel-base": 3
        default: 2
        }
    }

    private static func describe(_ identity: AccelerometerIdentity) -> String {
        identity.label.map { "\(identity.name) (\($0))" } ?? "\(identity.name) (\(identity.id))"
    }
}
