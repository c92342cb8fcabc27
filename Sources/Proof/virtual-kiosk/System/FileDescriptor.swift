import Glibc
import LinuxSystem

/// An open file that closes itself in `deinit`.
final class FileDescriptor {
    let number: Int32

    init(owning number: Int32) {
        self.number = number
    }

    deinit {
        close(number)
    }

    /// A file that is created may be read by everyone, and written by its owner.
    static func open(_ path: String, flags: Int32, attempt: String, remedy: String = "") throws -> FileDescriptor {
        let number = Glibc.open(path, flags | O_CLOEXEC, 0o644)
        guard number >= 0 else { throw Failure.system(attempt, remedy: remedy) }
        return FileDescriptor(owning: number)
    }

    /// The result of one `read`; nil at the end of the file, or if the other side is gone. An array is empty if the
    /// read was interrupted or found nothing.
    func read(upTo count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        let received = Glibc.read(number, &bytes, count)
        if received < 0 { return errno == EAGAIN || errno == EINTR ? [] : nil }
        return received == 0 ? nil : Array(bytes[..<received])
    }

    /// Writes all of it, and waits for a slow reader; returns false if the other side is gone.
    @discardableResult
    func write(_ bytes: [UInt8]) -> Bool { failure(writing: bytes) == nil }

    /// Writes all of it, and waits for a slow reader. Returns what has failed; nil: nothing.
    func failure(writing bytes: [UInt8]) -> OutputError? {
        do throws(OutputError) { try StandardOutput.write(bytes, to: number) } catch { return error }
        return nil
    }
}
