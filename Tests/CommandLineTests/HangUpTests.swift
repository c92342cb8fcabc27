import Foundation
import Glibc
import Testing

@testable import LinuxDevices

/// SIGHUP to a real `run`, in a session of its own, with a terminal and without.
///
/// It would end by itself at once, with 1, because its camera is not there. strace makes the opening take a while, and
/// what the signal does in that time shows in the status: 0 where it was the end, 1 where it was ignored.
@Suite(.serialized) struct HangUpTests {
    @Test("Without a terminal SIGHUP is ignored")
    func service() throws {
        #expect(try status(input: "/dev/null") { kill($0, SIGHUP) } == 1)
    }

    @Test("SIGTERM with SIGHUP, as systemd sends them, is one wish for the end", arguments: [true, false])
    func together(isHangUpFirst: Bool) throws {
        let signals = isHangUpFirst ? [SIGHUP, SIGTERM] : [SIGTERM, SIGHUP]
        #expect(try status(input: "/dev/null") { for signal in signals { kill($0, signal) } } == 0)
    }

    @Test("In a terminal a SIGHUP that somebody else sends is ignored")
    func otherSender() throws {
        let terminal = try Terminal()
        #expect(try status(input: terminal.path) { kill($0, SIGHUP) } == 1)
    }

    @Test("A terminal that hangs up ends it, and well")
    func hangUp() throws {
        let terminal = try Terminal()
        #expect(try status(input: terminal.path) { _ in terminal.hangUp() } == 0)
    }

    /// The status of a `run` to which something happens while its camera is being opened.
    private func status(input: String, _ happening: (pid_t) -> Void) throws -> Int32? {
        try #require(
            Session.run(["strace", "-qq", "-o", "/dev/null", "true"]) == 0,
            "strace is missing, or may not trace: Scripts/dependencies test")
        return try withFolder { folder in
            let camera = folder + "/no-camera"
            // The tracer has a session of its own (-DDD): it is not the parent, and its terminal does not hang up.
            let tracer = ["strace", "-DDD", "-f", "-qq", "-o", "/dev/null", "-P", camera, "-e", "trace=openat"]
            let delay = ["-e", "inject=openat:delay_enter=4000000"]
            let arguments = ["run", "--camera", camera, "--socket", folder + "/s"]
            return try Session.run(tracer + delay + [Program.path] + arguments, input: input) { process in
                let isWaiting = waitsForSignals(process)
                #expect(isWaiting)
                if isWaiting { happening(process) }
            }
        }
    }

    /// True if it has come so far that it reads SIGHUP instead of dying of it; before that it looks for its terminal.
    private func waitsForSignals(_ process: pid_t) -> Bool {
        let end = Date() + 20
        while Date() < end {
            let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
            let blocked = status.split(separator: "\n").first { $0.hasPrefix("SigBlk:") }?.last?.hexDigitValue
            if let blocked, blocked & 1 != 0 { return true }
            usleep(1000)
        }
        return false
    }
}

/// Programs with sessions of their own.
private enum Session {
    /// Runs a program in a session of its own; a terminal as its input becomes the session's. Returns its exit status; nil if
    /// a signal has ended it.
    static func run(
        _ words: [String], input: String = "/dev/null", _ meanwhile: (pid_t) -> Void = { _ in }
    ) throws -> Int32? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, input, O_RDWR, 0)
        for output: Int32 in [1, 2] { posix_spawn_file_actions_addopen(&actions, output, "/dev/null", O_WRONLY, 0) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // POSIX_SPAWN_SETSID, which glibc has behind _GNU_SOURCE only.
        posix_spawnattr_setflags(&attributes, Int16(0x80 | POSIX_SPAWN_SETSIGMASK))
        // The threads of these tests have all signals blocked, perhaps.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { (word: String) in strdup(word) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        let answer = posix_spawnp(&process, words[0], &actions, &attributes, &arguments, environ)
        guard answer == 0 else { throw SystemError(answer) }
        meanwhile(process)
        var status: Int32 = 0
        // Other tests of this process send signals, which interrupt the wait.
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status & 0x7f == 0 ? status >> 8 & 0xff : nil
    }
}
