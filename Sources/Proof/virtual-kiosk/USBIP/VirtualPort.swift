import Glibc

/// Plugs a device into a free high-speed port of the kernel's virtual USB host controller (module vhci-hcd).
enum VirtualPort {
    private static let controller = "/sys/devices/platform/vhci_hcd.0"
    /// The kernel's USB_SPEED_HIGH.
    private static let highSpeed = 3
    /// The kernel's VDEV_ST_NULL: a free port.
    private static let free = "004"

    /// Attaches a device.
    /// - Returns: the device's end of the connection, and the number of the port.
    static func attach() throws -> (socket: FileDescriptor, port: Int) {
        let port = try freePort()
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw Failure.system("make a pair of sockets")
        }
        let mine = FileDescriptor(owning: ends[0])
        let kernels = FileDescriptor(owning: ends[1])
        let attachment = try FileDescriptor.open(
            controller + "/attach", flags: O_WRONLY, attempt: "open \(controller)/attach", remedy: "Run as root.")
        // The device number stands for bus and address on another machine; any number works.
        let request = "\(port) \(kernels.number) \(1 << 16 | port + 1) \(highSpeed)"
        guard attachment.write(Array(request.utf8)) else {
            throw Failure.system("plug a camera into port \(port) of \(controller)")
        }
        return (mine, port)
    }

    /// True for what is plugged in there: another program may have plugged the same kind of device into another port.
    /// - Parameter path: a path in /sys. The kernel calls a device by its bus and its port, of which the first is 1: "1-1".
    static func has(_ path: String, on port: Int) -> Bool {
        guard let place = Folders.place(of: path), place.hasPrefix(controller + "/") else { return false }
        return place.split(separator: "/").contains { $0.hasSuffix("-\(port + 1)") }
    }

    private static func freePort() throws -> Int {
        let status = try FileDescriptor.open(
            controller + "/status", flags: O_RDONLY, attempt: "read \(controller)/status",
            remedy: "Is the module loaded (modprobe vhci-hcd)?")
        let text = String(decoding: status.read(upTo: 16_384) ?? [], as: UTF8.self)
        for line in text.split(separator: "\n") {
            let fields = line.split(separator: " ")
            if fields.count >= 3, fields[0] == "hs", fields[2] == free, let port = Int(fields[1]) { return port }
        }
        throw Failure("cannot plug a camera in: all ports of \(controller) are in use.")
    }
}
