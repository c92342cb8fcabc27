import FocusCore
import Glibc
import KioskRuntime

/// The commands that talk to a running `tapfocus run`.
enum ClientCommands {
    static let tap = Command(
        name: "tap", arguments: ["X", "Y"],
        summary: "Tap at view coordinates 0…1, through a running \"tapfocus run\".", options: [.socket],
        body: { arguments in
            guard let x = Double(arguments.positional[0]), let y = Double(arguments.positional[1]),
                (0...1).contains(x), (0...1).contains(y)
            else {
                throw UsageError(
                    "X and Y are view coordinates, with a point before the decimals (0.5): (0, 0) is the top left, "
                        + "(1, 1) the bottom right.")
            }
            return try ask(.tap(x: x, y: y), arguments)
        })

    static let showView = Command(
        name: "show-view", summary: "Report that the camera's view is shown again: back to continuous.",
        options: [.socket],
        body: { arguments in try ask(.showView, arguments, ClientSentences.viewShown) })

    static let compensate = Command(
        name: "compensate", arguments: ["EV"],
        summary: "Make the picture brighter or darker: 1 doubles its light, -1 halves it, 0 takes it back (-4…4 EV).",
        details: "It is in force until \"tapfocus run\" ends or another \"compensate\" comes.",
        options: [.socket],
        body: { arguments in
            guard let ev = Double(arguments.positional[0]), Configuration.compensationRange.contains(ev) else {
                throw UsageError("EV is a number, -4…4: 1 doubles the picture's light, -1 halves it, 0 takes it back.")
            }
            return try ask(.compensate(ev: ev), arguments) { ClientSentences.compensated($0, ev: ev) }
        })

    static let status = Command(
        name: "status", summary: "Print the status of a running \"tapfocus run\".",
        options: [.socket, Option(name: "json", value: nil, help: "as one JSON object")],
        body: { arguments in try ask(.status, arguments) })

    static let traceMark = Command(
        name: "trace mark", arguments: ["TEXT"],
        summary: "Put words into the trace of a running \"tapfocus run\", at this moment.",
        details: """
            "trace show" shows them; replay skips them. With --trace-on, the minute before and after them is kept, too.
            """,
        options: [.socket],
        body: { arguments in
            let text = arguments.positional[0]
            return try ask(.markTrace(text), arguments) { try ClientSentences.marked($0, text) }
        })

    static let traceNext = Command(
        name: "trace next", summary: "Have a running \"tapfocus run\" begin a new file of its trace, as SIGHUP does.",
        options: [.socket], body: { arguments in try ask(.nextTrace, arguments, ClientSentences.nextFileBegun) })

    static let watch = Command(
        name: "watch", summary: "Print all messages of a running \"tapfocus run\", until one of the two ends.",
        options: [.socket, Option(name: "json", value: nil, help: "as JSON lines")],
        body: { arguments in
            let client = try connect(arguments)
            try client.send(.watch)
            while let line = try client.nextLine(whileRead: STDOUT_FILENO) { try show(line, arguments) }
            return .fine
        })

    static func connect(_ arguments: ParsedArguments) throws -> KioskClient {
        try KioskClient(SocketPlace(arguments["socket"]))
    }

    /// Sends a request and prints its one answer. An error object means failure.
    /// - Parameter sentence: what was done, from the status that answers; nil: the whole status is printed.
    private static func ask(
        _ request: ControlRequest, _ arguments: ParsedArguments, _ sentence: ((StatusLine) throws -> String)? = nil
    ) throws -> ExitCode {
        let line = try answer(to: request, arguments)
        if let code = try failure(in: line, arguments) { return code }
        if let sentence, case .status(let status)? = KioskLine(line) {
            try StandardOutput.writeLine(PlainText.line(try sentence(status)))
        } else {
            try show(line, arguments)
        }
        return .fine
    }

    /// Sends a request.
    /// - Returns: its one answer.
    static func answer(to request: ControlRequest, _ arguments: ParsedArguments) throws -> [UInt8] {
        let client = try connect(arguments)
        do throws(SocketError) {
            try client.send(request)
        } catch {
            // A server without room closes at once; the reason is in the line that it has sent.
            guard error.code == EPIPE else { throw error }
        }
        guard let line = client.nextLine() else {
            throw KioskError(
                "the connection was closed before an answer came: \"tapfocus run\" has ended, or needed the place for "
                    + "another client. Try again; if nothing listens any more, start \"tapfocus run\" again.")
        }
        return line
    }

    /// An error object means failure: the exit status then, after the object was printed as JSON; nil: the answer is another one.
    /// - Throws: the error's sentence, where JSON is not wanted.
    static func failure(in line: [UInt8], _ arguments: ParsedArguments) throws -> ExitCode? {
        guard case .announcement(.error(let message, _))? = KioskLine(line) else { return nil }
        guard arguments.has("json") else { throw KioskError(PlainText.line(message)) }
        try show(line, arguments)
        return .failed
    }

    static func show(_ line: [UInt8], _ arguments: ParsedArguments) throws {
        let text: String
        switch arguments.has("json") ? nil : KioskLine(line) {
        case .announcement(let announcement)?: text = AnnouncementWords.words(for: announcement)
        case .status(let status)?: text = words(for: status)
        case nil:
            // A program gets the line as it is. Whatever listens at the socket might command a terminal with it.
            let line = String(decoding: line, as: UTF8.self)
            text = isatty(STDOUT_FILENO) == 1 ? PlainText.line(line) : line
        }
        try StandardOutput.writeLine(text)
    }

    private static func words(for status: StatusLine) -> String {
        let point = status.point.map { String(printf: " at %.3f, %.3f", $0.x, $0.y) } ?? ""
        var lines = ["\(status.state)\(point)\(status.moved ? ", moved since" : "")"]
        if let ev = status.compensation, ev != 0 { lines[0] += String(printf: ", %+.1f EV", ev) }
        if let missing = status.missingCompensation, missing != 0 {
            lines[0] += String(printf: " (held %.1f EV too ", abs(missing)) + (missing > 0 ? "dark)" : "bright)")
        }
        if let unlockers = status.unlockers { lines[0] += ", \(AnnouncementWords.words(forUnlockers: unlockers))" }
        lines.append(words("camera", status.camera))
        if let camera = status.camera, let focus = camera.focusLevel, let exposure = camera.exposureLevel {
            lines[1] += ": focus \"\(focus)\", exposure \"\(exposure)\""
        }
        lines.append(words("touchscreen", status.touchscreen))
        let sleep = status.accelerometer?.awake.map { $0 ? ", awake" : ", asleep" } ?? ""
        lines.append(words("accelerometer", status.accelerometer) + sleep)
        if let trace = status.trace { lines.append("trace: \(trace)") }
        return lines.map { PlainText.line($0) }.joined(separator: "\n")
    }

    private static func words(_ kind: String, _ device: StatusLine.Device?) -> String {
        device.map { "\(kind): \($0.name) (\($0.path))" } ?? "\(kind): none"
    }
}

/// A sentence: the effect of a command on a running `tapfocus run`.
enum ClientSentences {
    /// - Parameter status: as it is after the request.
    static func viewShown(_ status: StatusLine) -> String {
        // A run that is ending changes its state no more.
        guard status.state == "continuousAuto" else { return "the view is shown again; the state is \(status.state)" }
        return "continuousAuto: focus and exposure follow the scene, because the view is shown again"
    }

    /// - Parameter ev: the compensation that was asked for; an older `run` does not tell the one in force.
    static func compensated(_ status: StatusLine, ev: Double) -> String {
        let ev = status.compensation ?? ev
        guard status.camera != nil else {
            return "there is no camera now; the next one begins with a compensation of \(AnnouncementWords.stops(ev))"
        }
        // Nothing is held: a camera without a bias goes on as before, and a tap's exposure is the first that has the compensation.
        if status.state == "continuousAuto" {
            return "compensation \(AnnouncementWords.stops(ev)) is in force: a camera with a bias follows at once, "
                + "others from the next tap on"
        }
        let way = ev > 0 ? "brighter" : "darker"
        let change =
            ev == 0
            ? "the picture is as bright as the camera or TapFocus chooses"
            : "the picture is \(String(printf: "%.4g", abs(ev))) EV \(way) than the camera or TapFocus would choose"
        guard let missing = status.missingCompensation, missing != 0 else { return change }
        let rest = String(printf: "%.1f EV too ", abs(missing)) + (missing > 0 ? "dark" : "bright")
        return "\(change), but the held exposure stays \(rest); the next tap exposes again, as far as the camera can"
    }

    static func marked(_ status: StatusLine, _ text: String) throws -> String {
        "\"\(text)\" is in the trace \(try trace(status))"
    }

    static func nextFileBegun(_ status: StatusLine) throws -> String {
        let trace = try trace(status)
        var file = stat()
        let isFolder = stat(trace, &file) == 0 && file.st_mode & S_IFMT == S_IFDIR
        // A ring has a folder. A file is begun again only if it was renamed before.
        guard isFolder else {
            return "the trace \(trace) is opened again: it is a new file if it was renamed, and else goes on at its end"
        }
        return "the file is complete, and another one begins in the trace \(trace)"
    }

    private static func trace(_ status: StatusLine) throws -> String {
        guard let trace = status.trace else {
            throw KioskError("the trace could not be written just now. \"tapfocus run\" prints the reason.")
        }
        return trace
    }
}
