import FocusCore
import Foundation
import Glibc
import LinuxDevices
import Testing

@testable import KioskRuntime

/// Devices that cannot be opened at the start.
extension StartTests {
    @Test(
        "A connected device that fails at the start is announced, and tried again after 30 s at the latest",
        arguments: [ENODEV, EIO, EBUSY])
    func failsOnce(errno: Int32) throws {
        try withPlayedKiosk { kiosk, said in
            let touch = "/dev/lab-touch"
            let nodes = FailingNodes(["/dev/lab-camera", touch], errno)
            try Interposition.with(nodes) {
                let opening = try kiosk.devices.openAll(unless: { false })
                #expect(opening.arrivals.isEmpty && opening.failures.map(\.kind) == [.camera, .touchscreen])
                #expect(!kiosk.timers.isArmed)
                kiosk.life.phase = .running
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
                #expect(kiosk.devices.camera.isTaken)
            }
            kiosk.devices.camera.leave()
        }
    }

    /// Everything that is due within 30 s happens now. The camera's thread answers once.
    private func passHalfAMinute(of kiosk: Session) throws {
        kiosk.expire(at: MonotonicClock.now().advanced(by: .milliseconds(30_000)))
        try kiosk.host.loop.runOnce(timeout: 10_000)
    }

    @Test(
        "A camera that is not connected is waited for, if that is asked for, and is used when it comes",
        arguments: [true, false])
    func waits(isWanted: Bool) throws {
        try withPlayedKiosk({ $0.touch = .none }) { kiosk, said in
            let nodes = FailingNodes(["/dev/lab-camera"], ENOENT)
            try Interposition.with(nodes) {
                guard isWanted else {
                    #expect(throws: DeviceError.self) { _ = try kiosk.devices.openAll(unless: { false }) }
                    return
                }
                let opening = try kiosk.devices.openAll(unless: { false }, waitsForCamera: true)
                #expect(opening.arrivals.isEmpty && opening.failures.isEmpty)
                kiosk.life.phase = .running
                kiosk.feed(.start)
                kiosk.announceMissing(besides: opening.failures)
                #expect(try said().contains { $0.contains("waiting") && $0.contains("camera") })
                nodes.heal()
                kiosk.search(.camera)
                try kiosk.host.loop.runOnce(timeout: 10_000)
                #expect(kiosk.devices.camera.isTaken)
            }
            kiosk.devices.camera.leave()
        }
    }

    @Test(
        "A service waits for named devices that are not there or not permitted, and does not for one of another kind",
        arguments: [(DeviceNews.Kind.camera, DeviceError.Role.camera), (.camera, .lens), (.touchscreen, .touchscreen)])
    func namedOfService(kind: DeviceNews.Kind, role: DeviceError.Role) throws {
        for reason in [DeviceError.Kind.doesNotExist, .ambiguous, .permission] {
            let failure = DeviceError(reason, role, attempt: "open", subject: "/dev/lab", answer: "no")
            var opening = Devices.Opening(waitsForCamera: true)
            try opening.open(kind, isNamed: true) { () throws(DeviceError) in throw failure }
            // udev tells when it is connected.
            let isTold = reason != .doesNotExist || role == .lens
            #expect(opening.failures.map(\.error) == (isTold ? [failure] : []) && opening.arrivals.isEmpty)
        }
        for (reason, role) in [(DeviceError.Kind.wrongKind, role), (.doesNotExist, .machine)] {
            let failure = DeviceError(reason, role, attempt: "open", subject: "/dev/lab", answer: "no")
            var opening = Devices.Opening(waitsForCamera: true)
            #expect(throws: DeviceError.self) {
                try opening.open(kind, isNamed: true) { () throws(DeviceError) in throw failure }
            }
        }
    }

    @Test("A lens that was named and fails at the start is announced and retried", arguments: [ENODEV, EIO, EBUSY])
    func lensFails(errno: Int32) throws {
        let change = { (options: inout KioskOptions) in
            options.lens = .path("/dev/lab-lens")
            options.touch = .none
        }
        try withPlayedKiosk(change) { kiosk, said in
            let nodes = FailingNodes(["/dev/lab-lens"], errno)
            try Interposition.with(nodes) {
                let opening = try kiosk.devices.openAll(unless: { false })
                #expect(opening.arrivals.isEmpty && opening.failures.map(\.kind) == [.camera])
                kiosk.life.phase = .running
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
    func noLens(error kind: DeviceError.Kind, isCameraNamed: Bool) {
        let failure = DeviceError(kind, .lens, attempt: "open", subject: "/dev/lab-lens", answer: "no")
        var opening = Devices.Opening()
        let error = #expect(throws: DeviceError.self) {
            try opening.open(.camera, isNamed: isCameraNamed) { () throws(DeviceError) in throw failure }
        }
        #expect(error == failure && opening.failures.isEmpty)
    }

    @Test(
        "A device that is chosen automatically and not permitted yet is announced with the remedy, and tried again",
        arguments: [(DeviceNews.Kind.camera, DeviceError.Role.camera), (.touchscreen, .touchscreen)])
    func notPermittedYet(kind: DeviceNews.Kind, role: DeviceError.Role) throws {
        try withPlayedKiosk { kiosk, said in
            let failure = DeviceError(
                .permission, role, attempt: "open", subject: "/dev/lab", answer: "permission denied",
                remedy: "Ask for it")
            var opening = Devices.Opening()
            #expect(throws: DeviceError.self, "whoever names it wants to know at once") {
                try opening.open(kind, isNamed: true) { () throws(DeviceError) in throw failure }
            }
            try opening.open(kind, isNamed: false) { () throws(DeviceError) in throw failure }
            #expect(opening.failures.map(\.error) == [failure])
            kiosk.life.phase = .running
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
                let error = #expect(throws: DeviceError.self) { _ = try kiosk.devices.openAll(unless: { false }) }
                #expect(error?.role == .camera)
            }
        }
    }

    private func withPlayedKiosk(
        _ change: (inout KioskOptions) -> Void = { _ in }, _ body: (Session, () throws -> [String]) throws -> Void
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
        let kiosk = try Session(options, announcer: Announcer(isJSON: true, descriptor: descriptor)).watched()
        try body(kiosk) { try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").map(String.init) }
    }
}

/// Nodes that are there and fail to open until the test heals them; behind the camera's node is a bare camera.
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

    /// Number of attempts to open that node.
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
