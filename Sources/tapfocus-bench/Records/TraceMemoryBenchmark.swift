import Foundation
import Glibc

/// The memory that the program needs for a trace of 2 GB.
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
            ("replay", ["replay", path]),
            ("replay --from its middle", ["replay", "--from", "\(moment)", "--until", "\(moment + 60)", path]),
            (
                "trace show --since its middle",
                ["trace", "show", "--since", "\(moment)", "--until", "\(moment + 60)", path]
            ),
            ("trace stats", ["trace", "stats", path]),
        ]
        for (name, arguments) in cases {
            let start = ContinuousClock.now
            let megabytes = Double(try mostMemory(of: program, arguments)) / 1_000_000
            let seconds = (ContinuousClock.now - start) / .seconds(1)
            let verdict = seconds.decimal(1) + " s" + (megabytes < 32 ? "" : ": MISSED")
            Table.row(name, megabytes.decimal(1) + " MB", verdict)
        }
    }

    private static var neighbour: String? {
        let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let path = own.deletingLastPathComponent().appendingPathComponent("tapfocus").path
        return access(path, X_OK) == 0 ? path : nil
    }

    /// Runs the program, without its output, up to its end.
    ///
    /// The memory that wait4(2) tells of a child contains that of the process that started it (`setmax_mm_hiwater_rss` in the
    /// kernel's fs/exec.c), so the kernel's own count is read, each 2 ms.
    /// - Returns: in bytes.
    private static func mostMemory(of program: String, _ arguments: [String]) throws -> Int {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        var most = 0
        while process.isRunning {
            most = max(most, memory(of: process.processIdentifier))
            usleep(2000)
        }
        guard process.terminationReason == .exit, process.terminationStatus == 0, most > 0 else {
            throw Failure("\(program) has failed, or its memory cannot be read")
        }
        return most
    }

    /// `VmHWM` of proc(5), in bytes; 0 when it has just ended.
    private static func memory(of process: Int32) -> Int {
        let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
        return (line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) } ?? 0)
            * 1024
    }
}
