import CUdev
import Glibc

/// A device that was added, removed or changed.
public struct DeviceChange: Equatable, Sendable {
    public enum Kind: String, CaseIterable, Equatable, Sendable {
        case added, removed, changed
        /// The kernel's event buffer overflowed: search for all devices again. The texts are empty.
        case missed
    }

    public enum Subsystem: String, CaseIterable, Equatable, Sendable {
        /// Camera nodes.
        case video4linux
        /// Input event nodes.
        case input
        /// Industrial I/O devices, accelerometers among them.
        case iio
    }

    public var kind: Kind
    public var subsystem: Subsystem
    /// The device node, for example /dev/video0; nil for an IIO device that can only be polled.
    public var path: String?
    /// The kernel's name, for example video0, event3 or iio:device0.
    public var systemName: String
}

/// Reports cameras, input devices and accelerometers that are plugged in or out.
public final class DeviceMonitor {
    private let udev: Udev
    private let monitor: OpaquePointer
    /// Readable when a device has changed: then call `readChanges`.
    public let fileDescriptor: Int32

    /// Starts to listen: later changes are not missed.
    /// - Throws: `DeviceError` if libudev or the kernel refuses.
    public init() throws(DeviceError) {
        udev = try Udev()
        // The daemon sends its events after it has set permissions and links.
        let (pointer, source) = (udev.pointer, Udev.hasDaemon ? "udev" : "kernel")
        (monitor, fileDescriptor) = try DeviceError.of(
            .machine, attempt: "watch", subject: "for devices (libudev)"
        ) { () throws(SystemError) in try Self.listen(pointer, source) }
    }

    deinit { udev_monitor_unref(monitor) }

    /// Calls `body` with each change since the last call.
    public func readChanges(_ body: (DeviceChange) -> Void) {
        // Those that arrive faster than they are read wait for the next call.
        for _ in 0..<256 {
            Glibc.errno = 0
            guard let device = udev_monitor_receive_device(monitor) else {
                guard Glibc.errno == ENOBUFS else { return }
                for subsystem in DeviceChange.Subsystem.allCases {
                    body(DeviceChange(kind: .missed, subsystem: subsystem, path: nil, systemName: ""))
                }
                continue
            }
            defer { udev_device_unref(device) }
            if let change = DeviceChange(UdevDevice(device)) { body(change) }
        }
    }

    private static func listen(
        _ udev: OpaquePointer, _ source: String
    ) throws(SystemError) -> (monitor: OpaquePointer, fd: Int32) {
        let monitor = try Kernel.pointer("udev_monitor_new_from_netlink") {
            udev_monitor_new_from_netlink(udev, source)
        }
        do throws(SystemError) {
            for subsystem in DeviceChange.Subsystem.allCases {
                try Kernel.library("udev_monitor_filter_add_match_subsystem_devtype") {
                    Int(udev_monitor_filter_add_match_subsystem_devtype(monitor, subsystem.rawValue, nil))
                }
            }
            try Kernel.library("udev_monitor_enable_receiving") { Int(udev_monitor_enable_receiving(monitor)) }
            let fd = try Kernel.library("udev_monitor_get_fd") { Int(udev_monitor_get_fd(monitor)) }
            return (monitor, Int32(truncatingIfNeeded: fd))
        } catch {
            udev_monitor_unref(monitor)
            throw error
        }
    }
}

extension DeviceChange {
    /// Nil for an event that concerns no device of its own: an input device's parent, an IIO trigger.
    init?(_ device: UdevDevice) {
        guard let subsystem = Subsystem(rawValue: device.subsystem) else { return nil }
        let prefix =
            switch subsystem {
            case .video4linux: "video"
            case .input: "event"
            case .iio: "iio:device"
            }
        guard device.systemName.hasPrefix(prefix) else { return nil }
        let kind: Kind =
            switch device.action {
            case "add": .added
            case "remove": .removed
            default: .changed
            }
        self.init(kind: kind, subsystem: subsystem, path: device.node, systemName: device.systemName)
    }
}
