import CGStreamer
import CGStreamerCheck
import Foundation

/// Presses on the picture become taps.
enum NavigationTests {
    static func run(_ findings: inout Findings) {
        tapThroughElements(&findings)
        tapWithFingers(&findings)
    }

    private static let noModifier = GstNavigationModifierType(rawValue: 0)

    private static func press(_ pipeline: Pipeline, _ event: UnsafeMutablePointer<GstEvent>?) {
        guard let sink = pipeline.child("sink"), let pad = gst_element_get_static_pad(sink, "sink") else { return }
        gst_pad_push_event(pad, event)
        gst_object_unref(pad)
        gst_object_unref(sink)
    }

    private static func play(_ daemon: PlayedDaemon, _ properties: String, _ downstream: String) -> Pipeline {
        let pipeline = Pipeline(
            "videotestsrc is-live=true ! video/x-raw,format=I420,width=640,height=480 ! tapfocus name=it camera=/dev/video7 "
                + "socket=\(daemon.path) \(properties) ! \(downstream) ! fakesink name=sink")
        pipeline.set(GST_STATE_PLAYING)
        _ = wait { !daemon.requests("frame").isEmpty }
        return pipeline
    }

    /// The tap that a press at a pixel of the sink's picture becomes.
    private static func tapThroughElements(_ findings: inout Findings) {
        for (downstream, x, y, tapX, tapY) in [
            ("identity", 160.0, 120.0, 0.25, 0.25),
            ("videoscale ! video/x-raw,width=320,height=240", 80, 180, 0.25, 0.75),
            ("queue ! videoconvert ! videoscale ! video/x-raw,width=1280,height=960,format=RGB", 1280, 0, 1, 0),
            ("videoflip video-direction=180", 160, 120, 0.75, 0.75), ("videocrop left=320", 0, 0, 0.5, 0),
        ] {
            let daemon = PlayedDaemon()
            let pipeline = play(daemon, "taps=true", downstream)
            press(pipeline, gst_navigation_event_new_mouse_button_press(1, x, y, noModifier))
            let isSent = wait { !daemon.requests("tap").isEmpty }
            let tap = daemon.requests("tap").first ?? [:]
            findings.expect(
                "a press behind \(downstream) is a tap in the camera's picture",
                isSent && isNear(tap["x"], tapX) && isNear(tap["y"], tapY) && tap["in"] as? String == "picture"
                    && tap["id"] as? Int == 1, tap)
        }
        let daemon = PlayedDaemon()
        let part = play(daemon, "taps=true crop-x=0.5 crop-width=0.5 crop-y=0.25 crop-height=0.5", "identity")
        press(part, gst_navigation_event_new_mouse_button_press(1, 320, 240, noModifier))
        _ = wait { !daemon.requests("tap").isEmpty }
        let tap = daemon.requests("tap").first ?? [:]
        findings.expect(
            "a part of the picture is placed in the whole", isNear(tap["x"], 0.75) && isNear(tap["y"], 0.5), tap)
    }

    private static func isNear(_ value: Any?, _ expected: Double) -> Bool {
        (value as? Double).map { abs($0 - expected) < 0.005 } ?? false
    }

    private static func tapWithFingers(_ findings: inout Findings) {
        let daemon = PlayedDaemon()
        let pipeline = play(daemon, "taps=true", "identity")
        func touch(_ finger: guint, _ x: Double) {
            press(pipeline, gst_navigation_event_new_touch_down(finger, x, 48, 1, noModifier))
        }
        func lift(_ finger: guint) { press(pipeline, gst_navigation_event_new_touch_up(finger, 64, 48, noModifier)) }
        touch(3, 64)
        press(pipeline, gst_navigation_event_new_touch_motion(3, 200, 200, 1, noModifier))
        touch(4, 128)
        lift(4)
        lift(3)
        touch(3, 192)
        press(pipeline, gst_navigation_event_new_touch_cancel(noModifier))
        touch(5, 256)
        lift(5)
        // None of these is a tap: another button, moves, keys, and places beside the picture.
        press(pipeline, gst_navigation_event_new_mouse_button_press(3, 10, 10, noModifier))
        press(pipeline, gst_navigation_event_new_mouse_move(10, 10, noModifier))
        press(pipeline, gst_navigation_event_new_mouse_button_release(1, 10, 10, noModifier))
        press(pipeline, gst_navigation_event_new_key_press("a", noModifier))
        for (x, y) in [(-1.0, 5.0), (641, 5), (5, 481), (Double.nan, 5), (Double.infinity, 5)] {
            press(pipeline, gst_navigation_event_new_mouse_button_press(1, x, y, noModifier))
        }
        pipeline.setProperty("taps", "false", of: "it")
        touch(6, 320)
        lift(6)
        pipeline.setProperty("taps", "true", of: "it")
        press(pipeline, gst_navigation_event_new_mouse_button_press(1, 640, 480, noModifier))
        _ = wait { daemon.requests("tap").count >= 4 }
        let places = daemon.requests("tap").compactMap { $0["x"] as? Double }.map { ($0 * 100).rounded() / 100 }
        findings.expect(
            "only the first finger's press, or the first button's, is a tap", places == [0.1, 0.3, 0.4, 1], places)
    }
}
