import KioskRuntime
import StateTrace
import TracePage

enum TraceViewCommand {
    static let command = Command(
        name: "trace view", arguments: ["TRACE"],
        summary: "Write a page that shows a trace: time line, view, chart, search, and a what-if slider.",
        details: """
            The page is one HTML file that needs no network; any browser since 2023 shows it. Its key "?" lists all keys.
            Its slider runs the recorded inputs again, in the browser. For that it needs the engine as a WebAssembly module:
            tapfocus.wasm beside the program, or PREFIX/share/tapfocus/tapfocus.wasm. Without it the page has no slider.
            The page contains the whole trace, so users who may not read TRACE may not read FILE either. Recorded traces have
            the mode 0640: a web server answers 403 for their pages. To publish a page: chmod a+r FILE.
            Exit status 1: the file is damaged, and the page shows it up to the damage; or it is no trace, and FILE stays as
            it is.
            """,
        options: [
            .output,
            Option(name: "engine", value: "FILE", help: "the engine's WebAssembly module"),
        ],
        body: { arguments in
            let source = arguments.positional[0]
            let output = try OutputFile.path(arguments, sources: [source])
            let engine = try arguments["engine"].map(readEngine) ?? PageEngine.shipped()
            return try view(source, output, engine)
        })

    /// The most inputs of a page: a day of a busy kiosk. A browser would take long, and much memory, for more.
    private static let most = 2_000_000

    private static func view(_ path: String, _ output: String, _ engine: [UInt8]?) throws -> ExitCode {
        let reader = try TraceReader(path: path)
        // Whether the page can be written shows now, and not after the whole trace was read.
        let file = try NewFile(path: output, from: [path])
        let name = PathName.last(of: path)
        let about: JSONValue = ["file": .text(InputWords.plain(name)), "tool": .text(CommandLineProgram.version)]
        var page = TracePage(about: json(about))
        var notes = PageNotes()
        var progress = ProgressLine("tapfocus trace view")
        defer { progress.end() }
        var inputs = 0
        var damage: [String] = []
        while let event = try reader.next() {
            if case .input = event {
                inputs += 1
                progress.advance()
            }
            guard inputs <= most else {
                damage.append("the page ends after \(most) inputs: the trace has more")
                break
            }
            page.add(reader.bytes, notes: notes.notes(for: event, reader.bytes))
        }
        progress.end()
        damage += reader.tornLines.map(TraceFaultWords.torn)
        if let fault = reader.fault { damage.append(TraceFaultWords.fault(fault, in: path)) }
        defer { for sentence in damage { CommandLineProgram.complain("tapfocus trace view: \(sentence)") } }
        guard reader.hasBegun || reader.fault == nil else { return .failed }
        let html = page.html(
            closing: json(["damage": .list(damage.map { .text(InputWords.plain($0)) })]), engine: engine)
        try file.write(html)
        try file.finish()
        if engine == nil {
            CommandLineProgram.complain(
                "tapfocus trace view: the page has no what-if slider, because there is no tapfocus.wasm. "
                    + "\"make release\" builds it.")
        }
        return reader.fault == nil ? .fine : .failed
    }

    private static func json(_ object: JSONValue) -> String { String(decoding: object.bytes, as: UTF8.self) }

    private static func readEngine(_ path: String) throws -> [UInt8] {
        let module: [UInt8]
        do throws(SystemError) {
            module = try WholeFile.read(path)
        } catch {
            throw TraceFileError(attempt: "read the engine", path: path, code: error.code)
        }
        guard module.starts(with: PageEngine.magic) else {
            throw UsageError("\(path) is no WebAssembly module. Scripts/build/wasm builds one.")
        }
        return module
    }
}

/// The engine's WebAssembly module, as it is installed with the program.
enum PageEngine {
    /// The first bytes of each module.
    static let magic: [UInt8] = [0x00, 0x61, 0x73, 0x6d]

    /// The module's bytes; nil if there is no module.
    static func shipped() -> [UInt8]? {
        let folder = PathName.folder(of: ProcessSurroundings.program)
        let places = ["\(folder)/tapfocus.wasm", "\(PathName.folder(of: folder))/share/tapfocus/tapfocus.wasm"]
        return places.lazy.compactMap { try? WholeFile.read($0) }.first { $0.starts(with: magic) }
    }
}
