import Glibc
import KioskRuntime

/// A program that has a device open.
struct DeviceHolder: Equatable {
    var process: Int32
    /// The program's name, as the kernel keeps it: 15 bytes at most.
    var name: String
}

extension DeviceHolder {
    /// The programs besides this one that have the device open. Those of other users are seen by root only.
    static func all(of path: String) -> [DeviceHolder] {
        (Folder.names(in: "/proc") ?? []).compactMap { Int32($0) }.sorted().compactMap { process in
            guard process != getpid() else { return nil }
            let folder = "/proc/\(process)/fd"
            let files = Folder.names(in: folder) ?? []
            guard files.contains(where: { target(of: "\(folder)/\($0)") == path }) else { return nil }
            return DeviceHolder(process: process, name: firstLine(of: "/proc/\(process)/comm") ?? "?")
        }
    }

    private static func target(of link: String) -> String? {
        var buffer = [CChar](repeating: 0, count: 256)
        let count = readlink(link, &buffer, buffer.count - 1)
        guard count > 0 else { return nil }
        let bytes = buffer.prefix(count).map { UInt8(truncatingIfNeeded: $0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func firstLine(of path: String) -> String? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var buffer = [CChar](repeating: 0, count: 64)
        guard fgets(&buffer, Int32(buffer.count), file) != nil else { return nil }
        let bytes = buffer.prefix { $0 != 0 && $0 != 0x0a }.map { UInt8(truncatingIfNeeded: $0) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
