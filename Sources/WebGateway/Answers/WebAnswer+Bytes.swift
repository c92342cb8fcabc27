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
