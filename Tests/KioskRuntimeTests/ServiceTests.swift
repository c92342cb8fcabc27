import FocusCore
import Foundation
import Glibc
import LinuxDevices
import Testing

@testable import KioskLines
@testable import KioskRuntime

/// A service manager, as systemd is one, on a socket of its own.
private final class PlayedManager {
    let folder: String
    let path: String
    private let descriptor: Int32

    init(abstract: Bool = false) throws {
        folder = try ServerRig.makeFolder()
        path = abstract ? "@tf-\(UInt32.random(in: 0 ... .max))" : folder + "/notify"
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var name = Array(path.utf8)
        if abstract { name[0] = 0 }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        let length = socklen_t(2 + name.count + (abstract ? 0 : 1))
        let status = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
        }
        #expect(status == 0)
    }

    deinit {
        close(descriptor)
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// The texts that have come.
    func received() -> [String] {
        var texts: [String] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return texts }
            texts.append(String(decoding: buffer.prefix(count), as: UTF8.self))
        }
    }
}

/// A node that is opened when the test says so, and is then not there.
private final class SlowNode: SystemCallInterposer, @unchecked Sendable {
    let answers = DispatchSemaphore(value: 0)

    func answer(_ call: SystemCall) -> SystemCallAnswer? {
        guard case .open("/dev/lab-camera", _) = call else { return nil }
        answers.wait()
        return .failed(errno: ENOENT)
    }
}

@Suite("A session as a service")
struct ServiceTests {
    @Test(
        "The manager hears texts at a path and at an abstract name, and the same status once",
        arguments: [true, false])
    func texts(abstract: Bool) throws {
        let played = try PlayedManager(abstract: abstract)
        let manager = try #require(ServiceManager(socket: played.path))
        manager.tell("waiting")
        manager.tell("waiting")
        manager.ready()
        manager.feed()
        manager.tell("a\u{1b}b\nREADY=1")
        #expect(
            played.received() == ["STATUS=waiting", "READY=1", "WATCHDOG=1", "STATUS=a\u{fffd}b\u{fffd}READY=1"])
    }

    /// An announcer whose output systemd has connected with the journal.
    private static func announcer(to descriptor: Int32, journal path: String) -> Announcer {
        var status = stat()
        fstat(descriptor, &status)
        return Announcer(
            isJSON: false, descriptor: descriptor, journalStream: "\(status.st_dev):\(status.st_ino)",
            journalSocket: path)
    }

    @Test("The journal gets each line with its priority and fields, and no second time as text")
    func journal() throws {
        let journal = try PlayedManager()
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let announcer = Self.announcer(to: ends[1], journal: journal.path)
        let time = Instant(nanoseconds: 1)
        announcer.say(.device(DeviceNews(kind: .camera, change: .arrived, name: "Lab", path: "/dev/video0")), at: time)
        announcer.say(.tapIgnored(.dragged), at: time)
        let outcomes = PhotoOutcomes(focus: .held, exposure: nil)
        announcer.say(.photo(PhotoReport(path: "/srv/near.jpg", outcomes: outcomes)), at: time)
        let lines = journal.received()
        try #require(lines.count == 3)
        for field in ["TAPFOCUS_EVENT=photo\n", "TAPFOCUS_FOCUS=held\n", "TAPFOCUS_PATH=/srv/near.jpg\n"] {
            #expect(lines[2].contains(field), "\(lines[2])")
        }
        #expect(lines[0].contains("PRIORITY=6\n") && lines[0].contains("TAPFOCUS_DEVICE=camera\n"))
        for field in ["MESSAGE=", "TAPFOCUS_EVENT=ignored\n", "TAPFOCUS_REASON=dragged\n", "TAPFOCUS_CAMERA=Lab\n"] {
            #expect(lines[1].contains(field), "\(lines[1])")
        }
        var polled = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
        #expect(poll(&polled, 1, 0) == 0 && announcer.hasWritten)
        announcer.say(.movie(MovieReport(.ended, path: "/srv/a.mkv", reason: .noSpace)), at: time)
        let movie = journal.received()
        for field in ["PRIORITY=4\n", "TAPFOCUS_EVENT=movie\n", "TAPFOCUS_REASON=noSpace\n"] {
            #expect(movie.last?.contains(field) == true, "\(movie)")
        }
        announcer.say(.lock(.application, tap: TapID(7)), at: time)
        announcer.say(.relit(LightReport(isOn: true, exposure: .found)), at: time)
        let phone = journal.received()
        #expect(phone.count == 2)
        for field in ["TAPFOCUS_EVENT=lock\n", "TAPFOCUS_KEEPER=application\n", "TAPFOCUS_TAP=7\n"] {
            #expect(phone.first?.contains(field) == true, "\(phone)")
        }
        #expect(phone.last?.contains("TAPFOCUS_EVENT=light\nTAPFOCUS_EXPOSURE=found\n") == true, "\(phone)")
    }

    @Test("A journal that is not there costs the fields, and not the lines")
    func noJournal() throws {
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let announcer = Self.announcer(to: ends[1], journal: "/no/such/socket")
        announcer.say(.error("x"), at: Instant(nanoseconds: 1))
        var buffer = [UInt8](repeating: 0, count: 100)
        let count = read(ends[0], &buffer, buffer.count)
        #expect(String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self) == "<4>x\n")
    }

    @Test("Without a socket there is no manager, and one that has gone stops nothing")
    func none() {
        #expect(ServiceManager(socket: nil) == nil && ServiceManager(socket: "") == nil)
        ServiceManager(socket: "/no/such/socket")?.ready()
    }

    @Test("The watchdog's time is read, unless it is meant for another process")
    func watchdogTime() {
        #expect(ServiceManager.watchdogTime { ["WATCHDOG_USEC": "30000000"][$0] } == .milliseconds(30_000))
        #expect(ServiceManager.watchdogTime { ["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"][$0] } == nil)
        for text in ["", "x", "0", "-1", "9999999999999999999"] {
            #expect(ServiceManager.watchdogTime { ["WATCHDOG_USEC": text][$0] } == nil, "\(text)")
        }
    }

    private func withSession(
        _ change: (inout KioskOptions) -> Void = { _ in }, _ body: (Session, PlayedManager) throws -> Void
    ) throws {
        let manager = try PlayedManager()
        var options = KioskOptions()
        options.camera = .path("/dev/lab-camera")
        (options.touch, options.motion) = (.none, .none)
        options.notifySocket = manager.path
        options.watchdogTime = .milliseconds(30_000)
        change(&options)
        let descriptor = open(manager.folder + "/said", O_WRONLY | O_CREAT | O_APPEND, 0o600)
        defer { close(descriptor) }
        let session = try Session(options, announcer: Announcer(isJSON: false, descriptor: descriptor)).watched()
        try body(session, manager)
    }

    @Test("Without a camera the service is ready, says that it waits, and feeds the watchdog three times in its time")
    func begin() throws {
        try withSession { session, manager in
            session.life.phase = .running
            session.beginService()
            #expect(manager.received() == ["STATUS=waiting for a camera", "READY=1", "WATCHDOG=1"])
            let start = MonotonicClock.now()
            session.expire(at: start.advanced(by: .milliseconds(5000)))
            #expect(manager.received().isEmpty)
            session.expire(at: start.advanced(by: .milliseconds(11_000)))
            #expect(manager.received() == ["WATCHDOG=1"])
        }
    }

    @Test("A search over faulty cameras may take a minute; then nothing feeds the watchdog")
    func slowSearch() throws {
        let node = SlowNode()
        try Interposition.with(node) {
            try withSession { session, manager in
                session.life.phase = .running
                let start = MonotonicClock.now()
                session.devices.camera.search()
                #expect(session.devices.camera.isSearching)
                session.feedWatchdog(at: start.advanced(by: .milliseconds(59_000)))
                #expect(manager.received() == ["WATCHDOG=1"])
                session.feedWatchdog(at: start.advanced(by: .milliseconds(62_000)))
                #expect(manager.received().isEmpty)
                node.answers.signal()
                for _ in 0..<20 where session.devices.camera.isSearching {
                    try session.host.loop.runOnce(timeout: 1000)
                }
                #expect(!session.devices.camera.isSearching)
            }
        }
    }

    @Test("A status is a sentence about the camera, the place, and what ends the hold")
    func words() {
        var status = StatusLine(state: "continuousAuto", cause: "start", moved: false)
        #expect(AnnouncementWords.words(forService: status) == "waiting for a camera")
        status.camera = StatusLine.Device.blank
        status.camera?.name = "Lab Camera"
        #expect(AnnouncementWords.words(forService: status) == "following the scene on Lab Camera")
        status.point = PointOfInterest(x: 0.25, y: 0.5)
        status.state = "autoAndForceLocked"
        #expect(AnnouncementWords.words(forService: status) == "holding 0.25, 0.50 on Lab Camera")
        let rests: [(Int64, String)] = [(2000, "2"), (1999, "2"), (1000, "1"), (1, "1"), (0, "0"), (-5, "0")]
        for (milliseconds, words) in rests {
            let rest = TimeSpan.milliseconds(milliseconds)
            let expected = "holding 0.25, 0.50 on Lab Camera; still \(words) s"
            #expect(AnnouncementWords.words(forService: status, rest: rest) == expected)
        }
        status.state = "unlockableLocked"
        status.unlockers = MovedReasons(.accelerometer)
        #expect(
            AnnouncementWords.words(forService: status)
                == "holding 0.25, 0.50 on Lab Camera, until the device is moved")
        status.kept = .application
        #expect(
            AnnouncementWords.words(forService: status)
                == "holding 0.25, 0.50 on Lab Camera, locked by an application")
        status.camera?.shutter = "closed"
        #expect(AnnouncementWords.words(forService: status) == "the shutter of Lab Camera is closed")
    }

    @Test("While the force lock runs, the status is told each second, and no longer than that")
    func rest() throws {
        try withSession { session, manager in
            session.life.phase = .running
            let start = MonotonicClock.now()
            session.set(.engine(.forceLock), start.advanced(by: .milliseconds(60_000)))
            session.tellStatus(at: start)
            let first = session.timers.deadline(of: .status)
            #expect(first == start.advanced(by: .milliseconds(1000)))
            session.expire(at: start.advanced(by: .milliseconds(1500)))
            #expect(session.timers.deadline(of: .status) == start.advanced(by: .milliseconds(2500)))
            session.set(.engine(.forceLock), nil)
            session.tellStatus(at: start)
            #expect(session.timers.deadline(of: .status) == nil)
            #expect(manager.received() == ["STATUS=waiting for a camera"], "the same is told once")
        }
    }

    @Test("At the end the numbers of the last seconds are written")
    func end() throws {
        let folder = try ServerRig.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/tapfocus.prom"
        try withSession({ $0.metrics = path }) { session, _ in
            session.audience.metrics?.write(at: MonotonicClock.now())
            session.audience.say(.tapIgnored(.dragged))
            func text() -> String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "unreadable" }
            #expect(!text().contains("dragged") && text() != "unreadable")
            session.endService()
            #expect(text().contains("{reason=\"dragged\"} 1\n"))
        }
    }

    @Test("SIGHUP reads the configuration again, and a fault keeps the earlier one", arguments: [true, false])
    func rereads(isSound: Bool) throws {
        let change = { (options: inout KioskOptions) in
            options.reread = {
                guard isSound else { throw KioskError("c.json5, line 2: expected a number.") }
                return KioskOptions.Rereading(log: .taps, words: "the configuration was read again")
            }
        }
        try withSession(change) { session, manager in
            session.life.phase = .running
            session.follow(.nextFile)
            let texts = manager.received()
            #expect(texts.count == 2 && texts[0].hasPrefix("RELOADING=1\nMONOTONIC_USEC=") && texts[1] == "READY=1")
            let said = try String(contentsOfFile: manager.folder + "/said", encoding: .utf8)
            #expect(session.audience.announcer.log == (isSound ? .taps : .writes))
            let words = isSound ? "was read again" : "expected a number. The configuration that was read before stays"
            #expect(said.contains(words), "\(said)")
        }
    }
}
