import Glibc

/// Small files of sysfs.
extension Kernel {
    /// The text of a file, up to 4 KiB, which is the most that sysfs gives; nil if it cannot be read.
    static func text(of path: String) -> String? {
        var bytes = [UInt8](repeating: 0, count: 4096)
        do throws(SystemError) {
            let file = try open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            let count = try read(file.rawValue, into: &bytes)
            return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
        } catch {
            return nil
        }
    }

    private static func read(_ fd: Int32, into bytes: inout [UInt8]) throws(SystemError) -> Int {
        let result = bytes.withUnsafeMutableBytes { buffer -> Result<Int, SystemError> in
            do throws(SystemError) { return .success(try read(fd, buffer)) } catch { return .failure(error) }
        }
        return try result.get()
    }
}
