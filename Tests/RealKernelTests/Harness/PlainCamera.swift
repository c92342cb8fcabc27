import CLinux
import CV4L2
import Foundation

/// A camera as the kernel shows it, without tapfocus: single controls, and frames from its buffers.
final class PlainCamera {
    /// A frame, copied out of its buffer.
    struct Frame {
        var sequence: UInt32
        var isErroneous: Bool
        /// Unchanged; in YUYV every second byte is a pixel's brightness, 16 to 235.
        var bytes: [UInt8]
        var width: Int
    }

    /// The kernel's numbers (linux/v4l2-controls.h).
    enum Control: UInt32 {
        case gain = 0x0098_0913
        case exposureAuto = 0x009a_0901
        case exposure = 0x009a_0902
        case focus = 0x009a_090a
        case focusAuto = 0x009a_090c
        case zoom = 0x009a_090d
    }

    private let descriptor: Int32
    private var image = v4l2_pix_format()
    private var buffers: [UnsafeBufferPointer<UInt8>] = []

    init(_ node: String) throws {
        descriptor = open(node, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw HarnessError("cannot open \(node): errno \(errno)") }
    }

    deinit {
        stop()
        close(descriptor)
    }

    /// Starts the stream. Returns nil, or the errno if it cannot stream.
    func start(width: Int = 0, height: Int = 0, rate: Int? = nil) -> Int32? {
        var format = v4l2_format()
        format.type = tapfocus_buffer_type_capture
        guard request(tapfocus_vidioc_g_fmt, &format) else { return errno }
        if width > 0 {
            (format.fmt.pix.width, format.fmt.pix.height) = (UInt32(width), UInt32(height))
            (format.fmt.pix.bytesperline, format.fmt.pix.sizeimage) = (0, 0)
            guard request(tapfocus_vidioc_s_fmt, &format) else { return errno }
        }
        image = format.fmt.pix
        if let rate {
            var parameters = v4l2_streamparm()
            parameters.type = tapfocus_buffer_type_capture
            parameters.parm.capture.timeperframe = v4l2_fract(numerator: 1, denominator: UInt32(rate))
            guard request(tapfocus_vidioc_s_parm, &parameters) else { return errno }
        }
        var wanted = Self.buffers(4)
        guard request(tapfocus_vidioc_reqbufs, &wanted) else { return errno }
        for index in 0..<wanted.count {
            var buffer = Self.buffer(index)
            guard request(tapfocus_vidioc_querybuf, &buffer) else { return errno }
            let length = Int(buffer.length)
            let start = mmap(nil, length, PROT_READ, MAP_SHARED, descriptor, Int(buffer.m.offset))
            guard let start, start != MAP_FAILED else { return errno }
            buffers.append(UnsafeBufferPointer(start: start.assumingMemoryBound(to: UInt8.self), count: length))
            guard queue(index) else { return errno }
        }
        var type = tapfocus_buffer_type_capture
        return request(tapfocus_vidioc_streamon, &type) ? nil : errno
    }

    func stop() {
        guard !buffers.isEmpty else { return }
        var type = tapfocus_buffer_type_capture
        _ = request(tapfocus_vidioc_streamoff, &type)
        for buffer in buffers { munmap(UnsafeMutableRawPointer(mutating: buffer.baseAddress), buffer.count) }
        buffers = []
        var none = Self.buffers(0)
        _ = request(tapfocus_vidioc_reqbufs, &none)
    }

    /// Makes a request. Returns false, and leaves the reason in errno, if the driver refuses it.
    private func request<Argument>(_ number: UInt, _ argument: inout Argument) -> Bool {
        withUnsafeMutablePointer(to: &argument) { tapfocus_ioctl(descriptor, number, $0) } == 0
    }

    private func queue(_ index: UInt32) -> Bool {
        var buffer = Self.buffer(index)
        return request(tapfocus_vidioc_qbuf, &buffer)
    }

    private static func buffer(_ index: UInt32) -> v4l2_buffer {
        var buffer = v4l2_buffer()
        (buffer.index, buffer.type, buffer.memory) = (index, tapfocus_buffer_type_capture, tapfocus_memory_mapped)
        return buffer
    }

    private static func buffers(_ count: UInt32) -> v4l2_requestbuffers {
        var buffers = v4l2_requestbuffers()
        (buffers.count, buffers.type, buffers.memory) = (count, tapfocus_buffer_type_capture, tapfocus_memory_mapped)
        return buffers
    }

    var width: Int { Int(image.width) }
    var height: Int { Int(image.height) }

    /// The next frame; nil if none has arrived in time.
    func frame(within seconds: Double = 20) throws -> Frame? {
        let deadline = Clock.now + Clock.nanoseconds(seconds)
        var buffer = Self.buffer(0)
        while !request(tapfocus_vidioc_dqbuf, &buffer) {
            guard errno == EAGAIN || errno == EINTR else { throw HarnessError("no frames any more: errno \(errno)") }
            guard Clock.now < deadline else { return nil }
            var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            poll(&wait, 1, 20)
        }
        defer { _ = queue(buffer.index) }
        return Frame(
            sequence: buffer.sequence, isErroneous: buffer.flags & tapfocus_buffer_flag_error != 0,
            bytes: Array(buffers[Int(buffer.index)].prefix(Int(buffer.bytesused))), width: width)
    }

    /// The first frame that is painted after now: the frames on their way are dropped.
    func newFrame() throws -> Frame {
        for _ in 0..<5 { _ = try frame() }
        guard let frame = try frame() else { throw HarnessError("no frame comes") }
        return frame
    }

    /// Writes the control. Returns nil, or the errno if it was refused.
    @discardableResult
    func set(_ control: Control, to value: Int) -> Int32? {
        var wanted = v4l2_control(id: control.rawValue, value: Int32(value))
        return request(tapfocus_vidioc_s_ctrl, &wanted) ? nil : errno
    }

    /// Nil if the control does not exist.
    func get(_ control: Control) -> Int? {
        var held = v4l2_control(id: control.rawValue, value: 0)
        return request(tapfocus_vidioc_g_ctrl, &held) ? Int(held.value) : nil
    }

    /// Minimum, maximum and step; nil if the control does not exist.
    func limits(_ control: Control) -> [Int]? {
        var query = v4l2_queryctrl()
        query.id = control.rawValue
        guard request(tapfocus_vidioc_queryctrl, &query) else { return nil }
        return [Int(query.minimum), Int(query.maximum), Int(query.step)]
    }
}

extension PlainCamera.Frame {
    /// The offsets of the rows. Every fourth row is enough for most purposes, and an emulated processor is slow.
    private func rows(every step: Int = 4) -> StrideTo<Int> {
        stride(from: 0, to: bytes.count - 2 * width + 1, by: 2 * width * step)
    }

    /// The mean of the columns, 0 (black) to 1 (white).
    func mean(_ columns: Range<Int>, everyRow step: Int = 4) -> Double {
        var (sum, count) = (0, 0)
        for row in rows(every: step) {
            for column in columns { sum += Int(bytes[row + 2 * column]) }
            count += columns.count
        }
        return (Double(sum) / Double(max(1, count)) - 16) / 219
    }

    /// The squared difference of pixels two columns apart, divided by the square of the mean, so that brightness does
    /// not matter.
    func sharpness(_ columns: Range<Int>) -> Double {
        var (sum, count) = (0, 0)
        for row in rows() {
            for column in columns.dropLast(2) {
                let difference = Int(bytes[row + 2 * column + 4]) - Int(bytes[row + 2 * column])
                sum += difference * difference
            }
            count += columns.count - 2
        }
        let average = mean(columns) * 219
        return Double(sum) / Double(max(1, count)) / max(1, average * average)
    }

    var near: Range<Int> { 0..<width / 2 }
    var far: Range<Int> { width / 2..<width }
}
