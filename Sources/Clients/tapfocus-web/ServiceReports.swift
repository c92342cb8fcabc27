import CSoup
import LinuxSystem

/// The reports to the service manager that has started this program: it listens, its loop goes on, and so many pages are connected.
final class ServiceReports {
    private let manager: ServiceManager
    private var timer: LoopSource?

    /// The pause between two reports to a manager that does not watch, in milliseconds.
    private static let usualPause: guint = 10_000

    /// Nil if no service manager has started this program.
    init?() {
        let socket = ProcessSurroundings.variable("NOTIFY_SOCKET")
        guard let manager = ServiceManager(socket: socket, watchdog: ServiceManager.watchdog()) else { return nil }
        self.manager = manager
    }

    /// Reports that the program listens. From now on it reports three times in the watchdog's time: a loop that hangs starves the
    /// watchdog, and pages may come and go more quickly than a status is worth.
    /// - Parameter pages: returns the number of connected pages.
    func begin(pages: @escaping () -> Int) {
        let manager = self.manager
        let report = {
            manager.tell(ServiceReports.words(forPages: pages()))
            manager.feed()
        }
        report()
        manager.ready()
        let pause = manager.watchdog.map { guint(clamping: max($0 / 3_000_000, 1)) }
        timer = LoopSource(everyMilliseconds: pause ?? Self.usualPause, report)
    }

    func end() {
        timer = nil
        manager.stopping("taking leave of the pages")
    }

    private static func words(forPages count: Int) -> String {
        switch count {
        case 0: "no page is connected"
        case 1: "1 page is connected"
        default: "\(count) pages are connected"
        }
    }
}
