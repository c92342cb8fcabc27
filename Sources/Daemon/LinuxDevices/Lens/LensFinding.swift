/// The lens device found for a camera, and the reason for it.
public enum LensFinding: Equatable, Sendable {
    /// There is no lens: the camera only has the controls of its own node.
    case none
    /// This lens moves the camera's focus.
    case paired(path: String, Reason)
    /// Each of these lenses could belong to the camera, or none: a person has to choose.
    case undecided([String])
    /// This lens would be the one, but cannot be used.
    case unusable(path: String, DeviceError)
    /// No media device knows the camera, and this one did not answer.
    case unanswered(path: String, DeviceError)

    public enum Reason: String, CaseIterable, Equatable, Sendable {
        /// A person named it.
        case named
        /// An ancillary link of the media controller leads to it from the camera's sensor (Linux 5.19).
        case linked
        /// The camera's media device has no other, and no second sensor that it could belong to.
        case only
    }
}

extension LensFinding {
    /// Finds the lens that the media controller knows for a camera, without opening it.
    /// - Parameters:
    ///   - camera: the device number of the camera's node.
    ///   - mediaPaths: the nodes of media devices. A node that has gone, or is something else, is ignored.
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

    /// The lenses linked to the sensor of the camera's pipeline; without a link, the lenses that belong to no sensor.
    private static func finding(for camera: Set<UInt32>, in topology: MediaTopology) -> LensFinding {
        let pairs = topology.lensesOfSensors
        let pipeline = pipeline(of: camera, in: topology)
        let linked = pairs.filter { pipeline.contains($0.sensor) }.map(\.lens)
        let lenses = linked.isEmpty ? topology.lenses.subtracting(pairs.map(\.lens)) : Set(linked)
        // A lens without a node cannot be moved.
        let paths = Set(lenses.compactMap { topology.subdevice(of: $0)?.node }).sorted()
        guard let first = paths.first else { return .none }
        // Without a link, the lens could be another sensor's.
        let isCertain = !linked.isEmpty || topology.sensors.union(pairs.map(\.sensor)).count <= 1
        guard paths.count == 1, isCertain else { return .undecided(paths) }
        return .paired(path: first, linked.isEmpty ? .only : .linked)
    }

    /// The entities on the way of the camera's picture, along enabled links; along all links if no sensor is enabled.
    private static func pipeline(of camera: Set<UInt32>, in topology: MediaTopology) -> Set<UInt32> {
        let enabled = topology.upstream(of: camera, isEnabled: true)
        let sensors = topology.sensors.union(topology.lensesOfSensors.map(\.sensor))
        return enabled.isDisjoint(with: sensors) ? topology.upstream(of: camera, isEnabled: false) : enabled
    }
}
