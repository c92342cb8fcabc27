/// Whether a camera has a lens that is a device of its own, and why that one.
public enum LensFinding: Equatable, Sendable {
    /// There is none: what the camera's own node offers is all.
    case none
    /// This one moves it.
    case paired(path: String, Reason)
    /// Any of these could be meant, or none of them: a person has to choose.
    case undecided([String])
    /// This one would be it, and cannot be used.
    case unusable(path: String, DeviceError)
    /// No media device knows the camera, but this one could not be asked.
    case unanswered(path: String, DeviceError)

    public enum Reason: String, CaseIterable, Equatable, Sendable {
        /// A person has said so.
        case named
        /// An ancillary link of the media controller leads to it from the camera's sensor (Linux 5.19).
        case linked
        /// The camera's media device has no other, and no second sensor that it could belong to.
        case only
    }
}

extension LensFinding {
    /// What is found without a person's help: the lens that the media controller knows for a camera, not opened yet.
    ///
    /// - Parameters:
    ///   - camera: the number of the camera's node.
    ///   - mediaPaths: the nodes of media devices. One that has gone, or is something else, is passed over.
    static func find(for camera: DeviceNumber, mediaPaths: [String]) -> LensFinding {
        var unanswered = LensFinding.none
        for path in mediaPaths {
            do throws(SystemError) {
                let topology = try MediaTopology(path: path)
                let entities = topology.entities(of: camera)
                if !entities.isEmpty { return finding(for: entities, in: topology) }
            } catch {
                let error = DeviceError(.lens, attempt: "ask", subject: path, error)
                let isPassedOver = [.gone, .doesNotExist, .wrongKind].contains(error.kind)
                if !isPassedOver, unanswered == .none { unanswered = .unanswered(path: path, error) }
            }
        }
        return unanswered
    }

    /// The lenses that links give to the sensor of the camera's pipeline; without a link those that belong to no sensor.
    private static func finding(for camera: Set<UInt32>, in topology: MediaTopology) -> LensFinding {
        let pairs = topology.lensesOfSensors
        let pipeline = pipeline(of: camera, in: topology)
        let linked = pairs.filter { pipeline.contains($0.sensor) }.map(\.lens)
        let lenses = linked.isEmpty ? topology.lenses.subtracting(pairs.map(\.lens)) : Set(linked)
        // A lens without a node cannot be moved by anybody.
        let paths = Set(lenses.compactMap { topology.subdevice(of: $0)?.node }).sorted()
        guard let first = paths.first else { return .none }
        // Without a link, the lens could be another sensor's.
        let isCertain = !linked.isEmpty || topology.sensors.union(pairs.map(\.sensor)).count <= 1
        guard paths.count == 1, isCertain else { return .undecided(paths) }
        return .paired(path: first, linked.isEmpty ? .only : .linked)
    }

    /// What the camera's picture passes as it is set up now; where no sensor is switched on, as it could be.
    private static func pipeline(of camera: Set<UInt32>, in topology: MediaTopology) -> Set<UInt32> {
        let enabled = topology.upstream(of: camera, isEnabled: true)
        let sensors = topology.sensors.union(topology.lensesOfSensors.map(\.sensor))
        return enabled.isDisjoint(with: sensors) ? topology.upstream(of: camera, isEnabled: false) : enabled
    }
}
