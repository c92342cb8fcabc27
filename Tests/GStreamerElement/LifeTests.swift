import CGStreamer
import CGStreamerCheck
import Foundation

/// The camera is reserved before it is opened, and let go at the end.
enum LifeTests {
    static func run(_ findings: inout Findings) {
        findCameras(&findings)
        waitBriefly(&findings)
        endFrames(&findings)
        findRestartedDaemon(&findings)
        changeStatesOften(&findings)
    }

    /// A v4l2src without a device cannot be opened; by then the camera has been reserved.
    private static func findCameras(_ findings: inout Findings) {
        for upstream in [
            "v4l2src device=/dev/video99", "v4l2src device=/dev/video99 ! image/jpeg ! queue ! jpegdec ! videoconvert",
            "( v4l2src device=/dev/video99 ! queue )", "v4l2src device=/dev/video99 ! tee ! identity",
        ] {
            let daemon = PlayedDaemon()
            let pipeline = Pipeline("\(upstream) ! tapfocus socket=\(daemon.path) ! fakesink")
            let isReady = pipeline.set(GST_STATE_READY)
            let hold = daemon.requests("hold-frames").first ?? [:]
            findings.expect(
                "before it is opened, the camera is reserved: \(upstream)",
                !isReady && hold["camera"] as? String == "/dev/video99", "\(isReady) \(daemon.requests)")
        }
        let daemon = PlayedDaemon()
        let inside = Pipeline(
            "v4l2src device=/dev/video99 ! ( queue ! tapfocus socket=\(daemon.path) ! queue ) ! fakesink")
        inside.set(GST_STATE_READY)
        findings.expect(
            "a bin around the element hides no camera",
            daemon.requests("hold-frames").first?["camera"] as? String == "/dev/video99", daemon.requests)

        let none = Pipeline("videotestsrc num-buffers=5 ! tapfocus socket=\(daemon.path) ! fakesink")
        let count = daemon.requests.count
        let (isPlayed, all) = none.play()
        let told = all.filter { $0.hasPrefix("warning") }
        findings.expect(
            "without a camera upstream there is one warning, and no connection",
            isPlayed && daemon.requests.count == count && told.count == 1 && told[0].hasPrefix("warning: No camera"),
            told)
    }

    /// In microseconds. A busy machine is slow; a wait of several seconds is another one.
    private static let longest = 3_000_000

    private static func waitBriefly(_ findings: inout Findings) {
        func duration(_ daemon: PlayedDaemon) -> (time: Int, pipeline: Pipeline) {
            let pipeline = Pipeline("fakesrc ! tapfocus name=it camera=x socket=\(daemon.path) ! fakesink")
            let begin = g_get_monotonic_time()
            pipeline.set(GST_STATE_READY)
            return (g_get_monotonic_time() - begin, pipeline)
        }
        let silent = PlayedDaemon { _ in [] }
        let waited = duration(silent)
        findings.expect(
            "a daemon that does not answer is waited for half a second", 450_000..<longest ~= waited.time, waited.time)
        let ready = g_get_monotonic_time()
        waited.pipeline.set(GST_STATE_PAUSED)
        let paused = g_get_monotonic_time() - ready
        findings.expect("… once on the way to the picture", paused < min(waited.time, longest), paused)

        let slow = PlayedDaemon { request in
            if request["request"] as? String == "hold-frames" { usleep(150_000) }
            return PlayedDaemon.holding(request)
        }
        let answered = duration(slow)
        findings.expect(
            "the answer of one that does ends the wait",
            answered.time >= 150_000 && answered.time < min(waited.time, longest), answered.time)

        let searching = PlayedDaemon { request in
            guard request["request"] as? String == "hold-frames" else { return [] }
            return [#"{"event":"error","time":1,"message":"let go in the middle of a search"}"#]
        }
        Thread.detachNewThread {
            _ = wait { !searching.requests("hold-frames").isEmpty }
            usleep(150_000)
            searching.say(PlayedDaemon.held(false))
        }
        let searched = duration(searching)
        findings.expect(
            "an error about something else does not keep the camera from being reserved",
            150_000...400_000 ~= searched.time
                && searched.pipeline.messages().contains { $0.hasPrefix("tapfocus-held") },
            searched.time)

        let refusing = PlayedDaemon { request in
            guard request["request"] as? String == "hold-frames" else { return [] }
            return [
                #"{"event":"error","time":1,"message":"the camera x is held by another program","request":"hold-frames"}"#
            ]
        }
        let refused = duration(refusing)
        let begin = g_get_monotonic_time()
        refused.pipeline.set(GST_STATE_PAUSED)
        let again = g_get_monotonic_time() - begin
        findings.expect(
            "a refusal ends the wait, too", refused.time < 400_000 && again < 300_000,
            "\(refused.time) \(again)")
        let told = refused.pipeline.messages()
        findings.expect(
            "… which is told on the bus",
            told.contains { $0.hasPrefix("tapfocus-refused") && $0.contains("held by another") }, told)
    }

    private static func endFrames(_ findings: inout Findings) {
        let daemon = PlayedDaemon()
        let pipeline = Pipeline(
            "videotestsrc is-live=true ! video/x-raw,format=GRAY8,width=320,height=240 ! "
                + "tapfocus name=it camera=/dev/video7 socket=\(daemon.path) ! fakesink")
        pipeline.set(GST_STATE_PLAYING)
        findings.expect("a live pipeline is measured", wait { daemon.requests("frame").count > 3 }, daemon.requests)
        pipeline.set(GST_STATE_PAUSED)
        findings.expect("a pause is told", wait { daemon.requests("frames-ended").count == 1 })
        var count = daemon.requests("frame").count
        pipeline.set(GST_STATE_PLAYING)
        findings.expect("it goes on after a pause", wait { daemon.requests("frame").count > count })
        pipeline.set(GST_STATE_READY)
        findings.expect("its end is told", wait { daemon.requests("frames-ended").count == 2 })
        let departures = daemon.departures
        pipeline.set(GST_STATE_PLAYING)
        count = daemon.requests("frame").count
        findings.expect(
            "it begins again on the same connection",
            wait { daemon.requests("frame").count > count } && departures == 0 && daemon.departures == 0)
        pipeline.set(GST_STATE_NULL)
        findings.expect("in the state NULL the connection is closed", wait { daemon.departures == 1 })

        pipeline.setProperty("camera", "/dev/video8", of: "it")
        pipeline.set(GST_STATE_READY)
        pipeline.setProperty("camera", "/dev/video9", of: "it")
        pipeline.set(GST_STATE_PLAYING)
        findings.expect(
            "another camera in the state READY is reserved instead",
            wait { daemon.requests("hold-frames").last?["camera"] as? String == "/dev/video9" },
            daemon.requests("hold-frames"))
    }

    /// A daemon that was started again may have begun a stream of its own.
    private static func findRestartedDaemon(_ findings: inout Findings) {
        let daemon = PlayedDaemon()
        let pipeline = Pipeline("fakesrc is-live=true ! tapfocus camera=x socket=\(daemon.path) ! fakesink")
        pipeline.set(GST_STATE_READY)
        daemon.stop()
        _ = wait { daemon.departures == 1 }
        daemon.listen()
        let count = daemon.requests("hold-frames").count
        pipeline.set(GST_STATE_PAUSED)
        findings.expect(
            "a daemon that was started again is asked anew before frames flow",
            daemon.requests("hold-frames").count == count + 1, daemon.requests)
    }

    private static func changeStatesOften(_ findings: inout Findings) {
        func descriptors() -> Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0 }
        let daemon = PlayedDaemon()
        let pipeline = Pipeline(
            "videotestsrc is-live=true ! video/x-raw,width=160,height=120,framerate=100/1 ! "
                + "tapfocus name=it taps=true camera=/dev/video7 socket=\(daemon.path) ! fakesink name=sink")
        pipeline.set(GST_STATE_PLAYING)
        pipeline.set(GST_STATE_NULL)
        _ = wait { daemon.departures == 1 }
        let before = descriptors()
        var isWell = true
        let states = [GST_STATE_NULL, GST_STATE_READY, GST_STATE_PAUSED, GST_STATE_PLAYING]
        let presses = Presses(pipeline)
        for step in 0..<200 { isWell = pipeline.set(states[step * 7 % 4]) && isWell }
        for step in 0..<100 { isWell = pipeline.set(states[(step * step + step / 3) % 4]) && isWell }
        presses.stop()
        pipeline.set(GST_STATE_NULL)
        let isQuiet = wait { descriptors() <= before }
        findings.expect(
            "300 changes of state while somebody taps leave no descriptor behind", isWell && isQuiet,
            "\(isWell) \(before) \(descriptors())"
        )
        findings.expect("… and no error", pipeline.messages().allSatisfy { !$0.hasPrefix("error") })
    }
}

/// Somebody who presses a pipeline's picture all the time, from a thread of its own.
private final class Presses: @unchecked Sendable {
    private let pad: UnsafeMutablePointer<GstPad>?
    private let lock = NSLock()
    private var isOver = false
    private let ended = DispatchSemaphore(value: 0)

    init(_ pipeline: Pipeline) {
        let sink = pipeline.child("sink")
        pad = sink.flatMap { gst_element_get_static_pad($0, "sink") }
        gst_object_unref(sink)
        Thread.detachNewThread { [self] in
            while !lock.withLock({ isOver }) {
                gst_pad_push_event(
                    pad, gst_navigation_event_new_mouse_button_press(1, 20, 20, GstNavigationModifierType(rawValue: 0)))
                usleep(200)
            }
            ended.signal()
        }
    }

    func stop() {
        lock.withLock { isOver = true }
        ended.wait()
        gst_object_unref(pad)
    }
}
