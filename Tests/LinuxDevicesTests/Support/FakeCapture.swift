import CV4L2
import FocusCore
import Glibc

@testable import LinuxDevices

/// The capturing half of a fake driver: formats, buffers, and the frames that a test puts into them.
struct FakeCapture: Sendable {
    struct Format: Sendable {
        var format: PixelFormat
        var sizes: OfferedSizes = .unknown
        /// Frames a second, for every size.
        var rates: [UInt32] = [30]
    }

    struct Frame: Sendable {
        var sequence: UInt32 = 0
        var luma: UInt8 = 128
        /// Nil for the full size.
        var bytesUsed: UInt32?
        var flags = tapfocus_buffer_flag_time_monotonic | tapfocus_buffer_flag_time_of_start
        /// In nanoseconds.
        var time: Int64 = 0
        /// True if it is a JPEG with its end marker.
        var hasEndMarker = false
        /// True if it can be converted.
        var isDecodable = true
    }

    var formats: [Format] = []
    var format = PixelFormat.mjpeg
    var width: UInt32 = 1280
    var height: UInt32 = 720
    var interval = FrameInterval(1, 25)
    /// The interval after a format was set, whatever it was before: uvcvideo does that.
    var defaultInterval = FrameInterval(1, 15)
    /// Formats that libv4lconvert does not know.
    var unknownFormats: Set<PixelFormat> = []
    /// Formats that are offered, but refused when set.
    var refusedFormats: Set<PixelFormat> = []
    /// The errno of refused requests.
    var refusals: [UInt: Int32] = [:]
    /// The errno of the next attempt to get a frame.
    var dequeueError: Int32?
    /// The number of buffers, whatever was requested; nil: the requested number.
    var bufferCount: UInt32?
    var bytesPerRow: UInt32?
    var quantization: UInt32 = 0
    /// The waiting events of controls: the changes of each.
    var controlChanges: [UInt32] = []
    /// The values in the events of the zoom, which come first.
    var zoomValues: [Int32] = []
    /// The picture's size has changed by itself.
    var hasSourceChange = false

    // Records of the calls.
    private(set) var subscriptions: [(id: UInt32, flags: UInt32)] = []
    private(set) var streamer: Int32?
    private(set) var formatsSet: [String] = []
    private(set) var ratesSet: [Double] = []
    private(set) var isStreaming = false
    private(set) var buffers: UInt32 = 0
    private(set) var queued: [UInt32] = []
    private(set) var addresses: [UInt32: UInt] = [:]
    /// The requested lengths: a driver that lies about a buffer's size gets a mapping of the wrong size.
    private var lengths: [UInt32: Int] = [:]
    private(set) var frames: [Frame] = []
    /// Number of converters that exist.
    private(set) var converters = 0
    /// Number of frames that were converted.
    private(set) var conversions = 0

    var isInUse: Bool { isStreaming || buffers > 0 || holdsMemory }
    var holdsMemory: Bool { !addresses.isEmpty || converters > 0 }

    /// Limited to the memory that a test may use.
    var sizeOfImage: UInt32 {
        let luma = UInt64(bytesPerRow ?? width * UInt32(format.step)) * UInt64(height)
        return UInt32(min(luma * (format.bitsPerPixel == 12 ? 3 : 2) / 2, 4 << 20))
    }

    mutating func add(_ frame: Frame) { frames.append(frame) }

    mutating func answer(_ fd: Int32, _ request: UInt, _ argument: UnsafeMutableRawPointer) -> Int32? {
        if let refusal = refusals[request] { return refusal }
        switch request {
        case tapfocus_vidioc_g_fmt: return getFormat(argument.assumingMemoryBound(to: v4l2_format.self))
        case tapfocus_vidioc_s_fmt, tapfocus_vidioc_try_fmt:
            return setFormat(
                argument.assumingMemoryBound(to: v4l2_format.self), isTry: request == tapfocus_vidioc_try_fmt)
        case tapfocus_vidioc_enum_fmt: return list(argument.assumingMemoryBound(to: v4l2_fmtdesc.self))
        case tapfocus_vidioc_enum_framesizes: return list(argument.assumingMemoryBound(to: v4l2_frmsizeenum.self))
        case tapfocus_vidioc_enum_frameintervals:
            return list(argument.assumingMemoryBound(to: v4l2_frmivalenum.self))
        case tapfocus_vidioc_g_parm, tapfocus_vidioc_s_parm:
            return parameters(
                argument.assumingMemoryBound(to: v4l2_streamparm.self), isSet: request == tapfocus_vidioc_s_parm)
        case tapfocus_vidioc_reqbufs: return allocate(argument.assumingMemoryBound(to: v4l2_requestbuffers.self))
        case tapfocus_vidioc_querybuf:
            let buffer = argument.assumingMemoryBound(to: v4l2_buffer.self)
            buffer.pointee.length = sizeOfImage
            buffer.pointee.bytesused = sizeOfImage
            buffer.pointee.m.offset = buffer.pointee.index * 0x1_0000
            return 0
        case tapfocus_vidioc_qbuf:
            queued.append(argument.assumingMemoryBound(to: v4l2_buffer.self).pointee.index)
            return 0
        case tapfocus_vidioc_dqbuf: return dequeue(fd, argument.assumingMemoryBound(to: v4l2_buffer.self))
        case tapfocus_vidioc_streamon:
            (streamer, isStreaming) = (fd, true)
            return 0
        case tapfocus_vidioc_streamoff:
            (streamer, isStreaming, queued) = (nil, false, [])
            return 0
        case tapfocus_vidioc_subscribe_event:
            let wanted = argument.assumingMemoryBound(to: v4l2_event_subscription.self).pointee
            if wanted.type == tapfocus_event_control { subscriptions.append((wanted.id, wanted.flags)) }
            return 0
        case tapfocus_vidioc_dqevent:
            if !zoomValues.isEmpty {
                let event = argument.assumingMemoryBound(to: v4l2_event.self)
                event.pointee.type = tapfocus_event_control
                event.pointee.id = 0x009a_090d
                event.pointee.u.ctrl.changes = tapfocus_event_control_value
                event.pointee.u.ctrl.value = zoomValues.removeFirst()
                return 0
            }
            if !controlChanges.isEmpty {
                let event = argument.assumingMemoryBound(to: v4l2_event.self)
                event.pointee.type = tapfocus_event_control
                event.pointee.u.ctrl.changes = controlChanges.removeFirst()
                return 0
            }
            guard hasSourceChange else { return ENOENT }
            argument.assumingMemoryBound(to: v4l2_event.self).pointee.type = tapfocus_event_source_change
            hasSourceChange = false
            return 0
        default: return nil
        }
    }

    mutating func map(length: Int, offset: Int64) -> UInt {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: length, alignment: 4096)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: length)
        addresses[UInt32(offset / 0x1_0000)] = UInt(bitPattern: memory)
        lengths[UInt32(offset / 0x1_0000)] = length
        return UInt(bitPattern: memory)
    }

    mutating func unmap(_ address: UnsafeMutableRawPointer) {
        guard let index = addresses.first(where: { $0.value == UInt(bitPattern: address) })?.key else { return }
        addresses[index] = nil
        address.deallocate()
    }

    private func getFormat(_ answer: UnsafeMutablePointer<v4l2_format>) -> Int32 {
        answer.pointee.fmt.pix.width = width
        answer.pointee.fmt.pix.height = height
        answer.pointee.fmt.pix.pixelformat = format.rawValue
        return 0
    }

    /// Like videobuf2: no format can be set while there are buffers for another.
    private mutating func setFormat(_ wanted: UnsafeMutablePointer<v4l2_format>, isTry: Bool) -> Int32 {
        guard isTry || buffers == 0 else { return EBUSY }
        let pixels = wanted.pointee.fmt.pix
        if refusedFormats.contains(PixelFormat(rawValue: pixels.pixelformat)) { return EINVAL }
        var answer = PixelFormat(rawValue: pixels.pixelformat)
        if !formats.contains(where: { $0.format == answer }), let first = formats.first { answer = first.format }
        wanted.pointee.fmt.pix.pixelformat = answer.rawValue
        wanted.pointee.fmt.pix.quantization = quantization
        wanted.pointee.fmt.pix.bytesperline = bytesPerRow ?? 0
        guard !isTry else { return 0 }
        (format, width, height) = (answer, pixels.width, pixels.height)
        interval = defaultInterval
        formatsSet.append("\(answer) \(width)x\(height)")
        return 0
    }

    private func list(_ answer: UnsafeMutablePointer<v4l2_fmtdesc>) -> Int32 {
        let index = Int(answer.pointee.index)
        guard formats.indices.contains(index) else { return EINVAL }
        answer.pointee.pixelformat = formats[index].format.rawValue
        return 0
    }

    private func list(_ answer: UnsafeMutablePointer<v4l2_frmsizeenum>) -> Int32 {
        let sizes = formats.first { $0.format.rawValue == answer.pointee.pixel_format }?.sizes ?? .unknown
        let index = Int(answer.pointee.index)
        switch sizes {
        case .unknown: return ENOTTY
        case .discrete(let sizes):
            guard sizes.indices.contains(index) else { return EINVAL }
            answer.pointee.type = tapfocus_sizes_discrete
            answer.pointee.discrete = v4l2_frmsize_discrete(
                width: UInt32(sizes[index].width), height: UInt32(sizes[index].height))
        case .stepwise(let width, let height):
            guard index == 0 else { return EINVAL }
            answer.pointee.type = tapfocus_sizes_stepwise
            answer.pointee.stepwise = v4l2_frmsize_stepwise(
                min_width: UInt32(width.minimum), max_width: UInt32(width.maximum), step_width: UInt32(width.step),
                min_height: UInt32(height.minimum), max_height: UInt32(height.maximum),
                step_height: UInt32(height.step))
        }
        return 0
    }

    private func list(_ answer: UnsafeMutablePointer<v4l2_frmivalenum>) -> Int32 {
        let rates = formats.first { $0.format.rawValue == answer.pointee.pixel_format }?.rates ?? []
        let index = Int(answer.pointee.index)
        guard rates.indices.contains(index) else { return EINVAL }
        answer.pointee.type = tapfocus_intervals_discrete
        answer.pointee.discrete = v4l2_fract(numerator: 1, denominator: rates[index])
        return 0
    }

    private mutating func parameters(_ parameters: UnsafeMutablePointer<v4l2_streamparm>, isSet: Bool) -> Int32 {
        if isSet {
            guard !isStreaming else { return EBUSY }
            let wanted = parameters.pointee.parm.capture.timeperframe
            interval = FrameInterval(wanted.numerator, wanted.denominator)
            ratesSet.append(interval?.rate ?? 0)
        }
        parameters.pointee.parm.capture.capability = tapfocus_interval_settable
        if let interval {
            parameters.pointee.parm.capture.timeperframe = v4l2_fract(
                numerator: interval.numerator, denominator: interval.denominator)
        }
        return 0
    }

    /// Like videobuf2: buffers that are in use, or mapped, are not released.
    private mutating func allocate(_ wanted: UnsafeMutablePointer<v4l2_requestbuffers>) -> Int32 {
        guard !isStreaming, addresses.isEmpty else { return EBUSY }
        if wanted.pointee.count > 0, let bufferCount { wanted.pointee.count = bufferCount }
        buffers = wanted.pointee.count
        return 0
    }

    private mutating func dequeue(_ fd: Int32, _ buffer: UnsafeMutablePointer<v4l2_buffer>) -> Int32 {
        if let dequeueError {
            self.dequeueError = nil
            FakeCamera.consume(fd)
            return dequeueError
        }
        guard isStreaming else { return EINVAL }
        guard !frames.isEmpty, !queued.isEmpty else { return EAGAIN }
        FakeCamera.consume(fd)
        let frame = frames.removeFirst()
        let index = queued.removeFirst()
        if let address = addresses[index], let memory = UnsafeMutableRawPointer(bitPattern: address) {
            let size = min(Int(sizeOfImage), lengths[index] ?? 0)
            memset(memory, Int32(frame.luma), size)
            if frame.hasEndMarker, size >= 10 {
                memory.advanced(by: size - 10).copyMemory(from: [0xFF, 0xD9] as [UInt8], byteCount: 2)
            }
            if !frame.isDecodable { memory.storeBytes(of: Self.undecodable, as: UInt8.self) }
        }
        buffer.pointee.index = index
        buffer.pointee.bytesused = frame.bytesUsed ?? sizeOfImage
        buffer.pointee.flags = frame.flags
        buffer.pointee.sequence = frame.sequence
        buffer.pointee.timestamp.tv_sec = Int(frame.time / 1_000_000_000)
        buffer.pointee.timestamp.tv_usec = Int(frame.time % 1_000_000_000 / 1000)
        return 0
    }
}

/// libv4lconvert: the picture's brightness is the first byte of the camera's frame.
extension FakeCapture {
    /// The first byte of a frame that cannot be decoded.
    private static let undecodable: UInt8 = 0xEE

    mutating func createConverter() -> Int {
        converters += 1
        return 0x1000
    }

    mutating func destroyConverter() { converters -= 1 }

    mutating func convert(
        _ format: PixelFormat, _ frame: UnsafeRawBufferPointer, to output: UnsafeMutableRawBufferPointer
    ) -> SystemCallAnswer {
        guard !unknownFormats.contains(format) else { return .failed(errno: EINVAL) }
        guard let first = frame.first else { return .failed(errno: EPIPE) }
        conversions += 1
        guard first != Self.undecodable else { return .failed(errno: EAGAIN) }
        guard let memory = output.baseAddress else { return .failed(errno: EFAULT) }
        memset(memory, Int32(first), output.count)
        return .returned(output.count)
    }
}
