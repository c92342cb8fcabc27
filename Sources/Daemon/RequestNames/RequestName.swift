/// The names of the requests of the control socket, as lines have them. A target of its own: who passes requests on, such as the gateway
/// of the pages, has to know their names, and nothing of what they mean.
public enum RequestName: String, CaseIterable, Sendable {
    case tap, lock, unlock, zoom, light, lamp, camera, cameras
    case showView = "show-view"
    case compensate, view
    case sendTaps = "send-taps"
    case status, watch
    case holdFrames = "hold-frames"
    case frame
    case framesEnded = "frames-ended"
    case photo
    case photoTaken = "photo-taken"
    case photoKept = "photo-kept"
    case photoFailed = "photo-failed"
    case movie
    case endMovie = "end-movie"
    case movieBegun = "movie-begun"
    case movieEnded = "movie-ended"
    case codeRead = "code-read"
    case faceSeen = "face-seen"
    case markTrace = "mark-trace"
    case nextTrace = "next-trace"

    /// The longest accepted line of a request, in bytes; 64 KiB.
    public static let longestLine = 65_536
    /// The answer to a line that is longer.
    package static let tooLong = "a request may have up to 64 KiB; this one has more."

    /// Names in a sentence: "tap, view and status".
    package static func list(_ names: [RequestName]) -> String {
        let words = names.map { $0.rawValue }
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " and " + last
    }
}
