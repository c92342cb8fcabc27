import Glibc

/// An error as one sentence for a person.
struct SoakFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    /// The system's answer to an attempt.
    static func system(_ attempt: String) -> SoakFailure {
        SoakFailure("cannot \(attempt): \(String(cString: strerror(errno))).")
    }
}

enum Files {
    static func write(_ bytes: [UInt8], to path: String) throws {
        guard let file = fopen(path, "w") else { throw SoakFailure.system("create \(path)") }
        let count = fwrite(bytes, 1, bytes.count, file)
        let isClosed = fclose(file) == 0
        guard count == bytes.count, isClosed else { throw SoakFailure.system("write \(path)") }
    }

    static func read(_ path: String) throws -> [UInt8] {
        guard let file = fopen(path, "r") else { throw SoakFailure.system("open \(path)") }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = fread(&chunk, 1, chunk.count, file)
            guard count > 0 else { return bytes }
            bytes += chunk[..<count]
        }
    }

    static func makeFolder(_ path: String) throws {
        guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw SoakFailure.system("create \(path)") }
    }
}
