import FocusCore
import KioskRuntime

extension ClientCommands {
    static let photo = Command(
        name: "photo", arguments: ["FILE"],
        summary: "Take a photo, when nothing settles any more, through a running \"tapfocus run\".",
        details: """
            The program that shows the camera's picture takes it, for example the GStreamer element
            with photo-folder. FILE is below that folder, and appears complete or not at all; an
            existing one is replaced. A photo is never refused for its focus: it says how it stood.

            Exit status: 0 when the photo is there, 3 when it is there and may be unsharp or exposed
            wrongly, 1 when there is none.
            """,
        options: [
            .socket,
            Option(name: "wait", value: "S", help: "the longest wait until nothing settles, in seconds, 0…60 (3)"),
            Option(name: "of", value: "N", help: "the sharpest of N frames, 1…9 (1)"),
            Option(name: "now", value: nil, help: "do not wait: the frame of this moment"),
            Option(name: "live", value: nil, help: "with 1.5 s before and after it, as a Motion Photo"),
            Option(name: "json", value: nil, help: "as one JSON object"),
        ],
        body: { arguments in
            let request = try photoRequest(arguments)
            return try take(request, arguments)
        })

    static let bracket = Command(
        name: "bracket", arguments: ["FILE"],
        summary: "Take photos of several exposures or lens positions, through a running \"tapfocus run\".",
        details: """
            The number 1, 2, 3, … takes the place of %d in FILE, or else comes before its ending:
            near-1.jpg. The exposure, or with --focus the lens, has to be held: tap first. Each photo is
            one as "photo" takes it, and its metadata say which exposure and lens position it really has.
            Then they are as before. Where the lens lacks one of the positions, no photo is taken.

            Exit status: as that of "photo". The first photo that is not there ends the command.
            """,
        options: [
            .socket,
            Option(name: "ev", value: "LIST", help: "the exposures beside the present one, in EV, -4…4 (-1,0,1)"),
            Option(name: "focus", value: "LIST", help: "lens positions beside the held one, as shares of its range"),
            Option(name: "wait", value: "S", help: "the longest wait for each of them, in seconds, 0…60 (3)"),
            Option(name: "json", value: nil, help: "as JSON objects"),
        ],
        body: { arguments in
            var code = ExitCode.fine
            for request in try bracketRequests(arguments) {
                let end = try take(request, arguments)
                if end == .failed { return end }
                if end != .fine { code = end }
            }
            return code
        })

    private static func take(_ request: PhotoRequest, _ arguments: ParsedArguments) throws -> ExitCode {
        let line = try answer(to: .photo(request), arguments)
        if let code = try failure(in: line, arguments) { return code }
        try show(line, arguments)
        guard case .announcement(.photo(let report))? = KioskLine(line) else { return .failed }
        return report.outcomes.areGood ? .fine : .notAsWished
    }

    private static func bracketRequests(_ arguments: ParsedArguments) throws -> [PhotoRequest] {
        let request = try photoRequest(arguments)
        if let list = arguments["focus"] {
            guard arguments["ev"] == nil else { throw UsageError("a bracket has --ev or --focus: leave out one.") }
            let fault = UsageError("--focus is a list of numbers, -1…1, for example -0.05,0,0.05.")
            return several(request, focus: try numbers(list, in: LensWish.range, or: fault))
        }
        let fault = UsageError("--ev is a list of numbers, -4…4, for example -1,0,1 or -0.5,0.5.")
        let list = try numbers(arguments["ev"] ?? "-1,0,1", in: Configuration.compensationRange, or: fault)
        return list.enumerated().map { index, ev in
            var one = request
            one.path = numbered(request.path, index + 1)
            one.ev = ev
            return one
        }
    }

    /// A photo for each lens position. All of them are named in each, so that the first is refused where the lens lacks any.
    static func several(_ request: PhotoRequest, focus shares: [Double]) -> [PhotoRequest] {
        shares.enumerated().map { index, share in
            var one = request
            one.path = numbered(request.path, index + 1)
            one.lens = LensWish(share, from: shares.min(), to: shares.max())
            return one
        }
    }

    private static func numbers(
        _ list: String, in range: ClosedRange<Double>, or fault: UsageError
    ) throws -> [Double] {
        try list.split(separator: ",", omittingEmptySubsequences: false).map { text in
            guard let number = Double(text), range.contains(number) else { throw fault }
            return number
        }
    }

    /// The path of one photo of several: the number takes the place of %d, or else comes before the ending.
    static func numbered(_ path: String, _ number: Int) -> String {
        if let mark = path.indices.first(where: { path[$0...].hasPrefix("%d") }) {
            return "\(path[..<mark])\(number)\(path[path.index(mark, offsetBy: 2)...])"
        }
        let name = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let ending = path[name...].lastIndex(of: ".") ?? path.endIndex
        return "\(path[..<ending])-\(number)\(path[ending...])"
    }

    private static func photoRequest(_ arguments: ParsedArguments) throws -> PhotoRequest {
        let path = arguments.positional[0]
        guard 1...PhotoRequest.longestPath ~= path.utf8.count else {
            throw UsageError("FILE has 1 to \(PhotoRequest.longestPath) bytes.")
        }
        var wait = PhotoRequest.usualWait
        if let text = arguments["wait"] {
            guard let seconds = Double(text), PhotoRequest.waits.contains(seconds) else {
                throw UsageError("--wait is a number of seconds, 0…60, with a point before the decimals (1.5).")
            }
            guard !arguments.has("now") else { throw UsageError("--now does not wait: leave out --wait or --now.") }
            wait = seconds
        }
        var count = 1
        if let text = arguments["of"] {
            guard let number = Int(text), PhotoRequest.counts.contains(number) else {
                throw UsageError("--of is a whole number of frames, 1…9.")
            }
            count = number
        }
        return PhotoRequest(
            path: path, wait: wait, isNow: arguments.has("now"), of: count, isLive: arguments.has("live"))
    }
}
