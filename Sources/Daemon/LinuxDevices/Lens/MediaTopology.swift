import CV4L2
import Glibc

/// A media device's topology from MEDIA_IOC_G_TOPOLOGY: entities, the nodes that stand for them, and links. It is not
/// trusted: an id may lead nowhere, and links may form circles.
struct MediaTopology {
    var entities: [media_v2_entity] = []
    var interfaces: [media_v2_interface] = []
    var pads: [media_v2_pad] = []
    var links: [media_v2_link] = []

    /// More elements than any machine has. A driver that reports more is refused (ENOSPC).
    private static let limit: UInt32 = 4096
    /// Number of attempts for a media device that grows between the two questions, as it does while its drivers arrive.
    private static let attemptLimit = 4

    init() {}

    /// Asks the media device at a path.
    /// - Throws: `SystemError`; ENOSPC if it has grown at every attempt.
    init(path: String) throws(SystemError) {
        let device = try Kernel.open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        for _ in 1..<Self.attemptLimit {
            do throws(SystemError) {
                self = try MediaTopology(device)
                return
            } catch {
                guard error.code == ENOSPC else { throw error }
            }
        }
        self = try MediaTopology(device)
    }

    private init(_ device: borrowing OwnedDescriptor) throws(SystemError) {
        var counts = media_v2_topology()
        try Kernel.ioctl(device.rawValue, tapfocus_media_ioc_g_topology, &counts)
        entities = Self.room(counts.num_entities, media_v2_entity())
        interfaces = Self.room(counts.num_interfaces, media_v2_interface())
        pads = Self.room(counts.num_pads, media_v2_pad())
        links = Self.room(counts.num_links, media_v2_link())
        try fill(from: device.rawValue)
    }

    private static func room<Item>(_ count: UInt32, _ empty: Item) -> [Item] {
        Array(repeating: empty, count: Int(min(count, limit)))
    }

    /// The second question: the kernel fills the room that was made. If there are more elements by now, it answers ENOSPC.
    private mutating func fill(from fd: Int32) throws(SystemError) {
        var question = media_v2_topology()
        question.num_entities = UInt32(entities.count)
        question.num_interfaces = UInt32(interfaces.count)
        question.num_pads = UInt32(pads.count)
        question.num_links = UInt32(links.count)
        let failure = entities.withUnsafeMutableBytes { entities in
            interfaces.withUnsafeMutableBytes { interfaces in
                pads.withUnsafeMutableBytes { pads in
                    links.withUnsafeMutableBytes { links -> SystemError? in
                        question.ptr_entities = Self.address(entities)
                        question.ptr_interfaces = Self.address(interfaces)
                        question.ptr_pads = Self.address(pads)
                        question.ptr_links = Self.address(links)
                        do throws(SystemError) {
                            try Kernel.ioctl(fd, tapfocus_media_ioc_g_topology, &question)
                            return nil
                        } catch {
                            return error
                        }
                    }
                }
            }
        }
        if let failure { throw failure }
        entities = Array(entities.prefix(Int(question.num_entities)))
        interfaces = Array(interfaces.prefix(Int(question.num_interfaces)))
        pads = Array(pads.prefix(Int(question.num_pads)))
        links = Array(links.prefix(Int(question.num_links)))
    }

    /// The address of a list; 0 for an empty one, which makes the kernel only count.
    private static func address(_ bytes: UnsafeMutableRawBufferPointer) -> UInt64 {
        bytes.isEmpty ? 0 : UInt64(UInt(bitPattern: bytes.baseAddress))
    }
}

extension MediaTopology {
    /// The entities that a node stands for; empty if the node does not belong to this media device.
    func entities(of number: DeviceNumber) -> Set<UInt32> {
        var result: Set<UInt32> = []
        for interface in interfaces
        where interface.devnode.major == number.major && interface.devnode.minor == number.minor {
            for link in links(tapfocus_media_link_interface) where link.source_id == interface.id {
                result.insert(link.sink_id)
            }
        }
        return result
    }

    /// The given entities and all entities that the picture passes on its way to them.
    /// - Parameter isEnabled: true to follow enabled links only.
    func upstream(of start: Set<UInt32>, isEnabled: Bool) -> Set<UInt32> {
        var owners: [UInt32: UInt32] = [:]
        for pad in pads { owners[pad.id] = pad.entity_id }
        var sources: [UInt32: [UInt32]] = [:]
        for link in links(tapfocus_media_link_data)
        where !isEnabled || link.flags & tapfocus_media_link_enabled != 0 {
            guard let source = owners[link.source_id], let sink = owners[link.sink_id] else { continue }
            sources[sink, default: []].append(source)
        }
        var reached = start
        var pending = Array(start)
        while let entity = pending.popLast() {
            for source in sources[entity] ?? [] where reached.insert(source).inserted { pending.append(source) }
        }
        return reached
    }

    var sensors: Set<UInt32> {
        Set(entities.filter { $0.function == tapfocus_media_entity_sensor }.map(\.id))
    }

    var lenses: Set<UInt32> { Set(entities.filter { $0.function == tapfocus_media_entity_lens }.map(\.id)) }

    /// The pairs of a sensor's id and the id of its lens (Linux 5.19).
    var lensesOfSensors: [(sensor: UInt32, lens: UInt32)] {
        let lenses = lenses
        return links(tapfocus_media_link_ancillary).filter { lenses.contains($0.sink_id) }
            .map { ($0.source_id, $0.sink_id) }
    }

    /// The sub-device node that stands for an entity; nil if it has none.
    func subdevice(of entity: UInt32) -> DeviceNumber? {
        for link in links(tapfocus_media_link_interface) where link.sink_id == entity {
            for interface in interfaces
            where interface.id == link.source_id && interface.intf_type == tapfocus_media_interface_subdevice {
                return DeviceNumber(major: interface.devnode.major, minor: interface.devnode.minor)
            }
        }
        return nil
    }

    private func links(_ type: UInt32) -> [media_v2_link] {
        links.filter { $0.flags & tapfocus_media_link_type == type }
    }
}
