/// The encoding of the camera's frames. A camera has only one.
enum StreamFormat: String, CaseIterable {
    /// YUY2: two bytes a pixel, brightness and colour in turn.
    case yuyv
    case mjpeg
    /// YUY2 under the name of Z16, which contains distances: the kernel passes it on, and no program decodes it as a picture.
    case unknown
    /// YUY2 under a name that the kernel does not know either: newer kernels do not accept such a camera.
    case nameless

    static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

    var levels: Luma.Levels { self == .mjpeg ? .full : .video }

    /// Limit of a frame's size, in bytes.
    func largestFrame(of size: ImageSize) -> Int { size.pixels * 2 }

    func encode(_ luma: Luma) -> [UInt8] {
        switch self {
        case .mjpeg: JPEGEncoder.encode(luma)
        case .yuyv, .unknown, .nameless: Self.yuy2(luma)
        }
    }

    /// Without colour: 128 in every second byte.
    private static func yuy2(_ luma: Luma) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: luma.bytes.count * 2) { frame, count in
            luma.bytes.withUnsafeBufferPointer { bytes in
                frame.withMemoryRebound(to: UInt16.self) { pairs in
                    for index in bytes.indices { pairs[index] = UInt16(littleEndian: 0x8000 | UInt16(bytes[index])) }
                }
            }
            count = luma.bytes.count * 2
        }
    }
}
