import FocusCore
import LinuxDevices
import LinuxSystem

/// The session as a service: what the service manager hears of it.
extension Session {
    /// A call of two controls to a faulty camera may take 10 s. A camera's thread that has answered nothing for longer than this hangs.
    private static let longestCall = TimeSpan.milliseconds(20_000)
    /// A search makes calls to several cameras, each of which may be faulty, before it answers.
    private static let longestSearch = TimeSpan.milliseconds(60_000)

    /// The devices that are there have been opened.
    func beginService(at time: Instant = MonotonicClock.now()) {
        audience.metrics?.write(at: time)
        guard let manager = audience.manager else { return }
        tellStatus(at: time)
        manager.ready()
        Kernel.giveBackCode()
        feedWatchdog(at: time)
    }

    /// The loop has ended: the numbers of the last seconds are written.
    func endService(at time: Instant = MonotonicClock.now()) { audience.metrics?.write(at: time) }

    /// Tells the manager of a step, if it has changed what a person would want to know.
    func tellManager(of input: Input, _ effects: EffectList) {
        guard audience.manager != nil, life.phase == .running, !isStopping else { return }
        if ServiceManager.isNews(input, effects) { tellStatus(at: input.time) }
    }

    /// Tells the manager the status; while the force lock runs, again each second, because the words name the rest of its time.
    func tellStatus(at time: Instant = MonotonicClock.now()) {
        guard let manager = audience.manager, !isStopping else { return }
        let rest = timers.deadline(of: .engine(.forceLock)).map { $0.since(time) }
        manager.tell(AnnouncementWords.words(forService: requests.status, rest: rest))
        set(.status, rest == nil ? nil : time.advanced(by: Self.statusPause))
    }

    /// The pause between two lines of a status that counts seconds.
    private static let statusPause = TimeSpan.milliseconds(1000)

    /// Feeds the watchdog, three times as often as it asks for, while loop and camera make progress. This is called by a timer of the
    /// loop itself, so a loop that hangs starves it.
    func feedWatchdog(at time: Instant = MonotonicClock.now()) {
        guard let manager = audience.manager, let interval = manager.watchdogTime else { return }
        set(.watchdog, time.advanced(by: TimeSpan(nanoseconds: interval.nanoseconds / 3)))
        let limit = devices.camera.isSearching ? Self.longestSearch : Self.longestCall
        if let wait = devices.camera.longestWait(at: time), wait > limit { return }
        manager.feed()
    }
}

extension ServiceManager {
    /// True if a step may have changed the status.
    static func isNews(_ input: Input, _ effects: EffectList) -> Bool {
        var isNews = false
        switch input.event {
        case .cameraArrived, .cameraLeft, .start: isNews = true
        default: break
        }
        effects.forEach { effect in
            switch effect {
            case .state, .settled, .kept, .shutter: isNews = true
            default: break
            }
        }
        return isNews
    }
}

extension Audience {
    /// Reads the configuration again. What a running session can take over counts at once; the rest is named.
    /// - Parameter reread: nil: there is nothing to read.
    func follow(_ reread: (() throws -> KioskOptions.Rereading)?, at time: Instant) {
        guard let reread else { return }
        manager?.reloading(at: time.nanoseconds)
        defer { manager?.ready() }
        do {
            let news = try reread()
            announcer.log = news.log
            announcer.tell(news.words, at: time)
        } catch {
            say(.error("\(error) The configuration that was read before stays in force."), at: time)
        }
    }
}

extension AnnouncementWords {
    /// One line for `systemctl status`.
    /// - Parameter rest: of the force lock; nil: it does not run.
    static func words(forService status: StatusLine, rest: TimeSpan? = nil) -> String {
        guard let camera = status.camera else { return "waiting for a camera" }
        if camera.shutter == "closed" { return "the shutter of \(camera.name) is closed" }
        let place = status.point.map { String(printf: " %.2f, %.2f", $0.x, $0.y) } ?? ""
        return switch status.state {
        case "autoAndForceLocked":
            "holding\(place) on \(camera.name)"
                + (rest.map { String(printf: "; still %.0f s", max($0.seconds, 0).rounded(.up)) } ?? "")
        case "unlockableLocked":
            "holding\(place) on \(camera.name)" + end(of: status)
        default: "following the scene on \(camera.name)"
        }
    }

    /// The reasons that can end the hold, after a comma.
    private static func end(of status: StatusLine) -> String {
        switch status.kept {
        case .person: ", locked by a person"
        case .application: ", locked by an application"
        case nil: status.unlockers.map { ", \(words(forUnlockers: $0))" } ?? ""
        }
    }
}
