/// The picture as browsers show it in an `<img>`: multipart/x-mixed-replace, each part a JPEG that replaces the one before.
public enum PictureStream {
    /// Separates the parts, here and at the picture socket.
    public static let boundary = "tapfocus"
    /// The field with a frame's time at the picture socket, in small letters.
    static let timeField = "x-captured"
    public static let contentType = "multipart/x-mixed-replace; boundary=\(boundary)"

    /// Begins the stream.
    public static let start = Array("--\(boundary)\r\n".utf8)

    /// A frame as a part. The boundary is at its end: a browser shows a part when that has come, and would show each frame late if it
    /// came with the next one.
    public static func part(_ jpeg: [UInt8]) -> [UInt8] {
        var part = Array("Content-Type: image/jpeg\r\nContent-Length: \(jpeg.count)\r\n\r\n".utf8)
        let end = "\r\n--\(boundary)\r\n".utf8
        part.reserveCapacity(part.count + jpeg.count + end.count)
        part += jpeg
        part += end
        return part
    }
}

/// The two ways in which a page gets the picture.
public enum PictureWish: Equatable, Sendable {
    /// Frame after frame, until the page or the holder ends it.
    case stream
    /// One frame that was exposed after the request.
    case photo
}
