import FocusCore
import Glibc
import KioskRuntime
import StateChart
import StateTrace

enum DemoCommand {
    static let command = Command(
        name: "demo", summary: "Play a story of about 25 s with a simulated camera, finger and hand.",
        details: """
            In a terminal it is drawn in real time; Ctrl-C ends it. If the output is no terminal, it is printed as lines, at once.
            It writes a trace, as "tapfocus run" does.
            """,
        options: [
            Option(name: "trace", value: "FILE", help: "append the trace to FILE (a new one in the temporary folder)"),
            Option(name: "picture", value: "FILE", help: "only write a picture (SVG) of one moment of it to FILE"),
        ],
        body: { arguments in
            if let path = arguments["picture"] {
                try write(drawDemoPicture(), to: path)
                return .fine
            }
            let path = try arguments["trace"] ?? freshTrace()
            try playDemo(tracing: path)
            return .fine
        })

    private static func playDemo(tracing path: String) throws {
        let file = try TraceFile(path: path)
        let header = TraceHeader(
            tool: CommandLineProgram.version, chart: Chart.hashOfFocusExposure,
            monotonic: Instant.demo(0).nanoseconds, wallClock: TraceHeader.wallClock(), session: .random(),
            configuration: .demo)
        var trace = try TraceWriter(header: header) { bytes in try file.write(bytes) }
        let terminal = DemoTerminal.standardOutput
        let summary = try runDemo(terminal: terminal) { input, effects in
            trace.record(input, effects, camera: demoCamera(of: input))
            try trace.flush()
        }
        try trace.end()
        let farewell = demoFarewell(
            summary, traceFile: path, program: CommandLine.arguments.first ?? "tapfocus", width: terminal.size.width)
        try terminal.write(farewell)
    }

    /// The default file is replaced each time; a file that a person names is only ever appended to.
    private static func freshTrace() throws -> String {
        let path = "\(temporaryFolder)/tapfocus-demo-\(getuid()).trace.jsonl"
        if unlink(path) != 0, errno != ENOENT {
            throw TraceFileError(attempt: "replace the trace", path: path, code: errno)
        }
        return path
    }

    private static var temporaryFolder: String {
        guard let folder = ProcessSurroundings.variable("TMPDIR"), folder.hasPrefix("/") else { return "/tmp" }
        return folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    }

    private static func write(_ text: String, to path: String) throws {
        guard let file = fopen(path, "w") else {
            throw TraceFileError(attempt: "write the picture", path: path, code: errno)
        }
        defer { fclose(file) }
        guard fputs(text, file) >= 0 else {
            throw TraceFileError(attempt: "write the picture", path: path, code: errno)
        }
    }
}
