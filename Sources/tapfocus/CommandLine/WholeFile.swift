import Foundation
import StateTrace

/// Writes a file that is there whole or not at all, whatever happens meanwhile.
enum WholeFile {
    /// Writes beside the file, then gives it the name; an existing file is replaced.
    /// - Throws: `TraceFileError` with the system's errno.
    static func write(_ bytes: [UInt8], to path: String) throws(TraceFileError) {
        let temporary = "\(path).\(getpid()).part"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw TraceFileError(attempt: "write the trace", path: path, code: errno) }
        defer { close(descriptor) }
        do throws(TraceFileError) {
            try write(bytes, descriptor, path)
            guard fsync(descriptor) == 0, rename(temporary, path) == 0 else {
                throw TraceFileError(attempt: "write the trace", path: path, code: errno)
            }
        } catch {
            unlink(temporary)
            throw error
        }
    }

    private static func write(_ bytes: [UInt8], _ descriptor: Int32, _ path: String) throws(TraceFileError) {
        var offset = 0
        while offset < bytes.count {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress! + offset, $0.count - offset) }
            guard count < 0 else {
                offset += count
                continue
            }
            guard errno == EINTR else { throw TraceFileError(attempt: "write the trace", path: path, code: errno) }
        }
    }
}
