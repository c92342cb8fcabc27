import KioskRuntime

extension ClientCommands {
    static let movie = Command(
        name: "movie", arguments: ["[FILE]"],
        summary: "Record a movie, or end the one that is recorded, through a running \"tapfocus run\".",
        details: """
            The program that shows the camera's picture records it, for example tapfocus-camera with
            --folder. FILE is below that folder: .mkv (the camera's own JPEG) or .mp4 (H.264). No file
            is replaced. The command ends as soon as the movie is being recorded, and the movie goes on.
            It plays also when that program is killed, or the power is cut.

            Exit status: 0 when it is being recorded, or its file is complete; 1 when there is none, or
            it has ended too early.
            """,
        options: [
            .socket, Option(name: "end", value: nil, help: "end the movie, and wait until its file is complete"),
            Option(name: "seconds", value: "S", help: "the longest duration, 0…864000; 0: no limit (0)"),
            Option(name: "keep-free", value: "MB", help: "the movie ends when less is free on the disk (500)"),
            Option(name: "json", value: nil, help: "as one JSON object"),
        ],
        body: { arguments in
            let line = try answer(to: try movieRequest(arguments), arguments)
            if let code = try failure(in: line, arguments) { return code }
            try show(line, arguments)
            guard case .announcement(.movie(let report))? = KioskLine(line) else { return .failed }
            return report.reason?.isAsWished == false ? .failed : .fine
        })

    private static func movieRequest(_ arguments: ParsedArguments) throws -> ControlRequest {
        guard let path = arguments.positional.first else {
            guard arguments.has("end") else { throw UsageError("FILE is missing, or --end.") }
            guard !arguments.has("seconds"), !arguments.has("keep-free") else {
                throw UsageError("--seconds and --keep-free are for a movie that begins: leave them out, or --end.")
            }
            return .endMovie()
        }
        guard !arguments.has("end") else { throw UsageError("--end needs no FILE: there is one movie at a time.") }
        guard 1...PhotoRequest.longestPath ~= path.utf8.count else {
            throw UsageError("FILE has 1 to \(PhotoRequest.longestPath) bytes.")
        }
        var request = MovieRequest(path: path)
        if let text = arguments["seconds"] {
            guard let seconds = Double(text), MovieRequest.durations.contains(seconds) else {
                throw UsageError("--seconds is a number, 0…864000, with a point before the decimals (1.5).")
            }
            request.seconds = seconds
        }
        if let text = arguments["keep-free"] {
            let most = MovieRequest.spaces.upperBound / megabyte
            guard let megabytes = Int64(text), (0...most).contains(megabytes) else {
                throw UsageError("--keep-free is a whole number of megabytes, 0…\(most).")
            }
            request.keepFree = megabytes * megabyte
        }
        return .movie(request)
    }

    /// In bytes.
    private static let megabyte: Int64 = 1_000_000
}
