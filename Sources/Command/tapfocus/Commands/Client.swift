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

    static let lock = Command(
        name: "lock",
        summary: "Lock focus and exposure: nothing that moves unlocks them, only the next tap or \"unlock\" does.",
        details: """
            Without --at, what is held now is locked, or the centre of the view where nothing is held. The lock outlives
            the command.
            """,
        options: [
            .socket,
            Option(name: "at", value: "X,Y", help: "focus and expose there first, in view coordinates 0…1"),
            Option(name: "ignore-taps", value: nil, help: "no tap ends the lock, only \"unlock\" and \"show-view\" do"),
        ],
        body: { arguments in
            var wish = LockWish(endsWithTap: !arguments.has("ignore-taps"), stays: true)
            if let text = arguments["at"] {
                let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
                guard numbers.count == 2, let x = numbers[0], let y = numbers[1], (0...1).contains(x),
                    (0...1).contains(y)
                else {
                    throw UsageError(
                        "--at: expected view coordinates X,Y with points before the decimals (0.5,0.5): 0,0 is the top "
                            + "left, 1,1 the bottom right.")
                }
                (wish.x, wish.y) = (x, y)
            }
            return try ask(.lock(wish), arguments)
        })

    static let unlock = Command(
        name: "unlock", summary: "End a lock of focus and exposure: the next motion lets go of what is held.",
        options: [.socket], body: { arguments in try ask(.unlock, arguments, ClientSentences.unlocked) })

    static let zoom = Command(
        name: "zoom", arguments: ["WHERE"],
        summary: "Zoom the camera: to a place in its range (0…1), to a factor (2x), to the \"original\", or \"stop\".",
        details: "It outlives the command, and ends with \"tapfocus run\". Focus and exposure that are held stay.",
        options: [
            .socket,
            Option(
                name: "rate", value: "RATE",
                help: "doublings of the factor in a second, or shares of the range where it is unknown (at once)"),
        ],
        body: { arguments in
            guard let target = zoomTarget(arguments.positional[0]) else {
                throw UsageError(
                    "WHERE is a place in the camera's range, 0…1, a factor as 2x (1x or more), \"original\" or "
                        + "\"stop\".")
            }
            let rate = arguments["rate"].map { Double($0) ?? 0 }
            if let rate, !(rate > 0 && rate.isFinite) { throw UsageError("--rate: expected a number above 0.") }
            let request = ZoomRequest(ZoomWish(target, rate: rate), stays: true)
            return try ask(.zoom(request), arguments, ClientSentences.zoomed)
        })

    private static func zoomTarget(_ text: String) -> ZoomWish.Target? {
        if text == "original" { return .original }
        if text == "stop" { return .here }
        if text.hasSuffix("x") {
            return Double(text.dropLast()).flatMap { $0 >= 1 && $0.isFinite ? .factor($0) : nil }
        }
        return Double(text).flatMap { (0...1).contains($0) ? .linear($0) : nil }
    }

    static let light = Command(
        name: "light", arguments: ["STATE"],
        summary: "Tell that a lamp was switched \"on\" or \"off\": the held exposure is found again, or goes back.",
        details: "Focus stays, and nothing unlocks because of the light.",
        options: [.socket],
        body: { arguments in
            let states = ["on": true, "off": false]
            guard let isOn = states[arguments.positional[0]] else { throw UsageError("STATE is on or off.") }
            return try ask(.light(isOn: isOn, stays: true), arguments) { ClientSentences.lit(isOn, "light", $0) }
        })

    static let lamp = Command(
        name: "lamp", arguments: ["LEVEL"],
        summary: "Switch the lamp of a running \"tapfocus run\": 0…1 of its most, \"on\" or \"off\".",
        details: "A held exposure is found again with it, and goes back without it. It ends with \"tapfocus run\".",
        options: [.socket],
        body: { arguments in
            let names: [String: Double] = ["on": 1, "off": 0]
            let text = arguments.positional[0]
            guard let level = names[text] ?? Double(text), (0...1).contains(level) else {
                throw UsageError("LEVEL is on, off, or a number, 0…1: 1 is as bright as the lamp can be, 0 is off.")
            }
            return try ask(.lamp(level: level, stays: true), arguments) {
                ClientSentences.lit(level > 0, "lamp", $0)
            }
        })

    static let camera = Command(
        name: "camera", arguments: ["CAMERA"],
        summary: "Use another camera, by its path in /dev or its name. \"tapfocus cameras\" lists them.",
        details: """
            The other camera is opened first. If that fails, nothing has changed; otherwise the present one gets its
            original settings back, and the other one is used.
            """,
        options: [.socket],
        body: { arguments in
            let name = arguments.positional[0]
            guard !["", "auto", "none"].contains(name) else { throw UsageError("CAMERA is a path in /dev, or a name.") }
            return try ask(.camera(name), arguments, ClientSentences.switched)
        })

    static let cameras = Command(
        name: "cameras", summary: "List the cameras that a running \"tapfocus run\" can use, and the one that it uses.",
        options: [.socket, Option(name: "json", value: nil, help: "as one JSON object")],
        body: { arguments in try ask(.cameras, arguments) })

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
        case .cameras(let line)?: text = ClientSentences.words(for: line.cameras)
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
        if let keeper = status.kept { lines[0] += ", locked by \(keeper == .person ? "a person" : "an application")" }
        if let ev = status.compensation, ev != 0 { lines[0] += String(printf: ", %+.1f EV", ev) }
        if let missing = status.missingCompensation, missing != 0 {
            lines[0] += String(printf: " (held %.1f EV too ", abs(missing)) + (missing > 0 ? "dark)" : "bright)")
        }
        if let unlockers = status.unlockers { lines[0] += ", \(AnnouncementWords.words(forUnlockers: unlockers))" }
        lines.append(words("camera", status.camera))
        if let camera = status.camera, let focus = camera.focusLevel, let exposure = camera.exposureLevel {
            lines[1] += ": focus \"\(focus)\", exposure \"\(exposure)\""
        }
        if let camera = status.camera, let zoom = camera.zoom, zoom != 0 {
            lines[1] += ", \(ClientSentences.zoom(zoom, camera.zoomFactor))"
        }
        if status.camera?.shutter == "closed" { lines[1] += ", its shutter is closed" }
        lines.append(words("touchscreen", status.touchscreen))
        let sleep = status.accelerometer?.awake.map { $0 ? ", awake" : ", asleep" } ?? ""
        lines.append(words("accelerometer", status.accelerometer) + sleep)
        if let movie = status.movie { lines.append("movie: \(movie)") }
        if let trace = status.trace { lines.append("trace: \(trace)") }
        return lines.map { PlainText.line($0) }.joined(separator: "\n")
    }

    private static func words(_ kind: String, _ device: StatusLine.Device?) -> String {
        device.map { "\(kind): \($0.name) (\($0.path))" } ?? "\(kind): none"
    }
}
