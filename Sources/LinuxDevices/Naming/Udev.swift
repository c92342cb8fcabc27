import CUdev
import Glibc

/// libudev's context.
final class Udev {
    let pointer: OpaquePointer

    init() throws(DeviceError) {
        do throws(SystemError) {
            pointer = try Kernel.pointer("udev_new") { udev_new() }
        } catch {
            throw DeviceError(.machine, attempt: "use", subject: "libudev", error)
        }
    }

    deinit {
        udev_unref(pointer)
    }

    /// The devices of a subsystem whose name in the kernel starts with `prefix`, by their number. It works without a
    /// udev daemon, from /sys alone.
    func devices(subsystem: String, prefix: String) throws(DeviceError) -> [UdevDevice] {
        do throws(SystemError) {
            let enumeration = try Kernel.pointer("udev_enumerate_new") { udev_enumerate_new(pointer) }
            defer { udev_enumerate_unref(enumeration) }
            try Kernel.library("udev_enumerate_add_match_subsystem") {
                Int(udev_enumerate_add_match_subsystem(enumeration, subsystem))
            }
            try Kernel.library("udev_enumerate_scan_devices") { Int(udev_enumerate_scan_devices(enumeration)) }
            var devices: [UdevDevice] = []
            var entry = udev_enumerate_get_list_entry(enumeration)
            while let present = entry {
                entry = udev_list_entry_get_next(present)
                guard let path = udev_list_entry_get_name(present), let values = values(path) else { continue }
                if values.systemName.hasPrefix(prefix) { devices.append(values) }
            }
            return devices.sorted { ($0.number ?? .max, $0.systemName) < ($1.number ?? .max, $1.systemName) }
        } catch {
            throw DeviceError(.machine, attempt: "list", subject: "the devices of \(subsystem) (libudev)", error)
        }
    }

    /// The device at a path of /sys; nil if it has gone while the list was read.
    private func values(_ path: UnsafePointer<CChar>) -> UdevDevice? {
        var values: UdevDevice?
        // Its node stands in a file. Where reading that fails once, the device would be missing until something else is plugged
        // in; libudev does not tell a failure from a device without a node.
        for _ in 0..<Self.mostReadings where values?.node == nil {
            guard let device = udev_device_new_from_syspath(pointer, path) else {
                guard Kernel.mayAccess(String(cString: path), F_OK) else { return nil }
                continue
            }
            defer { udev_device_unref(device) }
            values = UdevDevice(device)
        }
        return values
    }

    private static let mostReadings = 3

    /// Whether a udev daemon runs: it has this socket.
    static var hasDaemon: Bool { Kernel.mayAccess("/run/udev/control", F_OK) }

    /// Whether the daemon has not come to the character device with that number yet: its properties are missing then, and
    /// come in a moment. False where there is no daemon, and where its queue is empty: it would never come to it, or, for a
    /// moment after the node has appeared, has not heard of it yet.
    func isBeingSetUp(characterDevice number: UInt64) -> Bool {
        guard Self.hasDaemon, let device = device(number) else { return false }
        defer { udev_device_unref(device) }
        guard udev_device_get_is_initialized(device) == 0, let queue = udev_queue_new(pointer) else { return false }
        defer { udev_queue_unref(queue) }
        return udev_queue_get_queue_is_empty(queue) == 0
    }

    private func device(_ number: UInt64) -> OpaquePointer? {
        udev_device_new_from_devnum(pointer, CChar(UInt8(ascii: "c")), dev_t(number))
    }

    /// A property of the character device with that number; nil if there is none, or no udev daemon to ask.
    func property(_ name: String, ofCharacterDevice number: UInt64) -> String? {
        guard let device = device(number) else { return nil }
        defer { udev_device_unref(device) }
        return udev_device_get_property_value(device, name).map { String(cString: $0) }
    }
}

/// What udev says about a device, copied.
struct UdevDevice: Equatable, Sendable {
    /// For example /dev/video0; nil where there is no node.
    var node: String?
    /// The kernel's name, for example video0.
    var systemName: String
    var subsystem: String
    /// What has happened to it, where it came from a monitor: add, remove, change and others.
    var action: String?
    /// False where the udev daemon knows that it is neither a camera's picture nor a touchscreen. Only a hint: it decides
    /// whether a device that cannot be opened is worth a word.
    var isCandidate = true

    init(node: String?, systemName: String, subsystem: String, action: String?) {
        self.node = node
        self.systemName = systemName
        self.subsystem = subsystem
        self.action = action
    }

    init(_ device: OpaquePointer) {
        node = udev_device_get_devnode(device).map { String(cString: $0) }
        systemName = udev_device_get_sysname(device).map { String(cString: $0) } ?? ""
        subsystem = udev_device_get_subsystem(device).map { String(cString: $0) } ?? ""
        action = udev_device_get_action(device).map { String(cString: $0) }
        func property(_ name: String) -> String? {
            udev_device_get_property_value(device, name).map { String(cString: $0) }
        }
        switch subsystem {
        case "input": isCandidate = property("ID_INPUT") == nil || property("ID_INPUT_TOUCHSCREEN") == "1"
        case "video4linux": isCandidate = property("ID_V4L_CAPABILITIES").map { $0.contains(":capture:") } ?? true
        default: break
        }
    }

    /// The number at the end of the name.
    var number: Int? {
        Int(String(systemName.reversed().prefix { $0.isASCII && $0.isNumber }.reversed()))
    }
}
