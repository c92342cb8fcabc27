import CZlib

/// Text that is compressed while it grows (gzip), and handed out in base64.
struct CompressedText {
    private static let chunk = 1 << 16
    /// zlib's stream points to itself, so it may not move.
    private let stream: UnsafeMutablePointer<z_stream>
    private var waiting: [UInt8] = []
    private var output: [UInt8] = []

    init() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        _ = tf_deflate_begin(stream)
        waiting.reserveCapacity(Self.chunk * 2)
    }

    mutating func append(_ bytes: some Sequence<UInt8>) {
        waiting.append(contentsOf: bytes)
        if waiting.count >= Self.chunk { deflate(Z_NO_FLUSH) }
    }

    /// Ends the text; nothing may be appended afterwards.
    mutating func finish() -> [UInt8] {
        deflate(Z_FINISH)
        deflateEnd(stream)
        stream.deallocate()
        return Base64.text(of: output)
    }

    private mutating func deflate(_ flush: Int32) {
        var buffer = [UInt8](repeating: 0, count: Self.chunk)
        waiting.withUnsafeMutableBufferPointer { input in
            stream.pointee.next_in = input.baseAddress
            stream.pointee.avail_in = UInt32(input.count)
            repeat {
                let count = buffer.withUnsafeMutableBufferPointer { room in
                    stream.pointee.next_out = room.baseAddress
                    stream.pointee.avail_out = UInt32(room.count)
                    _ = CZlib.deflate(stream, flush)
                    return room.count - Int(stream.pointee.avail_out)
                }
                output.append(contentsOf: buffer[..<count])
            } while stream.pointee.avail_out == 0
        }
        waiting.removeAll(keepingCapacity: true)
    }
}
