import CGStreamer
import CGStreamerCheck
import Foundation

/// Frames carry the time of their capture and the driver's number.
enum TimeTests {
    private static let caps = MeasuringTests.caps("GRAY8")
    private static let bytes = MeasuringTests.pattern(320 * 240)

    static func run(_ findings: inout Findings) {
        tellExactTimes(&findings)
        translateOtherClocks(&findings)
        countFrames(&findings)
        declareStreams(&findings)
    }

    private static func tellExactTimes(_ findings: inout Findings) {
        let daemon = PlayedDaemon()
        let harness = Harness("camera=/dev/video7 socket=\(daemon.path)", caps)
        guard harness.pass(bytes, until: { !daemon.requests("frame").isEmpty }) else {
            return findings.expect("a frame is measured", false)
        }
        let buffer = harness.buffer(bytes, sequence: 90_000, age: 40_000_000)
        let captured = (buffer.pointee.pts + gst_element_get_base_time(harness.element)) / 1000
        harness.drop(harness.pass(buffer))
        var frame: PlayedDaemon.Request?
        _ = wait {
            frame = daemon.requests("frame").first { $0["sequence"] as? Int == 90_000 }
            return frame != nil
        }
        findings.expect(
            "on the system's clock the time is that of the buffer, to the microsecond",
            frame?["captured"] as? UInt == captured, frame ?? [:])
    }

    /// A clock of its own: what counts is the buffer's age.
    private static func translateOtherClocks(_ findings: inout Findings) {
        let daemon = PlayedDaemon()
        let harness = Harness("camera=/dev/video7 socket=\(daemon.path)", caps, clock: false)
        gst_harness_set_time(harness.harness, 5_000_000_000_000)
        guard harness.pass(bytes, until: { !daemon.requests("frame").isEmpty }) else {
            return findings.expect("a frame is measured", false)
        }
        let buffer = harness.buffer(bytes, sequence: 90_000, age: 40_000_000)
        let before = g_get_monotonic_time()
        harness.drop(harness.pass(buffer))
        let after = g_get_monotonic_time()
        var frame: PlayedDaemon.Request?
        _ = wait {
            frame = daemon.requests("frame").first { $0["sequence"] as? Int == 90_000 }
            return frame != nil
        }
        let captured = frame?["captured"] as? Int ?? 0
        findings.expect(
            "on another clock the time is translated", before - 40_000 <= captured && captured <= after - 40_000,
            "\(captured), expected \(before - 40_000) to \(after - 40_000)")
    }

    private static func countFrames(_ findings: inout Findings) {
        let daemon = PlayedDaemon()
        let harness = Harness("camera=/dev/video7 socket=\(daemon.path)", caps)
        guard harness.pass(bytes, until: { !daemon.requests("frame").isEmpty }) else {
            return findings.expect("a frame is measured", false)
        }
        // Frames of 30 a second whose buffers have no number, as behind a decoder; the third is missing.
        let count = daemon.requests("frame").count
        for age in [200, 167, 100, 67] as [guint64] {
            harness.drop(harness.pass(harness.buffer(bytes, age: age * 1_000_000)))
        }
        _ = wait { daemon.requests("frame").count >= count + 4 }
        let numbers = daemon.requests("frame").suffix(4).compactMap { $0["sequence"] as? Int }
        findings.expect(
            "frames without a number are counted by their times, missing ones too",
            numbers.count == 4 && zip(numbers, numbers.dropFirst()).map { $1 - $0 } == [1, 2, 1], numbers)
    }

    private static func declareStreams(_ findings: inout Findings) {
        let daemon = PlayedDaemon()
        let crop = "crop-x=0.1 crop-y=0.2 crop-width=0.5 crop-height=0.6"
        let harness = Harness("camera=/dev/video7 socket=\(daemon.path) stamp=start taps=true \(crop)", caps)
        _ = harness.pass(bytes) { daemon.requests("hold-frames").contains { $0["width"] != nil } }
        let holds = daemon.requests("hold-frames")
        findings.expect(
            "the camera is reserved before its stream is declared",
            holds.first?["width"] == nil && holds.first?["camera"] as? String == "/dev/video7", holds)
        let stream = holds.last ?? [:]
        findings.expect(
            "size, interval, stamp, part and taps are declared",
            stream["width"] as? Int == 320 && stream["height"] as? Int == 240 && stream["interval"] as? Int == 33333
                && stream["stamp"] as? String == "start" && stream["crop"] as? [Double] == [0.1, 0.2, 0.5, 0.6]
                && stream["taps"] as? Bool == true, stream)

        gst_harness_set_src_caps_str(
            harness.harness, "video/x-raw, format=YUY2, width=160, height=120, framerate=15/1")
        let small = MeasuringTests.pattern(160 * 120 * 2)
        let count = daemon.requests("frame").count
        let isMeasured = harness.pass(small) { daemon.requests("frame").count > count }
        let changed = daemon.requests("hold-frames").last ?? [:]
        findings.expect(
            "caps that change are declared anew, and their frames measured",
            isMeasured && changed["width"] as? Int == 160 && changed["interval"] as? Int == 66667, changed)

        gst_util_set_object_arg(
            UnsafeMutableRawPointer(harness.element).assumingMemoryBound(to: GObject.self), "stamp", "end")
        findings.expect(
            "a property that changes is declared anew",
            wait { daemon.requests("hold-frames").last?["stamp"] as? String == "end" }, daemon.requests("hold-frames"))

        gst_harness_set_src_caps_str(harness.harness, "video/x-raw, format=RGB, width=160, height=120, framerate=15/1")
        harness.drop(harness.pass(harness.buffer(MeasuringTests.pattern(160 * 120 * 3))))
        findings.expect(
            "caps that cannot be measured end the stream", wait { !daemon.requests("frames-ended").isEmpty })
    }
}
