import Glibc

/// Reads folders and files of /sys.
enum Folders {
    /// The names in a folder, sorted; empty if the folder is missing.
    static func names(in path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }

    /// The first line of a small file; nil if it cannot be read.
    static func line(of path: String) -> String? {
        let file = try? FileDescriptor.open(path, flags: O_RDONLY, attempt: "read \(path)")
        guard let bytes = file?.read(upTo: 4096) else { return nil }
        return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    /// The path to which links lead; nil if it is not there.
    static func place(of path: String) -> String? {
        guard let place = realpath(path, nil) else { return nil }
        defer { free(place) }
        return String(cString: place)
    }
}
