/// A JPEG frame of the program that holds the camera.
public struct PictureFrame: Equatable, Sendable {
    public var jpeg: [UInt8]
    /// When it was captured, in µs of CLOCK_MONOTONIC; nil: the holder does not know it.
    public var captured: Int64?

    public init(jpeg: [UInt8], captured: Int64?) {
        self.jpeg = jpeg
        self.captured = captured
    }
}

/// Something else than frames came through the picture socket: a sentence.
public struct PictureFault: Error, Equatable, Sendable, CustomStringConvertible {
    public var description: String
}

/// Reads the frames that come through a picture socket (Documentation/GStreamer.md): parts of a multipart stream, each with its length.
public struct PictureReader: Sendable {
    /// A longer frame is a fault; 16 MiB.
    public static let longestFrame = 1 << 24
    /// The limit of a line in front of a frame, in bytes.
    public static let longestLine = 256
    /// The limit of the lines in front of a frame.
    public static let mostFields = 16

    private enum Place {
        /// In front of the line that begins a part.
        case boundary
        /// In the lines that describe the frame.
        case fields(count: Int)
        /// In the frame, of which so many bytes are missing.
        case frame(missing: Int)
    }

    private var place = Place.boundary
    private var line: [UInt8] = []
    private var length: Int?
    private var captured: Int64?
    private var jpeg: [UInt8] = []

    public init() {}

    /// Takes the next bytes.
    /// - Parameter found: gets each frame that is complete.
    public mutating func read(
        _ bytes: UnsafeRawBufferPointer, _ found: (PictureFrame) -> Void
    ) throws(PictureFault) {
        var rest = bytes[...]
        while let byte = rest.first {
            if case .frame(let missing) = place {
                let count = min(missing, rest.count)
                jpeg.append(contentsOf: rest.prefix(count))
                rest = rest.dropFirst(count)
                place = .frame(missing: missing - count)
                if count == missing { found(takeFrame()) }
            } else {
                rest = rest.dropFirst()
                try take(byte)
            }
        }
    }

    private mutating func takeFrame() -> PictureFrame {
        let frame = PictureFrame(jpeg: jpeg, captured: captured)
        jpeg = []
        (length, captured, place) = (nil, nil, .boundary)
        return frame
    }

    private mutating func take(_ byte: UInt8) throws(PictureFault) {
        guard byte == UInt8(ascii: "\n") else {
            guard line.count < Self.longestLine else { throw PictureFault(description: "a line of it is too long") }
            return line.append(byte)
        }
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        let text = String(decoding: line, as: UTF8.self)
        line = []
        switch place {
        case .boundary: try begin(text)
        case .fields(let count): try describe(text, count)
        case .frame: break
        }
    }

    private mutating func begin(_ text: String) throws(PictureFault) {
        // The end of a frame's line.
        if text.isEmpty { return }
        guard text == "--" + PictureStream.boundary else {
            throw PictureFault(description: "it does not begin a frame with --\(PictureStream.boundary)")
        }
        place = .fields(count: 0)
    }

    private mutating func describe(_ text: String, _ count: Int) throws(PictureFault) {
        guard !text.isEmpty else { return try beginFrame() }
        guard count < Self.mostFields else { throw PictureFault(description: "a frame has too many fields") }
        place = .fields(count: count + 1)
        let parts = text.split(separator: ":", maxSplits: 1)
        guard parts.count == 2 else { throw PictureFault(description: "a field of it has no value") }
        let value = String(parts[1].drop { $0 == " " })
        switch parts[0].lowercased() {
        case "content-length":
            guard let number = Int(value), 1...Self.longestFrame ~= number else {
                throw PictureFault(description: "a frame has no length, or is too long")
            }
            length = number
        case "content-type":
            guard value == "image/jpeg" else { throw PictureFault(description: "its frames are no JPEG") }
        case PictureStream.timeField: captured = Int64(value)
        // A newer holder may say more.
        default: break
        }
    }

    private mutating func beginFrame() throws(PictureFault) {
        guard let length else { throw PictureFault(description: "a frame does not tell its length") }
        jpeg.reserveCapacity(length)
        place = .frame(missing: length)
    }
}
