/// The answer to a request.
public enum WebAnswer: Equatable, Sendable {
    /// A file of the folder of pages, or 404 if it is not there.
    case page(PagePath, host: Authority, reader: Origin?)
    /// A page of another server may ask for files: 204.
    case preflight(reader: Origin)
    /// A WebSocket.
    case webSocket
    case refused(Refusal)

    /// A refusal, in words for the person who looks at it.
    public struct Refusal: Equatable, Sendable {
        public var status: Status
        public var sentence: String

        public init(_ status: Status, _ sentence: String) {
            self.status = status
            self.sentence = sentence
        }
    }

    public enum Status: UInt32, Sendable {
        case badRequest = 400
        case forbidden = 403
        case notFound = 404
        case methodNotAllowed = 405
        case tooLarge = 413
        case upgradeRequired = 426
    }
}
