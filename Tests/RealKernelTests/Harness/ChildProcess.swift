import Glibc

/// A program under test, its standard input, and its output, line by line.
final class ChildProcess {
    let name: String
    let identifier: pid_t
    let output: LineCollector
    let errors: LineCollector
    private let input: Int32
    private var status: Int32?

    /// Starts `arguments[0]`.
    /// - Throws: `HarnessError` if it cannot be started.
    init(_ arguments: [String]) throws {
        // Writing to a program that has ended must be an error, not the end of the tests.
        signal(SIGPIPE, SIG_IGN)
        name = arguments[0].split(separator: "/").last.map(String.init) ?? ""
        let (standardInput, standardOutput, standardError) = (try Pipe(), try Pipe(), try Pipe())
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, standardInput.reading, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, standardOutput.writing, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, standardError.writing, STDERR_FILENO)

        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var identifier: pid_t = 0
        let answer = posix_spawn(&identifier, arguments[0], &actions, nil, &words, environ)
        for end in [standardInput.reading, standardOutput.writing, standardError.writing] { close(end) }
        input = standardInput.writing
        output = LineCollector(reading: standardOutput.reading)
        errors = LineCollector(reading: standardError.reading)
        self.identifier = identifier
        guard answer == 0 else {
            close(input)
            throw HarnessError("cannot start \(arguments[0]): \(String(cString: strerror(answer)))")
        }
    }

    deinit {
        close(input)
        if !hasEnded { kill(SIGKILL) }
        _ = try? waitForEnd(within: 5)
    }

    func write(_ line: String) throws {
        let bytes = Array((line + "\n").utf8)
        guard Glibc.write(input, bytes, bytes.count) == bytes.count else {
            throw HarnessError("\(name) does not take \"\(line)\": \(errors.text)")
        }
    }

    func kill(_ signal: Int32) {
        guard status == nil else { return }
        Glibc.kill(identifier, signal)
    }

    var hasEnded: Bool {
        if status != nil { return true }
        var raw: Int32 = 0
        guard waitpid(identifier, &raw, WNOHANG) == identifier else { return false }
        status = raw
        return true
    }

    /// The exit status, or the negative number of the signal that ended it.
    /// - Throws: `HarnessError` if it still runs after this many seconds.
    func waitForEnd(within seconds: Double) throws -> Int32 {
        let deadline = Clock.now + Clock.nanoseconds(seconds)
        while !hasEnded {
            guard Clock.now < deadline else { throw HarnessError("\(name) has not ended in \(seconds) s") }
            usleep(5_000)
        }
        output.waitForEnd()
        errors.waitForEnd()
        let raw = status ?? 0
        let signal = raw & 0x7f
        return signal == 0 ? raw >> 8 & 0xff : -signal
    }

    /// Runs a program to its end.
    static func run(_ arguments: [String], within seconds: Double = 30) throws -> Ended {
        let child = try ChildProcess(arguments)
        let status = try child.waitForEnd(within: seconds)
        return Ended(status: status, output: child.output.text, errors: child.errors.text)
    }

    /// The results of a program that has ended.
    struct Ended {
        var status: Int32
        var output: String
        var errors: String
    }
}

/// Both ends of a pipe that no other child inherits.
private struct Pipe {
    let reading: Int32
    let writing: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw HarnessError("no pipe: \(String(cString: strerror(errno)))") }
        (reading, writing) = (ends[0], ends[1])
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }
}

/// The reason why a test could not go on.
struct HarnessError: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) {
        self.description = description
    }
}

/// CLOCK_MONOTONIC, like that of run and virtual-kiosk.
enum Clock {
    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    static func nanoseconds(_ seconds: Double) -> Int64 { Int64(seconds * 1e9) }
}
