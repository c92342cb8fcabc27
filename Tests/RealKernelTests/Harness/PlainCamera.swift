import CUinput
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
        guard virtual_kiosk_video_format(descriptor, UInt32(width), UInt32(height), &image) == 0 else { return errno }
        if let rate, virtual_kiosk_video_rate(descriptor, UInt32(rate)) != 0 { return errno }
        let count = virtual_kiosk_video_request(descriptor, 4)
        guard count > 0 else { return errno }
        for index in 0..<UInt32(count) {
            var length = 0
            guard let start = virtual_kiosk_video_map(descriptor, index, &length) else { return errno }
            buffers.append(UnsafeBufferPointer(start: start, count: length))
            guard virtual_kiosk_video_queue(descriptor, index) == 0 else { return errno }
        }
        return virtual_kiosk_video_stream(descriptor, 1) == 0 ? nil : errno
    }

    func stop() {
        guard !buffers.isEmpty else { return }
        _ = virtual_kiosk_video_stream(descriptor, 0)
        for buffer in buffers { munmap(UnsafeMutableRawPointer(mutating: buffer.baseAddress), buffer.count) }
        buffers = []
        _ = virtual_kiosk_video_request(descriptor, 0)
    }

    var width: Int { Int(image.width) }
    var height: Int { Int(image.height) }

    /// The next frame; nil if none has arrived in time.
    func frame(within seconds: Double = 20) throws -> Frame? {
        let deadline = Clock.now + Clock.nanoseconds(seconds)
        var buffer = v4l2_buffer()
        while virtual_kiosk_video_dequeue(descriptor, &buffer) != 0 {
            guard errno == EAGAIN || errno == EINTR else { throw HarnessError("no frames any more: errno \(errno)") }
            guard Clock.now < deadline else { return nil }
            var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            poll(&wait, 1, 20)
        }
        defer { _ = virtual_kiosk_video_queue(descriptor, buffer.index) }
        return Frame(
            sequence: buffer.sequence, isErroneous: buffer.flags & UInt32(V4L2_BUF_FLAG_ERROR) != 0,
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
        virtual_kiosk_video_set_control(descriptor, control.rawValue, Int32(value)) == 0 ? nil : errno
    }

    /// Nil if the control does not exist.
    func get(_ control: Control) -> Int? {
        var value: Int32 = 0
        return virtual_kiosk_video_get_control(descriptor, control.rawValue, &value) == 0 ? Int(value) : nil
    }

    /// Minimum, maximum and step; nil if the control does not exist.
    func limits(_ control: Control) -> [Int]? {
        var query = v4l2_queryctrl()
        guard virtual_kiosk_video_query_control(descriptor, control.rawValue, &query) == 0 else { return nil }
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
