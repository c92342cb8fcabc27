import CUinput
import Glibc

/// Streams from a camera as any other program would: with the kernel's own requests, without a library.
final class Capture {
    private let device: FileDescriptor
    private let buffers: UInt32
    let size: ImageSize
    /// As in `YUYV`.
    let format: String

    init(node: String, size wanted: ImageSize?, rate: Int?) throws {
        device = try FileDescriptor.open(
            node, flags: O_RDWR | O_NONBLOCK, attempt: "open \(node)", remedy: "Is there a camera?")
        var image = v4l2_pix_format()
        let answer = virtual_kiosk_video_format(
            device.number, UInt32(wanted?.width ?? 0), UInt32(wanted?.height ?? 0), &image)
        guard answer == 0 else { throw Failure.system("agree on a format with \(node)") }
        size = ImageSize(width: Int(image.width), height: Int(image.height))
        format = Self.text(of: image.pixelformat)
        if let rate, virtual_kiosk_video_rate(device.number, UInt32(clamping: rate)) != 0 {
            throw Failure.system("agree with \(node) on \(rate) frames a second")
        }
        let count = virtual_kiosk_video_request(device.number, 4)
        guard count > 0 else { throw Failure.system("get buffers from \(node)") }
        buffers = UInt32(count)
        for index in 0..<buffers { _ = virtual_kiosk_video_queue(device.number, index) }
        guard virtual_kiosk_video_stream(device.number, 1) == 0 else {
            throw Failure.system("stream from \(node)")
        }
    }

    deinit {
        _ = virtual_kiosk_video_stream(device.number, 0)
    }

    var descriptor: Int32 { device.number }

    /// The next frame; nil if none has arrived yet.
    /// - Throws: `Failure` if the stream has ended.
    func next() throws -> Frame? {
        var buffer = v4l2_buffer()
        guard virtual_kiosk_video_dequeue(device.number, &buffer) == 0 else {
            if errno == EAGAIN || errno == EINTR { return nil }
            throw Failure.system("get a frame")
        }
        _ = virtual_kiosk_video_queue(device.number, buffer.index)
        return Frame(sequence: buffer.sequence, isErroneous: buffer.flags & UInt32(V4L2_BUF_FLAG_ERROR) != 0)
    }

    struct Frame {
        let sequence: UInt32
        let isErroneous: Bool
    }

    private static func text(of code: UInt32) -> String {
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: code >> (8 * UInt32($0))) }
        return String(decoding: bytes.filter { $0 > 0x20 && $0 < 0x7F }, as: UTF8.self)
    }
}

/// Plays another program that uses the camera: `virtual-kiosk --hold NODE [SIZE [RATE]]`.
enum Hold {
    /// Streams until standard input ends. Prints one line when it has the stream, and one about the frames at the end.
    static func run(node: String, size: ImageSize?, rate: Int?) throws {
        let capture = try Capture(node: node, size: size, rate: rate)
        try FileDescriptor.standardOutput("streaming \(capture.size.text) \(capture.format)")
        let start = Clock.now()
        var (frames, errors, gaps) = (0, 0, 0)
        var last: UInt32?
        var descriptors = [
            pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
            pollfd(fd: capture.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        let input = FileDescriptor(owning: dup(STDIN_FILENO))
        while true {
            guard poll(&descriptors, 2, -1) >= 0 || errno == EINTR else { throw Failure.system("wait for frames") }
            if descriptors[0].revents != 0, input.read(upTo: 4096) == nil { break }
            guard descriptors[1].revents != 0, let frame = try capture.next() else { continue }
            frames += 1
            if frame.isErroneous { errors += 1 }
            if let last { gaps += Int(frame.sequence &- last) - 1 }
            last = frame.sequence
        }
        let seconds = Double((Clock.now() - start).seconds * 100).rounded() / 100
        try FileDescriptor.standardOutput(
            "streamed \(frames) frames in \(seconds) s, \(errors) erroneous, \(gaps) missing")
    }
}
