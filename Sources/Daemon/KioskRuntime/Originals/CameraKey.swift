import LinuxDevices

/// Identifies the camera that the originals in a file belong to: its bus address, its model, and its serial number.
struct CameraKey: Codable, Equatable, Sendable {
    var bus: String
    /// USB vendor and product, for example 046d:082d; nil for a camera that is not on USB.
    var usb: String?
    /// The USB device's serial number; nil for most cameras, which have none.
    var serial: String?
    /// Distinguishes the nodes of one device, such as a colour and an infrared camera.
    var name: String

    init(_ identity: CameraIdentity) {
        bus = identity.busInfo
        usb = identity.usbID
        serial = identity.serial
        name = identity.name
    }

    /// A file name for this camera alone: a part that people recognise, and a hash of all parts, since a serial number
    /// may contain any character and be longer than a file name.
    var fileName: String {
        let words = [bus, usb ?? "", serial ?? ""].filter { !$0.isEmpty }
        let readable = words.joined(separator: "-").unicodeScalars.prefix(120).map { scalar -> Character in
            let isSafe = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
            return isSafe || scalar == "-" || scalar == "." ? Character(scalar) : "_"
        }
        return "originals-\(String(readable))-\(String(hash, radix: 16)).json"
    }

    /// FNV-1a (Fowler, Noll, Vo), 64 bits: the same in every run, unlike Swift's own.
    private var hash: UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        let parts: [String?] = [bus, usb, serial, name]
        for part in parts {
            // UTF-8 contains neither byte: one separates the parts, the other tells a missing part from an empty one.
            let bytes: [UInt8] = (part.map { Array($0.utf8) } ?? [254]) + [255]
            for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0100_0000_01b3 }
        }
        return hash
    }
}
