import KioskRuntime
import StateTrace

enum TraceExportCommand {
    static let command = Command(
        name: "trace export", arguments: ["TRACE"],
        summary: "Write a trace for other programs: as a time line for Perfetto, or as a table.",
        details: """
            perfetto: Chrome's trace format (JSON), which ui.perfetto.dev and chrome://tracing show: one lane each for states, taps,
            touches, timers, focus, exposure, calls, frames, devices and faults; curves for lens, sharpness and exposure.
            csv: a table (RFC 4180) with a row for each input and each effect; Documentation/Traces.md lists its columns.
            Exit status 1: the trace is damaged, and was written up to the damage; or the file is no trace, and FILE stays as
            it is.
            """,
        options: [
            Option(name: "format", value: "perfetto|csv", help: "the format", need: .required),
            .output,
        ],
        body: { arguments in
            let source = arguments.positional[0]
            let path = try OutputFile.path(arguments, sources: [source])
            switch arguments["format"] {
            case "perfetto": return try export(source, as: PerfettoExport(), to: path)
            case "csv": return try export(source, as: TableExport(), to: path)
            case let other?: throw UsageError("--format: expected perfetto or csv, not \"\(other)\".")
            case nil: throw UsageError("--format is missing: perfetto or csv.")
            }
        })

    private static func export(_ source: String, as format: some ExportFormat, to path: String) throws -> ExitCode {
        var format = format
        let reader = try TraceReader(path: source)
        let file = try NewFile(path: path, from: [source])
        var progress = ProgressLine("tapfocus trace export")
        try file.write(format.beginning)
        while let event = try reader.next() {
            try file.write(format.bytes(for: event))
            if case .input = event { progress.advance() }
        }
        progress.end()
        if reader.hasBegun || reader.fault == nil {
            try file.write(format.ending())
            try file.finish()
        }
        for line in reader.tornLines { CommandLineProgram.complain(TraceFaultWords.torn(line)) }
        return TraceFaultWords.conclude(reader.fault, in: source, "trace export")
    }
}
