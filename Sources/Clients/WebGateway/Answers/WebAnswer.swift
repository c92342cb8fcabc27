/// The answer to a request.
public enum WebAnswer: Equatable, Sendable {
    /// A file of the folder of pages, or 404 if it is not there.
    case page(PagePath, host: Authority, reader: Origin?)
    /// A page of another server may ask for files: 204.
    case preflight(reader: Origin)
    /// A WebSocket.
    case webSocket
    /// The camera's picture, if there is one.
    case picture(PictureWish, reader: Origin?)
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
        case unavailable = 503
    }
}

extension WebAnswer.Refusal {
    /// The type of its content.
    public static let contentType = "text/plain; charset=utf-8"

    /// The content of the answer.
    public var content: String { sentence + "\n" }

    /// The whole answer, as it goes through a connection that then ends.
    /// - Parameters:
    ///   - phrase: its status in words.
    ///   - date: the header Date; nil: none.
    public func bytes(phrase: String, date: String?) -> [UInt8] {
        var headers = AnswerHeaders.refusal(status)
        if let date { headers.append(("Date", date)) }
        headers += [
            ("Connection", "close"), ("Content-Type", Self.contentType), ("Content-Length", "\(content.utf8.count)"),
        ]
        let lines = ["HTTP/1.1 \(status.rawValue) \(phrase)"] + headers.map { "\($0.name): \($0.value)" }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + content).utf8)
    }
}
