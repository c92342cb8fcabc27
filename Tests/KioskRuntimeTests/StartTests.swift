import FocusCore
import Foundation
import Glibc
import LinuxDevices
import StateTrace
import Testing

@testable import KioskRuntime

/// What happens in which order at the start, on a machine whose cameras cannot be opened.
@Suite(.serialized) struct StartTests {
    private func withOptions(_ body: (KioskOptions, String) throws -> Void) throws {
        let folder = try ServerRig.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var options = KioskOptions()
        options.camera = .path(folder + "/no-camera")
        options.socket = folder + "/s"
        options.trace = folder + "/trace.jsonl"
        try body(options, folder)
    }

    @Test("A second run on the same socket is refused before it touches camera and trace")
    func second() throws {
        try withOptions { options, folder in
            let listener = try LocalSocket.listen(at: options.socket)
            defer { close(listener) }
            let error = #expect(throws: SocketError.self) { try Kiosk(options).run() }
            #expect(error?.code == EADDRINUSE)
            #expect(!FileManager.default.fileExists(atPath: folder + "/trace.jsonl"))
        }
    }

    @Test("Without a camera no trace is begun, and the socket is gone again")
    func noCamera() throws {
        try withOptions { options, folder in
            let error = #expect(throws: DeviceError.self) { try Kiosk(options).run() }
            #expect(error?.kind == .doesNotExist && error?.role == .camera)
            let left = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(left.isEmpty)
        }
    }

    @Test("A signal while a camera is being opened ends it at once, and well")
    func interrupted() throws {
        try withOptions { options, folder in
            let patience = Patience()
            defer { patience.end() }
            try Interposition.with(patience) {
                let kiosk = try Kiosk(options)
                // It is blocked in this thread, and stays pending until the loop reads it.
                pthread_kill(pthread_self(), SIGTERM)
                try kiosk.run()
            }
            let left = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(left.isEmpty)
        }
    }

    @Test("A run whose first line cannot be written ends at once, and says why", arguments: ["/dev/full", "/dev/null"])
    func unwritable(path: String) throws {
        try withOptions { options, folder in
            var options = options
            options.camera = .path("/dev/lab-camera")
            (options.touch, options.motion) = (.none, .none)
            // Of the second one only reading is possible, as of what takes the place of a closed output.
            let output = open(path, path == "/dev/full" ? O_WRONLY : O_RDONLY)
            defer { close(output) }
            let error = Interposition.with(BareCamera()) {
                #expect(throws: OutputError.self) {
                    try Kiosk(options, announcer: Announcer(isJSON: true, descriptor: output)).run()
                }
            }
            #expect(error?.code == (path == "/dev/full" ? ENOSPC : EBADF))
            let left = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(left == ["trace.jsonl"])
        }
    }

    @Test("A run whose reader goes ends when it has gone, also where nothing is said", arguments: [true, false])
    func unread(isGoneAtOnce: Bool) throws {
        try withOptions { options, _ in
            var options = options
            options.camera = .path("/dev/lab-camera")
            (options.touch, options.motion) = (.none, .none)
            let (reader, writer) = makePipe()
            defer { close(writer) }
            if isGoneAtOnce {
                close(reader)
            } else {
                Thread.detachNewThread {
                    var byte: UInt8 = 0
                    // The first line has come: from now on nothing is said until something happens.
                    _ = Glibc.read(reader, &byte, 1)
                    close(reader)
                }
            }
            let error = Interposition.with(BareCamera()) {
                #expect(throws: OutputError.self) {
                    try Kiosk(options, announcer: Announcer(isJSON: true, descriptor: writer)).run()
                }
            }
            #expect(error?.isReaderGone == true)
        }
    }

    @Test(
        "A socket as output whose other side closes, as the journal's does, costs lines and ends nothing",
        arguments: [true, false])
    func journalRestarts(isGoneAtOnce: Bool) throws {
        signal(SIGPIPE, SIG_IGN)
        try withOptions { options, _ in
            var ends: [Int32] = [-1, -1]
            let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
            #expect(socketpair(AF_UNIX, type, 0, &ends) == 0)
            defer { close(ends[0]) }
            let kiosk = try Kiosk(options, announcer: Announcer(isJSON: true, descriptor: ends[0]))
            kiosk.watchOutput()
            if isGoneAtOnce { close(ends[1]) }
            kiosk.feed(.start)
            if !isGoneAtOnce { close(ends[1]) }
            for _ in 0..<3 { kiosk.feed(.viewShown) }
            #expect(try kiosk.loop.runOnce(timeout: 0) == 0)
            #expect(!kiosk.isStopping && kiosk.outputError == nil)
        }
    }

    @Test("What is asked while devices are being opened is answered then")
    func early() throws {
        try withOptions { options, _ in
            let patience = Patience()
            let socket = options.socket
            let answered = Thread.results { () -> String in
                while true {
                    guard let client = try? RawClient(socket) else {
                        usleep(1000)
                        continue
                    }
                    client.send("{\"request\":\"status\"}\n")
                    usleep(50_000)
                    let early = client.read() ?? "closed"
                    patience.end()
                    return early
                }
            }
            Interposition.with(patience) {
                let error = #expect(throws: DeviceError.self) { try Kiosk(options).run() }
                #expect(error?.kind == .doesNotExist)
            }
            #expect(answered() == "", "not yet, and not refused either")
        }
    }
}

extension StartTests {
    @Test(
        "What is there and fails at the start is told, and tried again every 30 s at the latest",
        arguments: [ENODEV, EIO, EBUSY])
    func failsOnce(errno: Int32) throws {
        try withPlayedKiosk { kiosk, said in
            let touch = "/dev/lab-touch"
            let nodes = FailingNodes(["/dev/lab-camera", touch], errno)
            try Interposition.with(nodes) {
                let opening = try kiosk.openDevices()
                #expect(opening.arrivals.isEmpty && opening.failures.map(\.kind) == [.camera, .touchscreen])
                #expect(!kiosk.timers.isArmed)
                kiosk.hasBegun = true
                kiosk.feed(.start)
                kiosk.announceMissing(besides: opening.failures)
                kiosk.retry(opening)
                #expect(kiosk.timers.isArmed)
                let errors = try said().filter { $0.contains("\"event\":\"error\"") }
                #expect(errors.count == 2)
                #expect(try said().allSatisfy { !$0.contains("waiting") }, "it is connected")
                for path in ["/dev/lab-camera", touch] {
                    #expect(errors.contains { $0.contains("cannot open \(path): ") })
                }
                for round in 1...8 {
                    #expect(nodes.attempts("/dev/lab-camera") == round && nodes.attempts(touch) == round)
                    try passHalfAMinute(of: kiosk)
                }
                #expect(try said().count { $0.contains("\"event\":\"error\"") } == 2, "the same is told once")
                nodes.heal()
                try passHalfAMinute(of: kiosk)
                #expect(kiosk.camera.isTaken)
            }
            kiosk.camera.leave()
        }
    }

    /// Everything that is due within 30 s is done now. The camera's thread answers once.
    private func passHalfAMinute(of kiosk: Kiosk) throws {
        kiosk.expire(at: MonotonicClock.now().advanced(by: .milliseconds(30_000)))
        try kiosk.loop.runOnce(timeout: 10_000)
    }

    @Test("A lens that was named and fails at the start is told, and tried again", arguments: [ENODEV, EIO, EBUSY])
    func lensFails(errno: Int32) throws {
        let change = { (options: inout KioskOptions) in
            options.lens = .path("/dev/lab-lens")
            options.touch = .none
        }
        try withPlayedKiosk(change) { kiosk, said in
            let nodes = FailingNodes(["/dev/lab-lens"], errno)
            try Interposition.with(nodes) {
                let opening = try kiosk.openDevices()
                #expect(opening.arrivals.isEmpty && opening.failures.map(\.kind) == [.camera])
                kiosk.hasBegun = true
                kiosk.feed(.start)
                kiosk.retry(opening)
                for round in 1...8 {
                    #expect(nodes.attempts("/dev/lab-lens") == round)
                    try passHalfAMinute(of: kiosk)
                }
            }
            let errors = try said().filter { $0.contains("\"event\":\"error\"") }
            #expect(errors.count == 1 && errors.first?.contains("cannot open /dev/lab-lens: ") == true, "\(errors)")
        }
    }

    @Test(
        "A lens that was named and is not there, or not permitted, ends the start",
        arguments: [DeviceError.Kind.doesNotExist, .permission], [true, false])
    func noLens(error kind: DeviceError.Kind, isCameraNamed: Bool) throws {
        try withPlayedKiosk { kiosk, _ in
            let failure = DeviceError(kind, .lens, attempt: "open", subject: "/dev/lab-lens", answer: "no")
            var opening = Kiosk.Opening()
            let error = #expect(throws: DeviceError.self) {
                try kiosk.open(.camera, isNamed: isCameraNamed, &opening) { () throws(DeviceError) in throw failure }
            }
            #expect(error == failure && opening.failures.isEmpty)
        }
    }

    @Test(
        "A device that is chosen automatically and is not permitted yet is told with the remedy, and tried again",
        arguments: [(DeviceNews.Kind.camera, DeviceError.Role.camera), (.touchscreen, .touchscreen)])
    func notPermittedYet(kind: DeviceNews.Kind, role: DeviceError.Role) throws {
        try withPlayedKiosk { kiosk, said in
            let failure = DeviceError(
                .permission, role, attempt: "open", subject: "/dev/lab", answer: "permission denied",
                remedy: "Ask for it")
            var opening = Kiosk.Opening()
            #expect(throws: DeviceError.self, "whoever names it wants to know at once") {
                try kiosk.open(kind, isNamed: true, &opening) { () throws(DeviceError) in throw failure }
            }
            try kiosk.open(kind, isNamed: false, &opening) { () throws(DeviceError) in throw failure }
            #expect(opening.failures.map(\.error) == [failure])
            kiosk.hasBegun = true
            kiosk.retry(opening)
            #expect(kiosk.timers.isArmed)
            #expect(try said().count { $0.contains("cannot open /dev/lab: permission denied. Ask for it.") } == 1)
        }
    }

    @Test(
        "A named device that is not permitted at the start, or is something else, still ends it",
        arguments: [EACCES, ENOTTY, ENOENT])
    func fatal(errno: Int32) throws {
        try withPlayedKiosk { kiosk, _ in
            Interposition.with(FailingNodes(["/dev/lab-camera"], errno)) {
                let error = #expect(throws: DeviceError.self) { _ = try kiosk.openDevices() }
                #expect(error?.role == .camera)
            }
        }
    }

    private func withPlayedKiosk(
        _ change: (inout KioskOptions) -> Void = { _ in }, _ body: (Kiosk, () throws -> [String]) throws -> Void
    ) throws {
        let folder = try ServerRig.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var options = KioskOptions()
        options.camera = .path("/dev/lab-camera")
        options.touch = .path("/dev/lab-touch")
        options.motion = .none
        change(&options)
        let file = folder + "/said"
        let descriptor = open(file, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        defer { close(descriptor) }
        let kiosk = try Kiosk(options, announcer: Announcer(isJSON: true, descriptor: descriptor))
        try body(kiosk) { try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").map(String.init) }
    }
}

/// Nodes that are there and fail to open until they are healed; behind that of the camera there is a bare one.
private final class FailingNodes: SystemCallInterposer, @unchecked Sendable {
    private let paths: Set<String>
    private let errno: Int32
    private let camera = BareCamera()
    private let lock = NSLock()
    private var isHealed = false
    private var openings: [String: Int] = [:]

    init(_ paths: Set<String>, _ errno: Int32) {
        self.paths = paths
        self.errno = errno
    }

    func heal() { lock.withLock { isHealed = true } }

    /// How often it was tried to open that node.
    func attempts(_ path: String) -> Int { lock.withLock { openings[path] ?? 0 } }

    func answer(_ call: SystemCall) -> SystemCallAnswer? {
        if case .open(let path, _) = call, paths.contains(path) {
            let isHealed = lock.withLock {
                openings[path, default: 0] += 1
                return self.isHealed
            }
            if !isHealed { return .failed(errno: errno) }
        }
        return camera.answer(call)
    }
}

/// A camera whose opening takes as long as the test wants.
private final class Patience: SystemCallInterposer {
    private let gate = DispatchSemaphore(value: 0)

    func end() { gate.signal() }

    func answer(_ call: SystemCall) -> SystemCallAnswer? {
        guard case .open(let path, _) = call, path.hasSuffix("/no-camera") else { return nil }
        gate.wait()
        gate.signal()
        return nil
    }
}

extension Thread {
    /// Starts a thread; the function that comes back waits for its result.
    fileprivate static func results<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> () -> Result? {
        let done = DispatchSemaphore(value: 0)
        let box = Box<Result>()
        Thread.detachNewThread {
            box.value = body()
            done.signal()
        }
        return {
            done.wait()
            return box.value
        }
    }

    private final class Box<Value>: @unchecked Sendable {
        var value: Value?
    }
}
