import Glibc

/// A sensor's buffer in sysfs, to be read without a change: libiio switches even another program's buffer off before it opens it.
struct SensorBufferFiles {
    /// The kernel's name for the sensor, for example iio:device0.
    let id: String

    private var node: String { "/dev/\(id)" }
    private func path(_ file: String) -> String { "/sys/bus/iio/devices/\(id)/buffer/\(file)" }

    /// Nil if there is no buffer, or the file cannot be read.
    var isOn: Bool? { text("enable").map { $0 != "0" } }

    /// The length in samples, as text. A program that sets the buffer up writes it.
    var length: String? { text("length") }

    /// The reason why the buffer must not be touched now; nil if it is free.
    var refusal: SystemError? {
        // iio-sensor-proxy keeps it on even while it does not read, and never switches it on again.
        if isOn == true { return SystemError(EBUSY) }
        guard Kernel.mayAccess(node, R_OK), Kernel.mayAccess(path("enable"), W_OK) else { return SystemError(EACCES) }
        guard isOn == false else { return SystemError(ENOSYS) }
        do throws(SystemError) {
            // A program that sets the buffer up has its node open; libiio would change its length before it notices.
            _ = try Kernel.open(node, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            return nil
        } catch {
            return error
        }
    }

    private func text(_ file: String) -> String? {
        Kernel.text(of: path(file)).map { String($0.prefix { !$0.isWhitespace }) }
    }
}
