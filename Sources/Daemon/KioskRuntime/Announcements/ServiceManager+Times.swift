import FocusCore
import LinuxSystem

// The service manager's times, as sessions count them.
extension ServiceManager {
    convenience init?(socket: String?, watchdogTime: TimeSpan? = nil) {
        self.init(socket: socket, watchdog: watchdogTime?.nanoseconds)
    }

    /// The longest pause between two calls of `feed`; nil: the manager does not watch.
    var watchdogTime: TimeSpan? { watchdog.map { TimeSpan(nanoseconds: $0) } }

    /// That time in the environment.
    static func watchdogTime(_ variable: (String) -> String? = ProcessSurroundings.variable) -> TimeSpan? {
        ServiceManager.watchdog(variable).map { TimeSpan(nanoseconds: $0) }
    }
}
