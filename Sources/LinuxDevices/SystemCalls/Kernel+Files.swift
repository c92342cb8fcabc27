import Glibc

/// Small files of sysfs.
extension Kernel {
    /// The text of a file, up to 4 KiB, which is the most that sysfs gives; nil if it cannot be read.
    static func text(of path: String) -> String? {
        guard let file = try? open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) else { return nil }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let fd = file.rawValue
        let count = bytes.withUnsafeMutableBytes { try? read(fd, $0) }
        file.close()
        return count.map { String(decoding: bytes.prefix(max($0, 0)), as: UTF8.self) }
    }
}
