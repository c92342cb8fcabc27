import Glibc

/// An open file that closes itself when it is let go.
final class FileDescriptor {
    let number: Int32

    init(owning number: Int32) {
        self.number = number
    }

    deinit {
        close(number)
    }

    static func open(_ path: String, flags: Int32, attempt: String, remedy: String) throws -> FileDescriptor {
        let number = Glibc.open(path, flags | O_CLOEXEC)
        guard number >= 0 else { throw Failure.system(attempt, remedy: remedy) }
        return FileDescriptor(owning: number)
    }

    /// What one `read` gives; nil at the end, or when whoever was on the other side is gone. An interrupted or empty-handed
    /// read gives an empty array.
    func read(upTo count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        let received = Glibc.read(number, &bytes, count)
        if received < 0 { return errno == EAGAIN || errno == EINTR ? [] : nil }
        return received == 0 ? nil : Array(bytes[..<received])
    }

    /// Writes all of it; false when the other side is gone or takes no more.
    @discardableResult
    func write(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(number, $0.baseAddress.map { $0 + sent }, bytes.count - sent)
            }
            if count > 0 {
                sent += count
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }

    static func standardError(_ line: String) {
        FileDescriptor(owning: dup(STDERR_FILENO)).write(Array((line + "\n").utf8))
    }
}
