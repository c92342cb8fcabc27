import FocusCore
import KioskRuntime
import StateChart
import StateTrace
import TraceImport

enum TraceImportCommand {
    static let command = Command(
        name: "trace import",
        summary: "Make a trace of recorded touches and accelerations, and of what the engine does with them.",
        details: """
            Name a recording with --touch, --motion, or both.
            --touch reads files of evemu-record (versions 1.0 to 1.3) and of libinput record (version 1). --motion reads a
            table (CSV) of a time and x, y, z in m/s², gravity included. Without a header, the first four columns are these,
            and times are in seconds. With a header, the columns are named time, x, y and z, and the name of the time may end
            with its unit ("time_us", "Time (s)"). --motion also reads a table of "tapfocus trace export".
            The times of each recording count from its beginning; --motion-start sets one beginning against the other.
            The simulated camera has a region of interest. With --camera none every tap is refused.
            Exit status 1: a recording is damaged. The trace then ends at the damage.
            """,
        options: [
            Option(
                name: "touch", value: "FILE", help: "touches: a file of evemu-record, or of libinput record",
                need: .oneOf),
            Option(name: "device", value: "N|NAME", help: "the device of --touch, if it has several touchscreens"),
            Option(name: "motion", value: "FILE", help: "acceleration: a table (CSV)", need: .oneOf),
            Option(
                name: "motion-start", value: "SECONDS", help: "the first sample's time after the touches' beginning (0)"
            ),
            Option(
                name: "motion-unit", value: "s|ms|us|ns", help: "the unit of the table's times (its header's, or s)"),
            Option(name: "camera", value: "simulated|none", help: "the camera (simulated)"),
            Option(name: "config", value: "FILE", help: "the engine's settings, as for \"tapfocus run\""),
            .output,
        ],
        body: { arguments in try importTrace(arguments) })

    private static func importTrace(_ arguments: ParsedArguments) throws -> ExitCode {
        let files = ["touch", "motion"].compactMap { arguments[$0] }
        guard !files.isEmpty else { throw UsageError("name a recording: --touch FILE, --motion FILE, or both.") }
        let path = try OutputFile.path(arguments, sources: files)
        let settings = try arguments["config"].map(ConfigurationFile.read) ?? RunSettings()
        let configuration = settings.engine
        let recordings = try Self.recordings(arguments, configuration)
        let (inputs, span, damage) = try write(recordings, configuration, files, to: path)
        for error in damage { CommandLineProgram.complain("tapfocus trace import: \(error)") }
        let rest = damage.isEmpty ? "" : ", up to the damage"
        try StandardOutput.writeLine("\(path): \(inputs) inputs over \(String(printf: "%.1f s", span.seconds))\(rest)")
        return damage.isEmpty ? .fine : .failed
    }

    private static func recordings(_ arguments: ParsedArguments, _ configuration: Configuration) throws -> TraceImport {
        let unit = try arguments.value("motion-unit", "s, ms, us or ns") { SampleTimeUnit(rawValue: $0) }
        let start = try arguments.value("motion-start", "seconds, at most 7 days") { text in
            Double(text).flatMap { abs($0) <= 604_800 ? TimeSpan.seconds($0) : nil }
        }
        let hasCamera = try arguments.value("camera", "simulated or none") { ["none": false, "simulated": true][$0] }
        guard arguments["device"] == nil || arguments["touch"] != nil else {
            throw UsageError("--device chooses among the devices of --touch.")
        }
        return TraceImport(
            touches: try arguments["touch"].map { try TouchRecording(path: $0, device: arguments["device"]) },
            samples: try arguments["motion"].map { try SampleReader(path: $0, unit: unit) },
            motionStart: start ?? .zero, configuration: configuration, hasCamera: hasCamera ?? true)
    }

    /// Nobody knows at which time of day a recording was made, so the header has none.
    private static func write(
        _ recordings: TraceImport, _ configuration: Configuration, _ files: [String], to path: String
    ) throws -> (inputs: Int, span: TimeSpan, damage: [RecordingError]) {
        let file = try NewFile(path: path, from: files)
        let header = TraceHeader(
            tool: CommandLineProgram.version, chart: Chart.hashOfFocusExposure, monotonic: 0,
            wallClock: nil,
            session: .random(), configuration: configuration, devices: recordings.devices)
        var trace = try TraceWriter(header: header) { bytes in try file.write(copy bytes) }
        trace.addRemark("imported from \(files.joined(separator: " and "))")
        var recordings = recordings
        var progress = ProgressLine("tapfocus trace import")
        var inputs = 0
        var last = Instant(nanoseconds: 0)
        try recordings.run { input, effects, camera, engine in
            trace.record(input, effects, camera: camera)
            if trace.isSnapshotDue { trace.snapshot(of: engine) }
            try trace.flush()
            progress.advance()
            inputs += 1
            last = input.time
        }
        progress.end()
        try trace.end()
        try file.finish()
        return (inputs, last.since(Instant(nanoseconds: 0)), recordings.damage)
    }
}
