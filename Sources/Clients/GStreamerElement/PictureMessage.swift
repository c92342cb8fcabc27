import CGStreamer
import PhotoFile

/// A frame on its way from the camera's thread to that of the picture socket: a copy, which has to be freed.
struct PictureInput {
    let buffer: UnsafeMutablePointer<GstBuffer>
    let caps: UnsafeMutablePointer<GstCaps>
    /// In µs of CLOCK_MONOTONIC; below 0: not known.
    let captured: Int64

    var isJPEG: Bool {
        guard let structure = gst_caps_get_structure(caps, 0) else { return false }
        return gst_structure_has_name(structure, text("image/jpeg")) != 0
    }

    func free() {
        gst_buffer_unref(buffer)
        gst_caps_unref(caps)
    }
}

/// The place where the camera's thread leaves a frame, at most one.
struct PictureShelf {
    /// True while a reader waits for a frame.
    var isWanted = false
    var isEnding = false
    private var input: PictureInput?

    mutating func put(_ next: PictureInput) {
        clear()
        input = next
        isWanted = false
    }

    mutating func take() -> PictureInput? {
        let next = input
        input = nil
        return next
    }

    mutating func clear() {
        input?.free()
        input = nil
    }
}

/// A frame as the picture socket sends it: its lines, the JPEG, and a line's end. Huffman tables that a camera leaves out are put in: the
/// frame may become a photo, which not every viewer shows without them.
final class PictureMessage {
    let bytes: UnsafeMutableRawPointer
    let count: Int

    /// Nil if the buffer cannot be read.
    init?(_ buffer: UnsafeMutablePointer<GstBuffer>, captured: Int64) {
        var map = GstMapInfo()
        guard gst_buffer_map(buffer, &map, GST_MAP_READ) != 0 else { return nil }
        defer { gst_buffer_unmap(buffer, &map) }
        let frame = UnsafeRawBufferPointer(start: map.data, count: Int(map.size))
        let missing = JPEGPhoto.missingTables(in: frame)
        let size = frame.count + (missing?.segment.count ?? 0)
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: Int(tapfocus_picture_longest_head) + size + 2, alignment: 16)
        var end = Int(tapfocus_picture_head(memory, size, captured))
        func add(_ part: UnsafeRawBufferPointer) {
            if let start = part.baseAddress { (memory + end).copyMemory(from: start, byteCount: part.count) }
            end += part.count
        }
        let place = missing?.offset ?? 0
        add(UnsafeRawBufferPointer(rebasing: frame[..<place]))
        if let missing { missing.segment.withUnsafeBytes { add($0) } }
        add(UnsafeRawBufferPointer(rebasing: frame[place...]))
        (memory + end).storeBytes(of: 0x0d, as: UInt8.self)
        (memory + end + 1).storeBytes(of: 0x0a, as: UInt8.self)
        bytes = memory
        count = end + 2
    }

    deinit { bytes.deallocate() }
}

/// A program at the picture socket, and the frame that it is being sent.
struct PictureReader {
    let descriptor: Int32
    var isLost = false
    private var message: PictureMessage?
    private var sent = 0

    init(descriptor: Int32) { self.descriptor = descriptor }

    /// True if it has got all of the frame before.
    var isIdle: Bool { message == nil && !isLost }

    mutating func begin(_ next: PictureMessage) {
        message = next
        sent = 0
    }

    /// Sends as much as it takes.
    mutating func send() {
        guard let message, !isLost else { return }
        while sent < message.count {
            let count = tapfocus_picture_send(descriptor, message.bytes + sent, message.count - sent)
            guard count > 0 else {
                isLost = count < 0
                return
            }
            sent += Int(count)
        }
        self.message = nil
    }

    mutating func close() {
        message = nil
        tapfocus_picture_close(descriptor)
    }
}

/// Makes JPEG of raw video, in threads of its own.
struct PictureEncoder {
    private let pipeline: UnsafeMutablePointer<GstElement>
    private let input: UnsafeMutablePointer<GstElement>
    private let output: UnsafeMutablePointer<GstElement>
    private let caps: UnsafeMutablePointer<GstCaps>

    /// In ns.
    private static let longestWait: GstClockTime = 1_000_000_000

    /// Nil without the elements for it.
    init?(_ caps: UnsafeMutablePointer<GstCaps>) {
        let way = text(
            """
            appsrc name=in is-live=true format=time ! videoconvert ! jpegenc quality=85 \
            ! appsink name=out sync=false max-buffers=1 drop=true
            """)
        guard let made = gst_parse_launch_full(way, nil, GST_PARSE_FLAG_FATAL_ERRORS, nil) else { return nil }
        let bin = made.as(GstBin.self)
        guard let input = gst_bin_get_by_name(bin, text("in")) else {
            gst_object_unref(made)
            return nil
        }
        guard let output = gst_bin_get_by_name(bin, text("out")) else {
            gst_object_unref(input)
            gst_object_unref(made)
            return nil
        }
        pipeline = made
        self.input = input
        self.output = output
        self.caps = gst_caps_ref(caps)
        gst_app_src_set_caps(input.as(GstAppSrc.self), caps)
        gst_element_set_state(made, GST_STATE_PLAYING)
    }

    func takes(_ other: UnsafeMutablePointer<GstCaps>) -> Bool { gst_caps_is_equal(caps, other) != 0 }

    /// A sample with the encoded frame, to be given back with `gst_sample_unref`; nil if none comes.
    func encode(_ buffer: UnsafeMutablePointer<GstBuffer>) -> OpaquePointer? {
        // It takes the reference.
        _ = gst_app_src_push_buffer(input.as(GstAppSrc.self), gst_buffer_ref(buffer))
        return gst_app_sink_try_pull_sample(output.as(GstAppSink.self), Self.longestWait)
    }

    func free() {
        gst_element_set_state(pipeline, GST_STATE_NULL)
        gst_object_unref(input)
        gst_object_unref(output)
        gst_object_unref(pipeline)
        gst_caps_unref(caps)
    }
}
