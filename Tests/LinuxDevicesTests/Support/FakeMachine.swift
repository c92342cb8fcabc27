import CV4L2
import Glibc
import SimulatedDevices

@testable import LinuxDevices

/// A machine with a camera, lenses, media devices and sysfs files, each with its own answers.
final class FakeMachine: SystemCallInterposer {
    struct State: Sendable {
        /// Cameras and lenses by their paths.
        var drivers: [String: FakeCamera.Driver] = [:]
        /// Media devices by their paths.
        var topologies: [String: FakeTopology] = [:]
        var texts: [String: String] = [:]
        /// The errno of opening a path, or of an ioctl on it.
        var openErrors: [String: Int32] = [:]
        var ioctlErrors: [String: Int32] = [:]
        var paths: [Int32: String] = [:]
        /// The paths of all writes, in order.
        var writes: [String] = []
        /// If it is set, media devices answer with random bytes.
        var noise: SplitMix64?
    }

    let state: Locked<State>

    init(_ state: State) {
        self.state = Locked(state)
    }

    var openPaths: Set<String> { state.withLock { Set($0.paths.values) } }

    func answer(_ call: SystemCall) -> SystemCallAnswer? {
        switch call {
        case .open(let path, _): return open(path)
        case .close(let fd):
            state.withLock { _ = $0.paths.removeValue(forKey: fd) }
            return nil
        case .ioctl(let fd, let request, let argument):
            nonisolated(unsafe) let argument = argument
            let code = state.withLock { $0.answer(fd, request, argument) }
            return code == 0 ? .returned(0) : .failed(errno: code)
        default:
            return nil
        }
    }

    private func open(_ path: String) -> SystemCallAnswer {
        state.withLock { state in
            if let error = state.openErrors[path] { return .failed(errno: error) }
            let fd: Int32
            if let text = state.texts[path] {
                fd = Self.pipe(with: text)
            } else if state.drivers[path] != nil || state.topologies[path] != nil {
                fd = Glibc.open("/dev/null", O_RDWR | O_CLOEXEC)
            } else {
                return .failed(errno: ENOENT)
            }
            state.paths[fd] = path
            return .returned(Int(fd))
        }
    }

    private static func pipe(with text: String) -> Int32 {
        var ends: [Int32] = [-1, -1]
        Glibc.pipe(&ends)
        _ = text.withCString { Glibc.write(ends[1], $0, strlen($0)) }
        Glibc.close(ends[1])
        return ends[0]
    }
}

extension FakeMachine.State {
    mutating func answer(_ fd: Int32, _ request: UInt, _ argument: UnsafeMutableRawPointer) -> Int32 {
        guard let path = paths[fd] else { return EBADF }
        if let error = ioctlErrors[path] { return error }
        if request == tapfocus_media_ioc_g_topology {
            let question = argument.assumingMemoryBound(to: media_v2_topology.self)
            if noise != nil { return disturb(question) }
            return topologies[path]?.answer(question) ?? ENOTTY
        }
        // A sub-device does not answer VIDIOC_QUERYCAP.
        if path.contains("subdev"), request == tapfocus_vidioc_querycap { return ENOTTY }
        if request == tapfocus_vidioc_s_ext_ctrls { writes.append(path) }
        return drivers[path]?.answer(request, argument) ?? ENOTTY
    }

    /// Random counts, and random bytes where there is room.
    private mutating func disturb(_ question: UnsafeMutablePointer<media_v2_topology>) -> Int32 {
        guard var noise else { return ENOTTY }
        defer { self.noise = noise }
        let words = [
            tapfocus_media_entity_lens, tapfocus_media_interface_subdevice, tapfocus_media_link_interface,
            tapfocus_media_link_ancillary, tapfocus_media_link_enabled,
        ]
        func fill(_ address: UInt64, _ count: UInt32, _ size: Int) {
            guard let bytes = UnsafeMutableRawPointer(bitPattern: UInt(address)) else { return }
            for offset in stride(from: 0, to: Int(count) * size, by: 4) {
                let word = noise.next()
                // Small numbers and meaningful ones, so that ids and links match by chance.
                let value =
                    word % 3 == 0
                    ? words[Int(word >> 8) % words.count]
                    : UInt32(truncatingIfNeeded: word % 50 == 1 ? word >> 16 : word >> 16 & 3)
                bytes.storeBytes(of: value, toByteOffset: offset, as: UInt32.self)
            }
        }
        let topology = question.pointee
        fill(topology.ptr_entities, topology.num_entities, MemoryLayout<media_v2_entity>.stride)
        fill(topology.ptr_interfaces, topology.num_interfaces, MemoryLayout<media_v2_interface>.stride)
        fill(topology.ptr_pads, topology.num_pads, MemoryLayout<media_v2_pad>.stride)
        fill(topology.ptr_links, topology.num_links, MemoryLayout<media_v2_link>.stride)
        func count() -> UInt32 {
            noise.next() % 64 == 0 ? UInt32(truncatingIfNeeded: noise.next()) : UInt32(noise.next() % 40)
        }
        question.pointee.num_entities = count()
        question.pointee.num_interfaces = count()
        question.pointee.num_pads = count()
        question.pointee.num_links = count()
        return noise.next() % 16 == 0 ? ENOSPC : 0
    }
}

/// The elements of a media device.
struct FakeTopology: Sendable {
    var entities: [(id: UInt32, function: UInt32)] = []
    var interfaces: [(id: UInt32, type: UInt32, major: UInt32, minor: UInt32)] = []
    var pads: [(id: UInt32, entity: UInt32)] = []
    var links: [(source: UInt32, sink: UInt32, flags: UInt32)] = []

    func answer(_ question: UnsafeMutablePointer<media_v2_topology>) -> Int32 {
        let asked = question.pointee
        question.pointee.num_entities = UInt32(entities.count)
        question.pointee.num_interfaces = UInt32(interfaces.count)
        question.pointee.num_pads = UInt32(pads.count)
        question.pointee.num_links = UInt32(links.count)
        var isTooSmall = false
        func put<Item, Value>(
            _ address: UInt64, _ room: UInt32, _ values: [Value], _ item: (Value) -> Item
        ) {
            guard let items = UnsafeMutablePointer<Item>(bitPattern: UInt(address)) else { return }
            guard room >= values.count else {
                isTooSmall = true
                return
            }
            for (index, value) in values.enumerated() { items[index] = item(value) }
        }
        put(asked.ptr_entities, asked.num_entities, entities) { value in
            var item = media_v2_entity()
            (item.id, item.function) = (value.id, value.function)
            return item
        }
        put(asked.ptr_interfaces, asked.num_interfaces, interfaces) { value in
            var item = media_v2_interface()
            (item.id, item.intf_type) = (value.id, value.type)
            item.devnode = media_v2_intf_devnode(major: value.major, minor: value.minor)
            return item
        }
        put(asked.ptr_pads, asked.num_pads, pads) { value in
            var item = media_v2_pad()
            (item.id, item.entity_id) = (value.id, value.entity)
            return item
        }
        put(asked.ptr_links, asked.num_links, links) { value in
            var item = media_v2_link()
            (item.source_id, item.sink_id, item.flags) = (value.source, value.sink, value.flags)
            return item
        }
        return isTooSmall ? ENOSPC : 0
    }
}

extension FakeTopology {
    /// A camera: its node is the entity 1; `addSensor` and `addLens` add sensors and lenses. The file that the tests
    /// open has the number of /dev/null, 1:3.
    static var camera: FakeTopology {
        var topology = FakeTopology()
        topology.entities = [(1, 0x0001_0001)]
        topology.interfaces = [(100, 0x200, 1, 3)]
        topology.pads = [(1001, 1)]
        topology.links = [(100, 1, tapfocus_media_link_interface)]
        return topology
    }

    /// A sensor whose picture goes to the camera's node.
    mutating func addSensor(_ id: UInt32, isEnabled: Bool = true) {
        entities.append((id, 0x0002_0001))
        pads.append((1000 + id, id))
        links.append((1000 + id, 1001, isEnabled ? tapfocus_media_link_enabled : 0))
    }

    /// A lens whose node has the number 81:id; linked to a sensor if one is given.
    mutating func addLens(_ id: UInt32, of sensor: UInt32? = nil, hasNode: Bool = true) {
        entities.append((id, tapfocus_media_entity_lens))
        if hasNode {
            interfaces.append((100 + id, tapfocus_media_interface_subdevice, 81, id))
            links.append((100 + id, id, tapfocus_media_link_interface))
        }
        if let sensor { links.append((sensor, id, tapfocus_media_link_ancillary | tapfocus_media_link_enabled)) }
    }
}

extension FakeMachine.State {
    /// A camera without a position control, on a media device, and lenses 2 and 3 with the nodes that udev would make.
    static func withLenses(_ topology: FakeTopology) -> FakeMachine.State {
        var state = FakeMachine.State()
        var camera = FakeCamera.Driver.webcam
        camera.controls.removeAll { $0.id == .focusAbsolute || $0.id == .focusAuto }
        state.drivers["/dev/video0"] = camera
        state.topologies["/dev/media0"] = topology
        for id in 2...3 {
            var lens = FakeCamera.Driver()
            lens.controls = [.init(id: .focusAbsolute, maximum: 1023, value: 100 * Int64(id))]
            state.drivers["/dev/v4l-subdev\(id)"] = lens
            state.texts["/sys/dev/char/81:\(id)/uevent"] = "MAJOR=81\nMINOR=\(id)\nDEVNAME=v4l-subdev\(id)\n"
        }
        return state
    }
}
