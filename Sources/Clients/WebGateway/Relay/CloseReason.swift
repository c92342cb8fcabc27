/// The reasons for which a WebSocket is closed, with their codes (RFC 6455, section 7.4, and IANA's registry).
public enum CloseReason: Equatable, Sendable {
    /// tapfocus-web ends.
    case ending
    /// A message was no text.
    case noText
    /// Nobody answers at the control socket.
    case noDaemon
    /// The daemon has closed the connection.
    case daemonGone
    /// The daemon does not read.
    case daemonBusy
    /// A program that is no TapFocus answers at the control socket.
    case noTapFocus
    /// All places are taken.
    case full
    /// There is no descriptor left.
    case noDescriptors

    public var code: UInt16 {
        switch self {
        case .ending: 1001
        case .noText: 1003
        case .noDaemon, .daemonGone, .daemonBusy, .noTapFocus, .full, .noDescriptors: 1013
        }
    }

    /// Up to 123 bytes, which is all that a close frame has room for.
    public var words: String {
        switch self {
        case .ending: "tapfocus-web ends"
        case .noText: "messages are text: one JSON object each"
        case .noDaemon: "\"tapfocus run\" does not answer at its control socket; try again later"
        case .daemonGone: "\"tapfocus run\" has closed the connection; try again later"
        case .daemonBusy: "\"tapfocus run\" does not read; try again later"
        case .noTapFocus: "what answers at the control socket is no TapFocus"
        case .full: "all \(ConnectionPlaces.mostWebSockets) places are taken; try again later"
        case .noDescriptors: "tapfocus-web has too many files open; try again later"
        }
    }

    /// The frame that closes a WebSocket for this reason, as a server sends it. libsoup 3.2 knows no code 1013, and would send 1002, a
    /// broken protocol, in its place.
    public var frame: [UInt8] {
        let text = Array(words.utf8)
        return [0x88, UInt8(2 + text.count), UInt8(code >> 8), UInt8(code & 0xff)] + text
    }
}
