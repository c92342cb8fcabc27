import Glibc

/// The number of a character device, which identifies it in the kernel's interfaces.
struct DeviceNumber: Equatable, Hashable, Sendable {
    var major: UInt32
    var minor: UInt32

    init(major: UInt32, minor: UInt32) {
        self.major = major
        self.minor = minor
    }

    /// Splits a dev_t as glibc packs it (sys/sysmacros.h).
    init(packed: UInt64) {
        major = UInt32(truncatingIfNeeded: (packed >> 8) & 0xfff | (packed >> 32) & 0xffff_f000)
        minor = UInt32(truncatingIfNeeded: packed & 0xff | (packed >> 12) & 0xffff_ff00)
    }

    /// The number of the open device; nil if the kernel does not answer.
    init?(descriptor: Int32) {
        guard let status = Kernel.status(of: descriptor) else { return nil }
        self.init(packed: UInt64(status.st_rdev))
    }

    /// Its folder in sysfs.
    var systemFolder: String { "/sys/dev/char/\(major):\(minor)" }

    /// Its node, under the kernel's name; nil if there is no such device.
    var node: String? {
        guard let event = Kernel.text(of: systemFolder + "/uevent") else { return nil }
        for line in event.split(separator: "\n") where line.hasPrefix("DEVNAME=") {
            let name = line.dropFirst("DEVNAME=".count)
            return name.isEmpty ? nil : "/dev/\(name)"
        }
        return nil
    }

    /// Vendor and product of its USB device, as in 046d:082d; nil if it is not on USB.
    var usbID: String? {
        // Usually the driver's device is the USB interface, and the folder around it is the USB device.
        for folder in [systemFolder + "/device/..", systemFolder + "/device"] {
            let parts = ["idVendor", "idProduct"].compactMap { Kernel.text(of: "\(folder)/\($0)")?.hexadecimalDigits }
            if parts.count == 2 { return parts.joined(separator: ":") }
        }
        return nil
    }

    /// The serial number and the maker's name, as its USB device tells them; nil if it has none.
    var usbTexts: (serial: String?, maker: String?) {
        for folder in [systemFolder + "/device/..", systemFolder + "/device"] {
            guard Kernel.text(of: folder + "/idVendor") != nil else { continue }
            return (Self.line(of: folder + "/serial"), Self.line(of: folder + "/manufacturer"))
        }
        return (nil, nil)
    }

    /// The first line of a file; nil if it is empty.
    private static func line(of path: String) -> String? {
        let line = Kernel.text(of: path)?.prefix { !$0.isNewline }
        return line.flatMap { $0.isEmpty ? nil : String($0) }
    }
}

extension String {
    /// The first word in lower case if it consists of four hexadecimal digits, else nil.
    fileprivate var hexadecimalDigits: String? {
        let digits = prefix { !$0.isWhitespace }.lowercased()
        return digits.utf8.count == 4 && digits.allSatisfy { $0.isASCII && $0.isHexDigit } ? digits : nil
    }
}
