import FocusCore
import LinuxDevices
import RequestNames

/// The listeners of a session: the reader of standard output, the clients of the control socket, and the service manager.
final class Audience {
    let announcer: Announcer
    /// Nil before the socket is there.
    var server: ControlServer?

    /// Nil if the program was not started as a service that tells of itself.
    let manager: ServiceManager?
    /// Nil if no numbers are written.
    let metrics: MetricsFile?

    init(_ announcer: Announcer, manager: ServiceManager? = nil, metrics: MetricsFile? = nil) {
        self.announcer = announcer
        self.manager = manager
        self.metrics = metrics
    }

    /// Prints an announcement, and sends it to all clients that watch.
    func say(_ announcement: Announcement, at time: Instant = MonotonicClock.now()) {
        announcer.say(announcement, at: time)
        metrics?.count(announcement, at: time)
        tellWatchers(announcement, at: time)
    }

    func announceLeaving(_ news: DeviceNews?) {
        guard var news else { return }
        news.change = .left
        say(.device(news))
    }

    /// Announces the error, if there is one.
    func report(_ body: () throws(DeviceError) -> Void) {
        do throws(DeviceError) {
            try body()
        } catch {
            say(.error(error.description))
        }
    }

    /// Prints an announcement and sends it. The client that it answers gets it as its answer only.
    func say(_ notice: Conversation.Notice, at time: Instant) {
        announcer.say(notice.announcement, at: time)
        metrics?.count(notice.announcement, at: time)
        tellWatchers(notice.announcement, at: time, besides: notice.asker)
        guard let asker = notice.asker else { return }
        server?.send(notice.announcement.line(at: time, answering: notice.request), to: asker)
    }

    /// Prints the end of a request and sends it. The client that asked gets it as its answer only.
    func say(_ announcement: Announcement, answering client: Conversation.Client, _ request: RequestName) {
        let time = MonotonicClock.now()
        announcer.say(announcement, at: time)
        metrics?.count(announcement, at: time)
        tellWatchers(announcement, at: time, besides: client)
        server?.send(announcement.line(at: time, answering: request), to: client)
    }

    /// Sends an announcement to clients that watch.
    /// - Parameter asker: a client that gets it in another line.
    func tellWatchers(
        _ announcement: Announcement, at time: Instant = MonotonicClock.now(), besides asker: Conversation.Client? = nil
    ) {
        guard let server, server.hasWatchers else { return }
        server.sendToWatchers(announcement.line(at: time), besides: asker)
    }

    /// Answers a client's request with the reason why nothing comes of it.
    func refuse(_ request: ControlRequest, of client: Conversation.Client, because message: String) {
        server?.send(ControlServer.error(message, answering: request.name, tap: request.tap), to: client)
    }
}
