/// Whether a camera has a lens that is a device of its own, and why that one.
public enum LensFinding: Equatable, Sendable {
    /// There is none: what the camera's own node offers is all.
    case none
    /// This one moves it.
    case paired(path: String, Reason)
    /// Any of these could be meant: a person has to choose.
    case undecided([String])
    /// This one would be it, and cannot be used.
    case unusable(path: String, DeviceError)

    public enum Reason: String, CaseIterable, Equatable, Sendable {
        /// A person has said so.
        case named
        /// An ancillary link of the media controller leads to it from the camera's sensor (Linux 5.19).
        case linked
        /// The camera's media device has no other.
        case only
    }
}

extension LensFinding {
    /// What is found without a person's help: the lens that the media controller knows for a camera, not opened yet.
    ///
    /// - Parameters:
    ///   - camera: the number of the camera's node.
    ///   - mediaPaths: the nodes of media devices. One that cannot be asked is passed over.
    static func find(for camera: DeviceNumber, mediaPaths: [String]) -> LensFinding {
        for path in mediaPaths {
            guard let topology = try? MediaTopology(path: path) else { continue }
            let entities = topology.entities(of: camera)
            guard !entities.isEmpty else { continue }
            let (lenses, reason) = Self.lenses(of: entities, in: topology)
            // A lens without a node cannot be moved by anybody.
            let paths = Set(lenses.compactMap { topology.subdevice(of: $0)?.node }).sorted()
            guard let first = paths.first else { return .none }
            return paths.count == 1 ? .paired(path: first, reason) : .undecided(paths)
        }
        return .none
    }

    /// The lenses that a link gives to a sensor of the camera's pipeline, as it is set up now, else as it could be; without
    /// a link those that belong to no sensor.
    private static func lenses(of entities: Set<UInt32>, in topology: MediaTopology) -> (Set<UInt32>, Reason) {
        let pairs = topology.lensesOfSensors
        for isEnabled in [true, false] {
            let pipeline = topology.upstream(of: entities, isEnabled: isEnabled)
            let linked = Set(pairs.filter { pipeline.contains($0.sensor) }.map(\.lens))
            if !linked.isEmpty { return (linked, .linked) }
        }
        return (topology.lenses.subtracting(pairs.map(\.lens)), .only)
    }
}
