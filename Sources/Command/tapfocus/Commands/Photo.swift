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
            Option(name: "json", value: nil, help: "as one JSON object"),
        ],
        body: { arguments in
            let request = try photoRequest(arguments)
            let line = try answer(to: .photo(request), arguments)
            if let code = try failure(in: line, arguments) { return code }
            try show(line, arguments)
            guard case .announcement(.photo(let report))? = KioskLine(line) else { return .failed }
            return report.outcomes.areGood ? .fine : .notAsWished
        })

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
        return PhotoRequest(path: path, wait: wait, isNow: arguments.has("now"), of: count)
    }
}
