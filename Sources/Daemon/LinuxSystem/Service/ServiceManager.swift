import Glibc

/// The service manager that has started this program: systemd, with Type=notify. It gets short texts as datagrams, as sd_notify(3) sends
/// them, which needs no library.
package final class ServiceManager {
    /// `$NOTIFY_SOCKET`.
    private let socket: DatagramSocket
    /// The longest pause between two calls of `feed`, in nanoseconds, after which the manager ends this program; nil: it does not watch.
    package let watchdog: Int64?
    private var status: String?

    /// Nil without a socket's name.
    package init?(socket: String?, watchdog: Int64?) {
        guard let socket = socket.flatMap({ DatagramSocket($0) }) else { return nil }
        self.socket = socket
        self.watchdog = watchdog
    }

    /// The time in the environment of a watched service, `$WATCHDOG_USEC`, in nanoseconds; nil if it is not there, or is meant for another
    /// process.
    package static func watchdog(_ variable: (String) -> String? = ProcessSurroundings.variable) -> Int64? {
        if let process = variable("WATCHDOG_PID"), process != "\(getpid())" { return nil }
        guard let text = variable("WATCHDOG_USEC"), let time = Int64(text), time > 0, time < 1 << 50 else { return nil }
        return time * 1000
    }

    /// Reports that the service is ready: what it needs is open, or it is sure that it has to wait for it.
    package func ready() { send("READY=1") }

    /// The configuration is being read again; `ready` follows.
    /// - Parameter time: CLOCK_MONOTONIC, in nanoseconds.
    package func reloading(at time: Int64) { send("RELOADING=1\nMONOTONIC_USEC=\(time / 1000)") }

    /// - Parameter status: one line that says what is still to be done.
    package func stopping(_ status: String) { send("STOPPING=1\nSTATUS=\(status)") }

    /// Sets the line that `systemctl status` shows. The same is sent once, or again if the manager did not take it.
    package func tell(_ status: String) {
        guard status != self.status else { return }
        if send("STATUS=\(PlainText.line(status, limit: 400))") { self.status = status }
    }

    /// Tells the watchdog that everything goes on.
    package func feed() { send("WATCHDOG=1") }

    /// A manager that has gone, or does not read, is no reason to stop or to wait. Returns false if it did not take the text.
    @discardableResult
    private func send(_ text: String) -> Bool { socket.send(text) }
}
