import CUdev
import Glibc
import LinuxSystem

final class Udev {
    let pointer: OpaquePointer

    init() throws(DeviceError) {
        pointer = try DeviceError.of(.machine, attempt: "use", subject: "libudev") { () throws(SystemError) in
            try Kernel.pointer("udev_new") { udev_new() }
        }
    }

    deinit { udev_unref(pointer) }

    /// Those of a subsystem whose kernel name starts with `prefix`, by their number. It reads /sys, without a udev daemon.
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

    /// The device at a path of /sys; nil if it has gone since the list was read.
    private func values(_ path: UnsafePointer<CChar>) -> UdevDevice? {
        var values: UdevDevice?
        // The node's name stands in a file. libudev does not tell a failed read of it from a device without a node, so
        // it is read again: otherwise a device would be missing until another one is plugged in.
        for _ in 0..<Self.readingLimit where values?.node == nil {
            guard let device = udev_device_new_from_syspath(pointer, path) else {
                guard Kernel.mayAccess(String(cString: path), F_OK) else { return nil }
                continue
            }
            defer { udev_device_unref(device) }
            values = UdevDevice(device)
        }
        return values
    }

    private static let readingLimit = 3

    /// True if a udev daemon runs: this is its socket.
    static var hasDaemon: Bool { Kernel.mayAccess("/run/udev/control", F_OK) }

    /// True if the daemon has not yet processed the character device with that number: its properties are missing then,
    /// and follow in a moment. False if no daemon runs, or if its queue is empty: then it would never process the
    /// device, or, for a moment after the node has appeared, has not heard of it yet.
    func isBeingSetUp(characterDevice number: dev_t) -> Bool {
        guard Self.hasDaemon, let device = device(number) else { return false }
        defer { udev_device_unref(device) }
        guard udev_device_get_is_initialized(device) == 0, let queue = udev_queue_new(pointer) else { return false }
        defer { udev_queue_unref(queue) }
        return udev_queue_get_queue_is_empty(queue) == 0
    }

    private func device(_ number: dev_t) -> OpaquePointer? {
        udev_device_new_from_devnum(pointer, CChar(UInt8(ascii: "c")), number)
    }

    /// A property of the character device with that number; nil if it is not set, or no udev daemon runs.
    func property(_ name: String, ofCharacterDevice number: dev_t) -> String? {
        guard let device = device(number) else { return nil }
        defer { udev_device_unref(device) }
        return udev_device_get_property_value(device, name).map { String(cString: $0) }
    }
}

/// A copy of what udev knows about a device.
struct UdevDevice: Equatable, Sendable {
    /// The device node, for example /dev/video0; nil if the device has no node.
    var node: String?
    /// The kernel's name, for example video0.
    var systemName: String
    var subsystem: String
    /// The event, if the device came from a monitor: add, remove, change and others.
    var action: String?
    /// False if udev knows it as neither a camera's node nor a touchscreen: then it is not reported if it cannot be opened.
    var isCandidate = true

    var number: Int? { Int(String(systemName.reversed().prefix { $0.isASCII && $0.isNumber }.reversed())) }
}

extension UdevDevice {
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
        case "video4linux": isCandidate = property("ID_V4L_CAPABILITIES").map { $0.includes(":capture:") } ?? true
        default: break
        }
    }
}
