import Glibc

/// Reads and writes small files as a whole.
enum Files {
    struct Failure: Error, CustomStringConvertible {
        var attempt: String
        var path: String
        var code: Int32
        var description: String { "cannot \(attempt) \(path): \(String(cString: strerror(code)))." }
    }

    static func write(_ bytes: [UInt8], to path: String) throws {
        guard let file = fopen(path, "w") else { throw Failure(attempt: "create", path: path, code: errno) }
        let count = fwrite(bytes, 1, bytes.count, file)
        let isClosed = fclose(file) == 0
        guard count == bytes.count, isClosed else { throw Failure(attempt: "write", path: path, code: errno) }
    }

    /// Writes to standard output.
    static func put(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            guard count >= 0 || errno == EINTR else {
                throw Failure(attempt: "write to", path: "standard output", code: errno)
            }
            rest = rest.dropFirst(max(count, 0))
        }
    }

    static func read(_ path: String) throws -> [UInt8] {
        guard let file = fopen(path, "r") else { throw Failure(attempt: "open", path: path, code: errno) }
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
        guard mkdir(path, 0o777) == 0 || errno == EEXIST else {
            throw Failure(attempt: "create", path: path, code: errno)
        }
    }
}
