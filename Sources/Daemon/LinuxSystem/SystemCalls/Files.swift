import Glibc

/// Files that are read at once.
package enum WholeFile {
    /// - Throws: `SystemError` with the errno of the call that has failed; EISDIR for a folder.
    package static func read(_ path: String) throws(SystemError) -> [UInt8] {
        let descriptor = try Kernel.call("open") { Glibc.open(path, O_RDONLY | O_CLOEXEC) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = try Kernel.call("read") { Glibc.read(descriptor, &buffer, buffer.count) }
            guard count > 0 else { return bytes }
            bytes += buffer.prefix(count)
        }
    }

    package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}

/// A folder.
package enum Folder {
    /// The names in it, without "." and ".."; nil if it cannot be read.
    package static func names(in path: String) -> [String]? {
        guard let folder = opendir(path) else { return nil }
        defer { closedir(folder) }
        var names: [String] = []
        errno = 0
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)) {
                    String(cString: $0)
                }
            }
            if name != ".", name != ".." { names.append(name) }
            errno = 0
        }
        return errno == 0 ? names : nil
    }
}

/// The parts of a path.
package enum PathName {
    /// The folder of a file: "/usr/bin" for "/usr/bin/tapfocus", "/" for what lies in it, "." for a name alone.
    package static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The last name: "tapfocus" for "/usr/bin/tapfocus".
    package static func last(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
}

/// The surroundings of this process.
package enum ProcessSurroundings {
    /// A variable of the environment; nil: it is not set.
    package static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// The absolute path of this program's file; empty if the system does not tell.
    package static var program: String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        // A C character has a sign or not, depending on the processor.
        let bytes = buffer.prefix(max(count, 0)).map { UInt8(truncatingIfNeeded: $0) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
