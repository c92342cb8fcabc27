import CGStreamer
import CGStreamerCheck
import Foundation

/// Whatever flows goes through as it is.
enum PassingTests {
    static func run(_ findings: inout Findings) {
        passTheSameBuffers(&findings)
        passOtherFormats(&findings)
        passWithoutDaemon(&findings)
        passWithoutClient(&findings)
        askForNothingOfItsOwn(&findings)
        passOddBuffers(&findings)
    }

    /// Whatever an element in front of it gives.
    private static func passOddBuffers(_ findings: inout Findings) {
        let daemon = PlayedDaemon()
        let harness = Harness("camera=/dev/video7 socket=\(daemon.path)", MeasuringTests.caps("GRAY8"))
        let bytes = MeasuringTests.pattern(320 * 240)
        _ = harness.pass(bytes) { !daemon.requests("frame").isEmpty }
        var arrived = 0
        let counts = [0, 1, 100, bytes.count - 1]
        for count in counts {
            for hasTime in [true, false] {
                let buffer = harness.buffer(Array(bytes[..<count]))
                // GST_CLOCK_TIME_NONE is a macro with a cast.
                if !hasTime { buffer.pointee.pts = guint64.max }
                let out = harness.pass(buffer)
                if out != nil { arrived += 1 }
                harness.drop(out)
            }
        }
        let count = daemon.requests("frame").count
        let goesOn = harness.pass(bytes) { daemon.requests("frame").count > count + 2 }
        let errors = harness.messages().filter { $0.hasPrefix("error") }
        findings.expect(
            "buffers that are too short, and those without a time, pass, and the next ones are measured",
            arrived == 2 * counts.count && goesOn && errors.isEmpty, "\(arrived) \(goesOn) \(errors)")
    }

    private static func passTheSameBuffers(_ findings: inout Findings) {
        let daemon = PlayedDaemon()
        let harness = Harness("camera=/dev/video7 socket=\(daemon.path)", MeasuringTests.caps("GRAY8"))
        let bytes = MeasuringTests.pattern(320 * 240)
        guard harness.pass(bytes, until: { !daemon.requests("frame").isEmpty }) else {
            return findings.expect("a frame is measured", false)
        }
        let count = daemon.requests("frame").count
        var isSame = true
        for number in 0..<50 {
            let buffer = harness.buffer(bytes, sequence: guint64(number))
            // Another reference, so that nobody may write into it.
            gst_mini_object_ref(UnsafeMutableRawPointer(buffer).assumingMemoryBound(to: GstMiniObject.self))
            let memory = gst_buffer_peek_memory(buffer, 0)
            let time = buffer.pointee.pts
            let out = harness.pass(buffer)
            isSame = isSame && out == buffer && gst_buffer_peek_memory(out, 0) == memory && buffer.pointee.pts == time
            harness.drop(out)
            isSame = isSame && buffer.pointee.mini_object.refcount == 1
            harness.drop(buffer)
        }
        let isMeasured = wait { daemon.requests("frame").count >= count + 50 }
        findings.expect(
            "measured buffers are the same inside and outside, and no reference is kept", isSame && isMeasured)
    }

    private static func passOtherFormats(_ findings: inout Findings) {
        for (caps, size) in [
            ("video/x-raw, format=RGB, width=320, height=240, framerate=30/1", 320 * 240 * 3),
            ("video/x-raw, format=I420_10LE, width=320, height=240, framerate=30/1", 320 * 240 * 3),
            ("video/x-raw(memory:GLMemory), format=NV12, width=320, height=240, framerate=30/1", 100),
            ("image/jpeg, width=320, height=240, framerate=30/1", 1000),
            ("audio/x-raw, format=S16LE, layout=interleaved, rate=48000, channels=2", 480),
            ("application/x-anything", 1),
        ] {
            let daemon = PlayedDaemon()
            let harness = Harness("camera=/dev/video7 socket=\(daemon.path)", caps)
            var arrived = 0
            for _ in 0..<20 {
                let buffer = harness.buffer(MeasuringTests.pattern(size))
                let out = harness.pass(buffer)
                if out == buffer { arrived += 1 }
                harness.drop(out)
            }
            gst_harness_set_src_caps_str(harness.harness, caps)
            let told = harness.messages().filter { !$0.hasPrefix("tapfocus-") }
            findings.expect(
                "\(caps.prefix(40))… passes, with one warning",
                arrived == 20 && told.count == 1 && told[0].hasPrefix("warning: Frames of this format"),
                "\(arrived) \(told)")
            // The daemon reads on a thread of its own.
            _ = wait { !daemon.requests("hold-frames").isEmpty }
            let holds = daemon.requests("hold-frames")
            findings.expect(
                "… and is not declared, while the camera stays reserved",
                !holds.isEmpty && holds.allSatisfy { $0["width"] == nil }, holds)
        }
    }

    private static func passWithoutClient(_ findings: inout Findings) {
        let path = "/tmp/" + String(repeating: "long", count: 40)
        let pipeline = Pipeline(
            "videotestsrc num-buffers=5 ! video/x-raw,format=I420 ! tapfocus camera=x socket=\(path) ! fakesink")
        let (isEnded, told) = pipeline.play()
        findings.expect(
            "a socket's path that is too long is one warning",
            isEnded && told.count == 1 && told[0].hasPrefix("warning: No client"), told)
    }

    private static func passWithoutDaemon(_ findings: inout Findings) {
        let path = temporaryPath()
        let begin = g_get_monotonic_time()
        let harness = Harness("camera=/dev/video7 socket=\(path)", MeasuringTests.caps("GRAY8"))
        let duration = g_get_monotonic_time() - begin
        let bytes = MeasuringTests.pattern(320 * 240)
        var arrived = 0
        for _ in 0..<20 {
            let out = harness.pass(harness.buffer(bytes))
            if out != nil { arrived += 1 }
            harness.drop(out)
        }
        findings.expect(
            "without a daemon the buffers pass, at once", arrived == 20 && duration < 300_000,
            "\(arrived) \(duration) µs")

        let daemon = PlayedDaemon(path)
        findings.expect(
            "a daemon that comes later gets its frames", harness.pass(bytes) { !daemon.requests("frame").isEmpty },
            daemon.requests)
        daemon.stop()
        let isGone = harness.pass(bytes) { harness.messages().contains { $0.hasPrefix("tapfocus-disconnected") } }
        let count = daemon.requests("frame").count
        daemon.listen()
        findings.expect(
            "one that ends and comes again, too",
            isGone && harness.pass(bytes) { daemon.requests("frame").count > count },
            "\(isGone) \(daemon.requests)")
    }

    private static func askForNothingOfItsOwn(_ findings: inout Findings) {
        let daemon = PlayedDaemon()
        for description in [
            "videotestsrc num-buffers=30 ! video/x-raw,format=YUY2 ! tapfocus camera=/dev/video7 socket=\(daemon.path) ! fakesink sync=false",
            "videotestsrc num-buffers=30 ! jpegenc ! jpegdec ! tapfocus camera=/dev/video7 socket=\(daemon.path) ! fakesink",
            "videotestsrc num-buffers=30 ! video/x-raw,format=I420 ! tapfocus camera=/dev/video7 socket=\(daemon.path) "
                + "! videoconvert ! video/x-raw,format=RGB ! fakesink",
        ] {
            let pipeline = Pipeline(description)
            let (isEnded, told) = pipeline.play()
            findings.expect(
                "to its end: \(description.prefix(70))…", isEnded && told.allSatisfy { !$0.hasPrefix("warning") }, told)
        }
    }
}
