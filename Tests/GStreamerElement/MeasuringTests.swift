import CGStreamer
import CGStreamerCheck
import Foundation

/// The numbers that are sent are those of FocusCore.
enum MeasuringTests {
    private static let width = 320
    private static let height = 240

    /// A format: its name, and where luma lies.
    private struct Layout {
        var format: String
        var step = 1
        var first = 0
        var bytes: Int
    }

    private static let layouts = [
        Layout(format: "YUY2", step: 2, bytes: 320 * 240 * 2), Layout(format: "YVYU", step: 2, bytes: 320 * 240 * 2),
        Layout(format: "UYVY", step: 2, first: 1, bytes: 320 * 240 * 2),
        Layout(format: "NV12", bytes: 320 * 240 * 3 / 2),
        Layout(format: "NV21", bytes: 320 * 240 * 3 / 2), Layout(format: "I420", bytes: 320 * 240 * 3 / 2),
        Layout(format: "YV12", bytes: 320 * 240 * 3 / 2), Layout(format: "Y42B", bytes: 320 * 240 * 2),
        Layout(format: "Y444", bytes: 320 * 240 * 3), Layout(format: "GRAY8", bytes: 320 * 240),
    ]

    static func run(_ findings: inout Findings) {
        for layout in layouts { measure(layout, isLimited: true, &findings) }
        measure(layouts[0], isLimited: false, &findings)
        measureWithGaps(&findings)
        measureFileMemory(&findings)
        leaveDamagedFrames(&findings)
    }

    /// Levels that look like chance, and are the same each time.
    static func pattern(_ count: Int) -> [UInt8] {
        var state: UInt32 = 1
        return (0..<count).map { index in
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8((state >> 24) / 2 + UInt32(index / 97 % 128))
        }
    }

    static func caps(_ format: String, _ more: String = ", colorimetry=bt601") -> String {
        "video/x-raw, format=\(format), width=\(width), height=\(height), framerate=30/1\(more)"
    }

    private static func measure(_ layout: Layout, isLimited: Bool, _ findings: inout Findings) {
        let daemon = PlayedDaemon()
        let range = isLimited ? ", colorimetry=bt601" : ", colorimetry=(string)1:4:7:1"
        let harness = Harness("camera=/dev/video7 socket=\(daemon.path)", caps(layout.format, range))
        let bytes = pattern(layout.bytes)
        let isDone = harness.pass(bytes) { daemon.requests("frame").count > 2 }
        let frame = daemon.requests("frame").first ?? [:]
        let expected = expected(bytes, width * layout.step, layout.step, layout.first, isLimited)
        findings.expect(
            "\(layout.format), \(isLimited ? "limited" : "full") range: the numbers are FocusCore's",
            isDone && isEqual(frame, expected), "\(frame) is not \(expected); \(daemon.requests.count) requests")
    }

    private static func expected(
        _ bytes: [UInt8], _ bytesPerRow: Int, _ step: Int, _ first: Int, _ isLimited: Bool
    ) -> LumaMeasurement {
        bytes.withUnsafeBytes {
            guard
                let plane = LumaPlane(
                    bytes: $0, width: width, height: height, bytesPerRow: bytesPerRow, step: step, first: first,
                    isLimitedRange: isLimited)
            else { preconditionFailure("the buffer holds the frame") }
            return LumaMeasurement(
                of: plane,
                for: FrameRequest(
                    focus: NormalizedRectangle(x: 0.25, y: 0.25, width: 0.5, height: 0.5),
                    exposure: NormalizedRectangle(x: 0.125, y: 0.5, width: 0.75, height: 0.5), includesGrid: true))
        }
    }

    /// The fields of a request `frame`. JSONSerialization rounds numbers in its own way, JSONDecoder as the language does.
    private struct Frame: Decodable {
        var id: UInt64
        var sharpness: [Double]
        var mean, bright, dark: Double
        var grid: [UInt8]
    }

    /// Bit for bit.
    private static func isEqual(_ request: PlayedDaemon.Request, _ expected: LumaMeasurement) -> Bool {
        guard let line = request["line"] as? Data, let frame = try? JSONDecoder().decode(Frame.self, from: line),
            let cells = expected.grid?.cells, frame.grid.count == cells.count
        else { return false }
        return frame.id == 7 && frame.sharpness == [expected.sharpness] && frame.mean == expected.mean
            && frame.bright == expected.bright && frame.dark == expected.dark
            && cells.indices.allSatisfy { cells[$0] == frame.grid[$0] }
    }

    /// Rows with gaps between them, as drivers make them: the buffer's meta data says so.
    private static func measureWithGaps(_ findings: inout Findings) {
        let daemon = PlayedDaemon()
        let harness = Harness("camera=/dev/video7 socket=\(daemon.path)", caps("GRAY8", ", colorimetry=bt601"))
        let bytesPerRow = width + 64
        let bytes = pattern(bytesPerRow * height + 512)
        let isDone = wait {
            let buffer = harness.buffer(bytes)
            var offsets: [gsize] = [512, 0, 0, 0]
            var strides: [gint] = [gint(bytesPerRow), 0, 0, 0]
            gst_buffer_add_video_meta_full(
                buffer, GstVideoFrameFlags(rawValue: 0), GST_VIDEO_FORMAT_GRAY8, guint(width), guint(height), 1,
                &offsets,
                &strides)
            harness.drop(harness.pass(buffer))
            return !daemon.requests("frame").isEmpty
        }
        let expected = expected(Array(bytes[512...]), bytesPerRow, 1, 0, true)
        let frame = daemon.requests("frame").first ?? [:]
        findings.expect("rows with gaps: the numbers are FocusCore's", isDone && isEqual(frame, expected), frame)
    }

    /// Memory behind a descriptor, as that of a dmabuf.
    private static func measureFileMemory(_ findings: inout Findings) {
        let daemon = PlayedDaemon()
        let harness = Harness("camera=/dev/video7 socket=\(daemon.path)", caps("NV12"))
        let bytes = pattern(width * height * 3 / 2)
        let allocator = gst_fd_allocator_new()
        let file = memfd_create("frame", 0)
        write(file, bytes, bytes.count)
        var isSame = true
        let isDone = wait {
            let memory = gst_fd_allocator_alloc(allocator, dup(file), gsize(bytes.count), GST_FD_MEMORY_FLAG_NONE)
            let buffer = gst_buffer_new()!
            gst_buffer_append_memory(buffer, memory)
            harness.stamp(buffer)
            let out = harness.pass(buffer)
            isSame = isSame && out == buffer && gst_buffer_peek_memory(buffer, 0) == memory
            harness.drop(out)
            return !daemon.requests("frame").isEmpty
        }
        gst_object_unref(allocator)
        close(file)
        let frame = daemon.requests("frame").first ?? [:]
        findings.expect(
            "memory behind a descriptor is measured where it lies",
            isDone && isSame && isEqual(frame, expected(bytes, width, 1, 0, true)), frame)
    }

    private static func leaveDamagedFrames(_ findings: inout Findings) {
        let daemon = PlayedDaemon()
        let harness = Harness("camera=/dev/video7 socket=\(daemon.path)", caps("GRAY8"))
        let bytes = pattern(width * height)
        let isMeasuring = harness.pass(bytes) { !daemon.requests("frame").isEmpty }
        let before = daemon.requests("frame").count
        let damaged = harness.buffer(bytes, sequence: 5000)
        damaged.pointee.mini_object.flags |= guint(GST_BUFFER_FLAG_CORRUPTED.rawValue)
        harness.drop(harness.pass(damaged))
        let isPast = harness.pass(bytes) { daemon.requests("frame").count > before + 1 }
        let isLeft = daemon.requests("frame").allSatisfy { $0["sequence"] as? Int != 5000 }
        findings.expect("a frame that the driver calls damaged is not measured", isMeasuring && isPast && isLeft)
    }
}
