import FocusCore
import Glibc
import LinuxSystem

/// The service manager that has started this program: systemd, with Type=notify. It gets short texts as datagrams, as sd_notify(3) sends
/// them, which needs no library.
final class ServiceManager {
    /// `$NOTIFY_SOCKET`.
    private let socket: DatagramSocket
    /// The longest pause between two calls of `feed`, after which the manager ends this program; nil: it does not watch.
    let watchdogTime: TimeSpan?
    private var status: String?

    /// Nil without a socket's name.
    init?(socket: String?, watchdogTime: TimeSpan? = nil) {
        guard let socket = socket.flatMap({ DatagramSocket($0) }) else { return nil }
        self.socket = socket
        self.watchdogTime = watchdogTime
    }

    /// The time in the environment of a watched service, `$WATCHDOG_USEC`; nil if it is not there, or is meant for another process.
    static func watchdogTime(_ variable: (String) -> String? = ProcessSurroundings.variable) -> TimeSpan? {
        if let process = variable("WATCHDOG_PID"), process != "\(getpid())" { return nil }
        guard let text = variable("WATCHDOG_USEC"), let time = Int64(text), time > 0, time < 1 << 50 else { return nil }
        return TimeSpan(nanoseconds: time * 1000)
    }

    /// Reports that the service is ready: it has opened the camera, or has found that no camera is connected yet.
    func ready() { send("READY=1") }

    /// The configuration is being read again; `ready` follows.
    func reloading(at time: Instant) { send("RELOADING=1\nMONOTONIC_USEC=\(time.nanoseconds / 1000)") }

    func stopping() { send("STOPPING=1\nSTATUS=putting the camera's settings back") }

    /// Sets the line that `systemctl status` shows.
    func tell(_ status: String) {
        guard status != self.status else { return }
        self.status = status
        send("STATUS=\(PlainText.line(status, limit: 400))")
    }

    /// Tells the watchdog that everything goes on.
    func feed() { send("WATCHDOG=1") }

    /// A manager that has gone, or does not read, is no reason to stop or to wait.
    private func send(_ text: String) { socket.send(text) }
}
