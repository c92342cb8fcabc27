import CLinux
import CV4L2
import Glibc
import LinuxSystem

/// Streams from a camera as any other program would: with the kernel's own requests, without a library.
final class Capture {
    private let device: FileDescriptor
    let size: ImageSize
    /// As in `YUYV`.
    let format: String

    init(node: String, size wanted: ImageSize?, rate: Int?) throws {
        device = try FileDescriptor.open(
            node, flags: O_RDWR | O_NONBLOCK, attempt: "open \(node)", remedy: "Is there a camera?")
        var agreed = v4l2_format()
        agreed.type = tapfocus_buffer_type_capture
        var isAgreed = device.request(tapfocus_vidioc_g_fmt, &agreed)
        if isAgreed, let wanted {
            agreed.fmt.pix.width = UInt32(wanted.width)
            agreed.fmt.pix.height = UInt32(wanted.height)
            agreed.fmt.pix.bytesperline = 0
            agreed.fmt.pix.sizeimage = 0
            isAgreed = device.request(tapfocus_vidioc_s_fmt, &agreed)
        }
        guard isAgreed else { throw Failure.system("agree on a format with \(node)") }
        size = ImageSize(width: Int(agreed.fmt.pix.width), height: Int(agreed.fmt.pix.height))
        format = Self.text(of: agreed.fmt.pix.pixelformat)
        if let rate {
            var parameters = v4l2_streamparm()
            parameters.type = tapfocus_buffer_type_capture
            parameters.parm.capture.timeperframe = v4l2_fract(numerator: 1, denominator: UInt32(clamping: rate))
            guard device.request(tapfocus_vidioc_s_parm, &parameters) else {
                throw Failure.system("agree with \(node) on \(rate) frames a second")
            }
        }
        var buffers = v4l2_requestbuffers()
        (buffers.count, buffers.type, buffers.memory) = (4, tapfocus_buffer_type_capture, tapfocus_memory_mapped)
        guard device.request(tapfocus_vidioc_reqbufs, &buffers), buffers.count > 0 else {
            throw Failure.system("get buffers from \(node)")
        }
        for index in 0..<buffers.count { queue(index) }
        var type = tapfocus_buffer_type_capture
        guard device.request(tapfocus_vidioc_streamon, &type) else { throw Failure.system("stream from \(node)") }
    }

    deinit {
        var type = tapfocus_buffer_type_capture
        _ = device.request(tapfocus_vidioc_streamoff, &type)
    }

    var descriptor: Int32 { device.number }

    /// The next frame; nil if none has arrived yet.
    /// - Throws: `Failure` if the stream has ended.
    func next() throws -> Frame? {
        var buffer = Self.buffer(0)
        guard device.request(tapfocus_vidioc_dqbuf, &buffer) else {
            if errno == EAGAIN || errno == EINTR { return nil }
            throw Failure.system("get a frame")
        }
        queue(buffer.index)
        return Frame(sequence: buffer.sequence, isErroneous: buffer.flags & tapfocus_buffer_flag_error != 0)
    }

    private func queue(_ index: UInt32) {
        var buffer = Self.buffer(index)
        _ = device.request(tapfocus_vidioc_qbuf, &buffer)
    }

    private static func buffer(_ index: UInt32) -> v4l2_buffer {
        var buffer = v4l2_buffer()
        (buffer.index, buffer.type, buffer.memory) = (index, tapfocus_buffer_type_capture, tapfocus_memory_mapped)
        return buffer
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

extension FileDescriptor {
    /// Makes a request of V4L2. Returns false, and leaves the reason in errno, if the driver refuses it.
    fileprivate func request<Argument>(_ number: UInt, _ argument: inout Argument) -> Bool {
        withUnsafeMutablePointer(to: &argument) { tapfocus_ioctl(self.number, number, $0) } == 0
    }
}

/// Plays another program that uses the camera: `virtual-kiosk --hold NODE [SIZE [RATE]]`.
enum Hold {
    /// Streams until standard input ends. Prints one line when it has the stream, and one about the frames at the end.
    static func run(node: String, size: ImageSize?, rate: Int?) throws {
        let capture = try Capture(node: node, size: size, rate: rate)
        try StandardOutput.writeLine("streaming \(capture.size.text) \(capture.format)")
        let start = Clock.now()
        var (frames, errors, gaps) = (0, 0, 0)
        var last: UInt32?
        let input = FileDescriptor(owning: dup(STDIN_FILENO))
        while true {
            let events = Kernel.wait([(input.number, POLLIN), (capture.descriptor, POLLIN)], timeout: -1)
            guard events.count == 2 else { continue }
            if events[0] != 0, input.read(upTo: 4096) == nil { break }
            guard events[1] != 0, let frame = try capture.next() else { continue }
            frames += 1
            if frame.isErroneous { errors += 1 }
            if let last { gaps += Int(frame.sequence &- last) - 1 }
            last = frame.sequence
        }
        let seconds = Double((Clock.now() - start).seconds * 100).rounded() / 100
        try StandardOutput.writeLine(
            "streamed \(frames) frames in \(seconds) s, \(errors) erroneous, \(gaps) missing")
    }
}
