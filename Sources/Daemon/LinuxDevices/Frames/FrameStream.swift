import CV4L2
import FocusCore
import Glibc

/// A camera's stream into mapped buffers, for the camera's thread. `deinit` ends the stream and restores the earlier format.
final class FrameStream {
    /// A captured frame. Its buffer is ours until it is given back.
    struct Frame {
        var index: UInt32
        var sequence: UInt32
        /// The driver's time of the frame; nil if it is not in CLOCK_MONOTONIC.
        var time: Instant?
        /// True if the time is that of the start of the exposure, false if it is that of its end.
        var isTimeOfStart: Bool
        /// The frame's bytes; nil for a broken frame: marked as such by the driver, too short, or cut off.
        var bytes: UnsafeRawBufferPointer?
    }

    private struct Buffer {
        var address: UnsafeMutableRawPointer
        var length: Int
    }

    let choice: FrameChoice
    private(set) var layout = FrameLayout.nothing
    /// Nil if frames are read without conversion.
    private var converter: FrameConverter?
    /// The time between frames, as the driver has set it.
    private(set) var interval: TimeSpan
    private let video: VideoHandle
    private var buffers: [Buffer] = []
    /// Nil if the frames are not JPEGs.
    private var endMarkers: EndMarkers?
    private var hasBuffers = false
    private var isStreaming = false
    private(set) var tellsSourceChanges = false
    private var formatBefore: v4l2_format?
    private let parametersBefore: v4l2_streamparm?

    /// Opens the camera's node a second time, sets the format and starts.
    /// - Throws: `SystemError`; EBUSY if another program streams. The camera's format is then restored.
    init(path: String, sameAs camera: Int32, choice: FrameChoice, _ settings: FrameSettings) throws(SystemError) {
        self.choice = choice
        video = try VideoHandle(path: path, sameAs: camera)
        interval = choice.interval?.span ?? .seconds(1 / settings.assumedRate)
        var before = v4l2_format()
        before.type = tapfocus_buffer_type_capture
        try video.driverRequest(tapfocus_vidioc_g_fmt, &before)
        parametersBefore = Self.parameters(video)
        var format = before
        format.fmt.pix.width = UInt32(choice.size.width)
        format.fmt.pix.height = UInt32(choice.size.height)
        format.fmt.pix.pixelformat = choice.format.rawValue
        format.fmt.pix.field = tapfocus_field_none
        format.fmt.pix.bytesperline = 0
        format.fmt.pix.sizeimage = 0
        try video.request(tapfocus_vidioc_s_fmt, &format)
        formatBefore = before
        try prepare(format.fmt.pix)
        setInterval(choice.interval)
        try mapBuffers(settings.buffers)
        subscribeToChanges()
        try start()
    }

    deinit { stop() }

    var fileDescriptor: Int32 { video.fd }

    var size: FrameSize { FrameSize(width: layout.width, height: layout.height) }

    /// The next frame; nil if none is waiting.
    /// - Throws: `SystemError` if the stream has ended.
    func dequeue() throws(SystemError) -> Frame? {
        var buffer = emptyBuffer()
        do throws(SystemError) {
            try video.request(tapfocus_vidioc_dqbuf, &buffer)
            return frame(buffer)
        } catch {
            guard error.code == EAGAIN else { throw error }
            return nil
        }
    }

    /// A frame's luma, valid until the next frame is asked for, or the buffer is given back. Frames that have to be
    /// converted are converted here. Nil for a frame that is broken or cannot be decoded.
    func plane(of frame: Frame) -> LumaPlane? {
        guard let bytes = frame.bytes else { return nil }
        if let converter { return converter.plane(of: bytes) }
        return layout.plane(of: bytes)
    }

    func enqueue(_ frame: Frame) throws(SystemError) {
        var buffer = emptyBuffer()
        buffer.index = frame.index
        try video.request(tapfocus_vidioc_qbuf, &buffer)
    }

    /// True if the driver reports that the picture's size has changed.
    func hasChanged() -> Bool {
        guard tellsSourceChanges else { return false }
        var hasChanged = false
        // The limit is the most events that a queue may hold.
        for _ in 0..<16 {
            var event = v4l2_event()
            guard (try? video.driverRequest(tapfocus_vidioc_dqevent, &event)) != nil else { break }
            if event.type == tapfocus_event_source_change { hasChanged = true }
        }
        return hasChanged
    }
}

extension FrameStream {
    private func emptyBuffer() -> v4l2_buffer {
        var buffer = v4l2_buffer()
        buffer.type = tapfocus_buffer_type_capture
        buffer.memory = tapfocus_memory_mapped
        return buffer
    }

    private func frame(_ buffer: v4l2_buffer) -> Frame {
        let flags = buffer.flags
        var time: Instant?
        if flags & tapfocus_buffer_flag_time_mask == tapfocus_buffer_flag_time_monotonic {
            let (seconds, fraction) = (Int64(buffer.timestamp.tv_sec), Int64(buffer.timestamp.tv_usec))
            time = Instant(nanoseconds: 0).advanced(by: .milliseconds(seconds &* 1000)).advanced(
                by: TimeSpan(nanoseconds: fraction &* 1000))
        }
        return Frame(
            index: buffer.index, sequence: buffer.sequence, time: time,
            isTimeOfStart: flags & tapfocus_buffer_flag_time_source_mask == tapfocus_buffer_flag_time_of_start,
            bytes: flags & tapfocus_buffer_flag_error == 0 ? bytes(buffer) : nil)
    }

    private func bytes(_ buffer: v4l2_buffer) -> UnsafeRawBufferPointer? {
        guard buffers.indices.contains(Int(buffer.index)) else { return nil }
        let mapped = buffers[Int(buffer.index)]
        let bytes = UnsafeRawBufferPointer(start: mapped.address, count: min(Int(buffer.bytesused), mapped.length))
        return isWhole(bytes) ? bytes : nil
    }

    /// A JPEG that was cut off decodes to a picture whose rest is grey, without an error. So a JPEG without the
    /// end-of-image marker counts as short if this camera's JPEGs have the marker.
    private func isWhole(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard converter != nil else { return bytes.count >= layout.leastBytes }
        guard !bytes.isEmpty else { return false }
        // Some cameras pad their frames, most of them with a few bytes.
        let tail = bytes.suffix(64)
        return endMarkers?.isWhole(hasMarker: zip(tail, tail.dropFirst()).contains { $0 == 0xFF && $1 == 0xD9 })
            ?? true
    }

    private func prepare(_ pixels: v4l2_pix_format) throws(SystemError) {
        let format = PixelFormat(rawValue: pixels.pixelformat)
        if format.directRank == nil {
            let converter = try FrameConverter(pixels, of: video.fd)
            (self.converter, layout) = (converter, converter.layout)
            if format == .mjpeg || format == .jpeg { endMarkers = EndMarkers() }
        } else {
            guard let layout = FrameLayout(pixels, convertedFrom: nil) else { throw SystemError(EINVAL) }
            self.layout = layout
        }
    }

    /// The driver's present interval; nil if it does not report one.
    private static func parameters(_ video: VideoHandle) -> v4l2_streamparm? {
        var parameters = v4l2_streamparm()
        parameters.type = tapfocus_buffer_type_capture
        return (try? video.driverRequest(tapfocus_vidioc_g_parm, &parameters)) == nil ? nil : parameters
    }

    /// A driver that cannot set it keeps the interval of its format, which our format may have changed (uvcvideo).
    private func setInterval(_ wanted: FrameInterval?) {
        guard let present = Self.parameters(video) else { return }
        var parameters = present
        if let wanted, parameters.isSettable {
            parameters.parm.capture.timeperframe = v4l2_fract(
                numerator: wanted.numerator, denominator: wanted.denominator)
            if (try? video.request(tapfocus_vidioc_s_parm, &parameters)) == nil { parameters = present }
        }
        let answer = parameters.parm.capture.timeperframe
        if let set = FrameInterval(answer.numerator, answer.denominator) { interval = set.span }
    }

    private func mapBuffers(_ count: UInt32) throws(SystemError) {
        var wanted = v4l2_requestbuffers()
        wanted.count = count
        wanted.type = tapfocus_buffer_type_capture
        wanted.memory = tapfocus_memory_mapped
        try video.request(tapfocus_vidioc_reqbufs, &wanted)
        hasBuffers = true
        // V4L2's maximum; a driver may give more or fewer buffers than requested.
        guard wanted.count > 0 else { throw SystemError(ENOMEM) }
        for index in 0..<min(wanted.count, 32) {
            var buffer = emptyBuffer()
            buffer.index = index
            try video.request(tapfocus_vidioc_querybuf, &buffer)
            guard buffer.length > 0 else { throw SystemError(EINVAL) }
            let address = try video.map(length: Int(buffer.length), offset: Int64(buffer.m.offset))
            buffers.append(Buffer(address: address, length: Int(buffer.length)))
        }
    }

    /// Most cameras offer no such event.
    private func subscribeToChanges() {
        var subscription = v4l2_event_subscription()
        subscription.type = tapfocus_event_source_change
        tellsSourceChanges = (try? video.driverRequest(tapfocus_vidioc_subscribe_event, &subscription)) != nil
    }

    private func start() throws(SystemError) {
        for index in buffers.indices {
            var buffer = emptyBuffer()
            buffer.index = UInt32(index)
            try video.request(tapfocus_vidioc_qbuf, &buffer)
        }
        var type = tapfocus_buffer_type_capture
        try video.request(tapfocus_vidioc_streamon, &type)
        isStreaming = true
    }

    /// Errors are ignored: they mean that the camera is gone, or that another program has it already.
    private func stop() {
        if isStreaming {
            var type = tapfocus_buffer_type_capture
            try? video.request(tapfocus_vidioc_streamoff, &type)
        }
        for buffer in buffers { video.unmap(buffer.address, length: buffer.length) }
        if hasBuffers {
            var none = v4l2_requestbuffers()
            none.type = tapfocus_buffer_type_capture
            none.memory = tapfocus_memory_mapped
            try? video.request(tapfocus_vidioc_reqbufs, &none)
        }
        // Set on this descriptor: until it is closed, only the descriptor that has set a format may set one (uvcvideo).
        if var format = formatBefore { try? video.driverRequest(tapfocus_vidioc_s_fmt, &format) }
        // The interval comes last, and even if we have set none: setting a format changes it (uvcvideo).
        if var parameters = parametersBefore, parameters.isSettable {
            try? video.driverRequest(tapfocus_vidioc_s_parm, &parameters)
        }
    }
}

extension v4l2_streamparm {
    fileprivate var isSettable: Bool { parm.capture.capability & tapfocus_interval_settable != 0 }
}

extension FrameLayout {
    fileprivate static let nothing = FrameLayout(width: 0, height: 0)

    private init(width: Int, height: Int) {
        format = .grey
        self.width = width
        self.height = height
        bytesPerRow = width
        isLimitedRange = false
    }
}
