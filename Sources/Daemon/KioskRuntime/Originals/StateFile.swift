import Glibc
import LinuxDevices

/// Small files that are replaced as a whole: after a power cut there is either the old or the new one.
enum StateFile {
    /// The contents of a file; nil if there is no such file.
    /// - Parameter longest: the limit in bytes. Of a longer file one byte more is read, so that the caller notices.
    static func read(_ path: String, longest: Int) throws(SystemError) -> [UInt8]? {
        let descriptor: Int32
        do throws(SystemError) {
            // Non-blocking, so that opening a FIFO of that name does not hang.
            descriptor = try Kernel.call("open") { Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
        } catch {
            guard error.code == ENOENT else { throw error }
            return nil
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while bytes.count <= longest {
            let count = try Kernel.call("read") { Glibc.read(descriptor, &buffer, buffer.count) }
            guard count > 0 else { break }
            bytes += buffer.prefix(count)
        }
        return bytes
    }

    /// Writes a new file beside the old one, and renames it to replace the old one. A missing folder is created.
    static func replace(_ name: String, in folder: String, with bytes: [UInt8]) throws(SystemError) {
        try makeFolder(folder)
        let path = "\(folder)/\(name)"
        let new = path + ".new"
        do throws(SystemError) {
            try write(bytes, to: new)
            try Kernel.call("rename") { rename(new, path) }
        } catch {
            unlink(new)
            throw error
        }
        try synchronize(folder)
    }

    static func remove(_ name: String, in folder: String) throws(SystemError) {
        do throws(SystemError) {
            try Kernel.call("unlink") { unlink("\(folder)/\(name)") }
        } catch {
            guard error.code == ENOENT else { throw error }
            return
        }
        try synchronize(folder)
    }

    private static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
        let flags = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC
        let descriptor = try Kernel.call("open") { Glibc.open(path, flags, 0o600) }
        defer { close(descriptor) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = try Kernel.call("write") {
                rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            }
            rest = rest.dropFirst(count)
        }
        try Kernel.call("fsync") { fsync(descriptor) }
    }

    /// Creates a folder, with its parents, unless it is there.
    /// - Parameter mode: accessible to this user only (XDG Base Directory Specification 0.8), if left out.
    static func makeFolder(_ path: String, mode: mode_t = 0o700) throws(SystemError) {
        do throws(SystemError) {
            try Kernel.call("mkdir") { mkdir(path, mode) }
        } catch {
            if error.code == EEXIST { return }
            guard error.code == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
                throw error
            }
            try makeFolder(String(path[..<slash]), mode: mode)
            // Of a path that ends with a slash, the folder is there by now.
            if mkdir(path, mode) != 0, errno != EEXIST { throw SystemError(errno) }
        }
    }

    /// Makes a rename survive a power cut. Some file systems cannot do this for folders (EINVAL).
    static func synchronize(_ folder: String) throws(SystemError) {
        let descriptor = try Kernel.call("open") { Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        defer { close(descriptor) }
        do throws(SystemError) {
            try Kernel.call("fsync") { fsync(descriptor) }
        } catch {
            guard error.code == EINVAL else { throw error }
        }
    }
}
