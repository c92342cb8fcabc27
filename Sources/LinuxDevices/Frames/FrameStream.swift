import CV4L2
import FocusCore
import Glibc

/// A camera that streams into mapped buffers. When it is let go, the stream ends, and the format is what it was before.
///
/// It is not `Sendable`: the camera's thread uses it.
final class FrameStream {
    /// A frame that has come, in a buffer that is ours until it is given back.
    struct Frame {
        var index: UInt32
        var sequence: UInt32
        /// What the driver says of the time; nil where that is not CLOCK_MONOTONIC.
        var time: Instant?
        /// Whether that is the time when the exposure began; otherwise when it was over.
        var isTimeOfStart: Bool
        /// Nil for a frame that is broken: marked as such, or too short.
        var plane: LumaPlane?
    }

    private struct Buffer {
        var address: UnsafeMutableRawPointer
        var length: Int
    }

    let choice: FrameChoice
    private(set) var layout: FrameLayout
    /// From one frame to the next, as the driver has set it.
    private(set) var interval: TimeSpan
    private let video: VideoHandle
    private var buffers: [Buffer] = []
    /// What the camera itself has sent, where that is JPEG.
    private var codes: [Buffer] = []
    private var endMarkers = EndMarkers()
    private var hasBuffers = false
    private var isStreaming = false
    private(set) var tellsSourceChanges = false
    /// What has to be set again at the end.
    private var formatBefore: v4l2_format?
    private let parametersBefore: v4l2_streamparm?

    /// Opens the camera's node once more, sets the format and starts.
    ///
    /// - Throws: `SystemError`; EBUSY if another program streams. Then everything is as it was before.
    init(
        path: String, sameAs camera: Int32, choice: FrameChoice, _ settings: FrameSettings
    ) throws(SystemError) {
        self.choice = choice
        video = try VideoHandle(path: path, sameAs: camera, isConverting: choice.isConverted)
        interval = choice.interval?.span ?? .seconds(1 / settings.assumedRate)
        var before = v4l2_format()
        before.type = tapfocus_buffer_type_capture
        try video.driverRequest(tapfocus_vidioc_g_fmt, &before)
        parametersBefore = Self.parameters(video)
        var format = before
        format.fmt.pix.width = UInt32(choice.size.width)
        format.fmt.pix.height = UInt32(choice.size.height)
        format.fmt.pix.pixelformat = (choice.isConverted ? PixelFormat.yuv420 : choice.format).rawValue
        format.fmt.pix.field = tapfocus_field_none
        format.fmt.pix.bytesperline = 0
        format.fmt.pix.sizeimage = 0
        try video.request(tapfocus_vidioc_s_fmt, &format)
        let source = choice.isConverted ? FormatCatalogue.present(video.fd)?.pixelformat : nil
        let layout = FrameLayout(format.fmt.pix, convertedFrom: source.map(PixelFormat.init))
        // An end that comes before all is set has to find everything initialised.
        self.layout = layout ?? .nothing
        formatBefore = before
        guard layout != nil else { throw SystemError(EINVAL) }
        setInterval(choice.interval)
        try mapBuffers(settings.buffers)
        if source == PixelFormat.mjpeg.rawValue || source == PixelFormat.jpeg.rawValue { mapCodes() }
        subscribeToChanges()
        try start()
    }

    deinit {
        stop()
    }

    /// Readable when a frame has come.
    var fileDescriptor: Int32 { video.fd }

    /// The size of the picture.
    var size: FrameSize { FrameSize(width: layout.width, height: layout.height) }

    /// The next frame, if one has come; nil if none has.
    ///
    /// - Throws: `SystemError` if there will be no more. Where libv4l2 could not decode a frame that is no such error: it has
    ///   given the buffer back by itself, and the answer is a frame without a plane or index.
    func dequeue() throws(SystemError) -> Dequeued {
        var buffer = emptyBuffer()
        do throws(SystemError) {
            try video.request(tapfocus_vidioc_dqbuf, &buffer)
        } catch {
            if error.code == EAGAIN { return .nothing }
            if choice.isConverted, error.code != ENODEV { return .undecodable }
            throw error
        }
        return .frame(frame(buffer))
    }

    enum Dequeued {
        case nothing
        case undecodable
        case frame(Frame)
    }

    /// Gives a frame's buffer back to the camera.
    func enqueue(_ frame: Frame) throws(SystemError) {
        var buffer = emptyBuffer()
        buffer.index = frame.index
        try video.request(tapfocus_vidioc_qbuf, &buffer)
    }

    /// Whether the driver tells that the picture has another size now.
    func hasChanged() -> Bool {
        guard tellsSourceChanges else { return false }
        var hasChanged = false
        // As many as a queue may hold.
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
            plane: flags & tapfocus_buffer_flag_error == 0 ? plane(buffer) : nil)
    }

    private func plane(_ buffer: v4l2_buffer) -> LumaPlane? {
        guard let mapped = buffers.indices.contains(Int(buffer.index)) ? buffers[Int(buffer.index)] : nil,
            isComplete(buffer)
        else { return nil }
        let count = min(Int(buffer.bytesused), mapped.length)
        return layout.plane(of: UnsafeRawBufferPointer(start: mapped.address, count: count))
    }

    /// The interval that the driver has now; nil where it tells none.
    private static func parameters(_ video: VideoHandle) -> v4l2_streamparm? {
        var parameters = v4l2_streamparm()
        parameters.type = tapfocus_buffer_type_capture
        return (try? video.driverRequest(tapfocus_vidioc_g_parm, &parameters)) == nil ? nil : parameters
    }

    /// A driver that cannot set it goes on at its own pace: that of the format, which may have changed it (uvcvideo).
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
        // As many as V4L2 has at most; a driver may give more or fewer than it was asked for.
        guard wanted.count > 0 else { throw SystemError(ENOMEM) }
        for index in 0..<min(wanted.count, 32) {
            var buffer = emptyBuffer()
            buffer.index = index
            try video.request(tapfocus_vidioc_querybuf, &buffer)
            guard buffer.length > 0 else { throw SystemError(EINVAL) }
            let address = try Kernel.mapVideo(
                video.fd, length: Int(buffer.length), offset: Int64(buffer.m.offset))
            buffers.append(Buffer(address: address, length: Int(buffer.length)))
        }
    }

    /// Where that fails, frames are not looked at before they were decoded.
    private func mapCodes() {
        for index in buffers.indices {
            var buffer = emptyBuffer()
            buffer.index = UInt32(index)
            guard (try? video.driverRequest(tapfocus_vidioc_querybuf, &buffer)) != nil, buffer.length > 0,
                let address = try? Kernel.mapVideo(
                    video.fd, length: Int(buffer.length), offset: Int64(buffer.m.offset))
            else { return }
            codes.append(Buffer(address: address, length: Int(buffer.length)))
        }
    }

    /// libv4l2 decodes a JPEG that was cut off to a picture whose rest is grey, and calls that a success. So a JPEG without the
    /// marker of its end counts as short, where this camera's have one.
    private func isComplete(_ buffer: v4l2_buffer) -> Bool {
        guard codes.indices.contains(Int(buffer.index)) else { return true }
        var query = emptyBuffer()
        query.index = buffer.index
        guard (try? video.driverRequest(tapfocus_vidioc_querybuf, &query)) != nil else { return true }
        let code = codes[Int(buffer.index)]
        let bytes = UnsafeRawBufferPointer(start: code.address, count: min(Int(query.bytesused), code.length))
        // Some cameras fill up what they send, most of them with a few bytes.
        let tail = bytes.suffix(64)
        let hasEnd = zip(tail, tail.dropFirst()).contains { $0 == 0xFF && $1 == 0xD9 }
        return endMarkers.isWhole(hasMarker: hasEnd)
    }

    /// Most cameras have nothing to tell there.
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

    /// What fails here fails because the camera is gone, or another program has it already.
    private func stop() {
        if isStreaming {
            var type = tapfocus_buffer_type_capture
            try? video.request(tapfocus_vidioc_streamoff, &type)
        }
        for buffer in codes + buffers { Kernel.unmapVideo(buffer.address, length: buffer.length) }
        if hasBuffers {
            var none = v4l2_requestbuffers()
            none.type = tapfocus_buffer_type_capture
            none.memory = tapfocus_memory_mapped
            try? video.request(tapfocus_vidioc_reqbufs, &none)
        }
        // On this descriptor: whoever has set a format is the only one who may set one, until it is closed (uvcvideo).
        if var format = formatBefore { try? video.driverRequest(tapfocus_vidioc_s_fmt, &format) }
        // After that, which changes the interval (uvcvideo), and even if we have chosen none: our format changed it, too.
        if var parameters = parametersBefore, parameters.isSettable {
            try? video.driverRequest(tapfocus_vidioc_s_parm, &parameters)
        }
    }
}

extension v4l2_streamparm {
    /// Whether the driver lets the interval be set.
    fileprivate var isSettable: Bool { parm.capture.capability & tapfocus_interval_settable != 0 }
}

extension FrameLayout {
    /// Of no picture.
    fileprivate static let nothing = FrameLayout(width: 0, height: 0)

    private init(width: Int, height: Int) {
        format = .grey
        self.width = width
        self.height = height
        bytesPerRow = width
        isLimitedRange = false
    }
}
