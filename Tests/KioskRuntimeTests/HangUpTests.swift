import Foundation
import Glibc
import Testing

@testable import KioskRuntime
@testable import LinuxDevices

/// SIGHUP to real processes, with a terminal and without. Each is this test program once more, as a kiosk that waits for
/// its camera.
@Suite(.serialized) struct HangUpTests {
    private static let folderVariable = "TAPFOCUS_TEST_HANG_UP"
    private static let folder = ProcessInfo.processInfo.environment[folderVariable]

    @Test("The kiosk of the other tests", .enabled(if: folder != nil))
    func child() throws {
        let folder = try #require(Self.folder)
        var options = KioskOptions()
        options.camera = .path(folder + "/no-camera")
        options.socket = folder + "/s"
        let camera = SlowCamera()
        try Interposition.with(camera) { try Kiosk(options).run() }
        camera.end()
    }

    @Test("Without a terminal SIGHUP is ignored, and SIGTERM ends it", .enabled(if: folder == nil))
    func service() throws {
        try withKiosk(input: "/dev/null") { kiosk in
            kill(kiosk, SIGHUP)
            try expectNoEnd(kiosk)
            kill(kiosk, SIGHUP)
            kill(kiosk, SIGTERM)
            #expect(status(kiosk, within: 30) == 0)
        }
    }

    @Test(
        "In a terminal a SIGHUP that somebody sends is ignored; that of a terminal that hangs up ends it",
        .enabled(if: folder == nil))
    func terminal() throws {
        let terminal = try Terminal()
        try withKiosk(input: terminal.path) { kiosk in
            kill(kiosk, SIGHUP)
            try expectNoEnd(kiosk)
            terminal.hangUp()
            #expect(status(kiosk, within: 30) == 0)
        }
    }

    @Test("The kernel's word, that of the session's shell, and a terminal that is gone are a hang-up; all else is none")
    func words() throws {
        let gone = FaultyTerminal()
        Interposition.with(gone) {
            gone.isThere = true
            let terminal = ControllingTerminal()
            #expect(terminal.hasHungUp(.init(number: SIGHUP, isFromKernel: true)))
            #expect(terminal.hasHungUp(.init(number: SIGHUP, sender: getsid(0))))
            #expect(!terminal.hasHungUp(.init(number: SIGHUP, sender: 1)))
            gone.isThere = false
            #expect(terminal.hasHungUp(.init(number: SIGHUP, sender: 1)))
            #expect(!ControllingTerminal().hasHungUp(.init(number: SIGHUP, isFromKernel: true)))
        }
    }

    /// Starts a kiosk whose standard input is `input`, in a session of its own; a terminal becomes the session's.
    private func withKiosk(input: String, _ body: (pid_t) throws -> Void) throws {
        let folder = try ServerRig.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, input, O_RDWR, 0)
        for output: Int32 in [1, 2] { posix_spawn_file_actions_addopen(&actions, output, "/dev/null", O_WRONLY, 0) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Blocked in all threads, as in a program that has created its signal source before any other thread.
        var blocked = sigset_t()
        sigemptyset(&blocked)
        for signal in SignalSource.ending { sigaddset(&blocked, signal) }
        posix_spawnattr_setsigmask(&attributes, &blocked)
        let newSession: Int16 = 0x80  // POSIX_SPAWN_SETSID
        posix_spawnattr_setflags(&attributes, newSession | Int16(POSIX_SPAWN_SETSIGMASK))
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let words = [program, "--testing-library", "swift-testing", "--filter", "HangUpTests/child"]
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { (word: String) in strdup(word) } + [nil]
        let variables = ProcessInfo.processInfo.environment.merging([Self.folderVariable: folder]) { $1 }
        var environment: [UnsafeMutablePointer<CChar>?] = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for word in arguments + environment { free(word) } }
        var kiosk: pid_t = 0
        try #require(posix_spawn(&kiosk, program, &actions, &attributes, &arguments, &environment) == 0)
        defer {
            kill(kiosk, SIGKILL)
            waitpid(kiosk, nil, 0)
        }
        // It listens once it reads signals.
        let listens = wait(30) { (try? RawClient(folder + "/s")) != nil }
        #expect(listens)
        if listens { try body(kiosk) }
    }

    /// The signal was read, and the process goes on.
    private func expectNoEnd(_ kiosk: pid_t) throws {
        let isRead = wait(30) {
            let status = (try? String(contentsOfFile: "/proc/\(kiosk)/status", encoding: .utf8)) ?? ""
            let pending = status.split(separator: "\n").first { $0.hasPrefix("ShdPnd:") }?.last?.hexDigitValue
            return pending.map { $0 & 1 == 0 } ?? false
        }
        #expect(isRead)
        #expect(status(kiosk, within: 0.3) == nil)
    }

    /// With which status it ends; nil if it does not.
    private func status(_ kiosk: pid_t, within seconds: Double) -> Int32? {
        var status: Int32 = 0
        guard wait(seconds, until: { waitpid(kiosk, &status, WNOHANG) == kiosk }) else { return nil }
        return status
    }

    private func wait(_ seconds: Double, until condition: () -> Bool) -> Bool {
        let end = Date() + seconds
        while !condition() {
            guard Date() < end else { return false }
            usleep(10_000)
        }
        return true
    }
}

/// A camera whose opening takes until the end.
private final class SlowCamera: SystemCallInterposer {
    private let gate = DispatchSemaphore(value: 0)

    func end() { gate.signal() }

    func answer(_ call: SystemCall) -> SystemCallAnswer? {
        guard case .open(let path, _) = call, path.hasSuffix("/no-camera") else { return nil }
        gate.wait()
        gate.signal()
        return nil
    }
}

/// A controlling terminal that is there, or not.
private final class FaultyTerminal: SystemCallInterposer, @unchecked Sendable {
    var isThere = true

    func answer(_ call: SystemCall) -> SystemCallAnswer? {
        guard case .open("/dev/tty", _) = call else { return nil }
        return isThere ? .returned(Int(dup(0))) : .failed(errno: ENXIO)
    }
}

/// A pseudo-terminal, by what posix_openpt and the like ask of the kernel.
private final class Terminal {
    let path: String
    private var master: Int32

    init() throws {
        let setLock: UInt = 0x4004_5431  // TIOCSPTLCK
        let getNumber: UInt = 0x8004_5430  // TIOCGPTN
        master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var lock: Int32 = 0
        var number: Int32 = 0
        try Kernel.ioctl(master, setLock, &lock)
        try Kernel.ioctl(master, getNumber, &number)
        path = "/dev/pts/\(number)"
    }

    deinit { hangUp() }

    func hangUp() {
        if master >= 0 { close(master) }
        master = -1
    }
}
