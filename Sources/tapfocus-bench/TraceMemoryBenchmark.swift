import Foundation
import Glibc

/// The memory that the program needs for a trace of 2 GB, beside the least that it needs at all.
enum TraceMemoryBenchmark {
    /// - Parameters:
    ///   - path: the long trace.
    ///   - moment: a time in its middle, in seconds from its beginning.
    static func run(_ path: String, middle moment: Int) throws {
        guard let program = neighbour else {
            print("  tapfocus is not beside this program, so its memory was not measured")
            return
        }
        Table.headline("The most memory of tapfocus with a trace of 2 GB (the aim is under 32 MB)")
        let cases: [(name: String, arguments: [String])] = [
            ("only started (--version)", ["--version"]),
            ("replay", ["replay", path]),
            ("replay --from its middle", ["replay", "--from", "\(moment)", "--until", "\(moment + 60)", path]),
            ("trace show", ["trace", "show", path]),
            ("trace stats", ["trace", "stats", path]),
        ]
        for (name, arguments) in cases {
            let start = ContinuousClock.now
            let usage = try run(program, arguments)
            let seconds = (ContinuousClock.now - start) / .seconds(1)
            // In kilobytes: getrusage(2).
            let megabytes = Double(usage.ru_maxrss) * 1024 / 1_000_000
            let verdict = String(format: "%.1f s", seconds) + (megabytes < 32 ? "" : ": MISSED")
            Table.row(name, String(format: "%.1f MB", megabytes), verdict)
        }
    }

    private static var neighbour: String? {
        let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let path = own.deletingLastPathComponent().appendingPathComponent("tapfocus").path
        return access(path, X_OK) == 0 ? path : nil
    }

    /// Runs the program, without its output, up to its end.
    private static func run(_ program: String, _ arguments: [String]) throws -> rusage {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for output in [STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, output, "/dev/null", O_WRONLY, 0)
        }
        var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        var child: pid_t = 0
        guard posix_spawn(&child, program, &actions, nil, &words, environ) == 0 else { throw ProgramFailed() }
        var status: Int32 = 0
        var usage = rusage()
        guard wait4(child, &status, 0, &usage) == child, status == 0 else { throw ProgramFailed() }
        return usage
    }

    private struct ProgramFailed: Error {}
}
