import FocusCore
import Glibc
import LinuxDevices

/// The file with the numbers of a kiosk. It is replaced as a whole, and at most every ten seconds.
final class MetricsFile {
    private static let pause = TimeSpan.milliseconds(10_000)

    private let path: String
    private var metrics = Metrics()
    private var nextWrite = Instant(nanoseconds: .min)
    /// Asks for a call of `write` at a time.
    var schedule: (Instant) -> Void = { _ in }
    /// Called with the first error, and again if writing has worked in between.
    var failed: (String) -> Void = { _ in }
    private var hasFailed = false

    init(path: String) { self.path = path }

    func count(_ announcement: Announcement, at time: Instant) {
        guard metrics.count(announcement, at: time) else { return }
        if time >= nextWrite { write(at: time) } else { schedule(nextWrite) }
    }

    /// Writes the file. It may be lost in a power cut, and then the next one counts from zero, as Prometheus expects it.
    func write(at time: Instant) {
        nextWrite = time.advanced(by: Self.pause)
        let new = path + ".new"
        do throws(SystemError) {
            let descriptor = try Kernel.call("open") {
                Glibc.open(new, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o644)
            }
            defer { close(descriptor) }
            // Prometheus is another user, whatever umask the service has.
            try Kernel.call("fchmod") { fchmod(descriptor, 0o644) }
            let bytes = Array(metrics.text.utf8)
            let count = try Kernel.call("write") {
                bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            }
            guard count == bytes.count else { throw SystemError(ENOSPC) }
            try Kernel.call("rename") { rename(new, path) }
            hasFailed = false
        } catch {
            unlink(new)
            guard !hasFailed else { return }
            hasFailed = true
            failed("cannot write the metrics \(path): \(error.explanation.lowercased()). Everything else goes on.")
        }
    }
}
