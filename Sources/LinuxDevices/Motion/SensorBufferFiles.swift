import Glibc

/// A sensor's buffer as sysfs shows it. Reading these files changes nothing, while libiio switches a buffer off, whoever has
/// switched it on, before it opens it.
struct SensorBufferFiles {
    /// The kernel's name for the sensor, for example iio:device0.
    let id: String

    private var node: String { "/dev/\(id)" }
    private func path(_ file: String) -> String { "/sys/bus/iio/devices/\(id)/buffer/\(file)" }

    /// Nil where there is no buffer, or it does not say.
    var isOn: Bool? { text("enable").map { $0 != "0" } }

    /// Its length in samples, as text. Whoever sets a buffer up writes it.
    var length: String? { text("length") }

    /// Whether this user may read the buffer and switch it on.
    var isPermitted: Bool { Kernel.mayAccess(node, R_OK) && Kernel.mayAccess(path("enable"), W_OK) }

    /// Why the buffer must not be touched now; nil where it is free.
    var refusal: SystemError? {
        // iio-sensor-proxy keeps it on also while it does not read, and never switches it on again.
        if isOn == true { return SystemError(EBUSY) }
        guard isPermitted else { return SystemError(EACCES) }
        guard isOn == false else { return SystemError(ENOSYS) }
        do throws(SystemError) {
            // Somebody who is just setting it up has its node open, and libiio would change its length before it finds out.
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
