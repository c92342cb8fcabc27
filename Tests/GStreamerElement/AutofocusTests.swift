import CGStreamer
import CGStreamerCheck
import Foundation

/// A tap is handed to the autofocus of the camera's source. The sources are played: no machine of the tests has such a camera.
enum AutofocusTests {
    private static let path = "/dev/video-libcamera"

    static func run(_ findings: inout Findings) {
        guard tapfocus_check_register_sources() != 0 else {
            return findings.expect("there is a videotestsrc to play a camera with", false)
        }
        handOver(&findings)
        trigger(&findings)
        searchEverywhere(&findings)
        leaveAlone(&findings)
    }

    private static func state(_ name: String, _ point: String) -> String {
        #"{"event":"state","time":5,"state":"\#(name)","point":\#(point),"cause":"tap","rule":"r"}"#
    }

    private static let following = state("continuousAuto", "null")
    private static let searching = state("autoAndForceLocked", #"{"x":0.25,"y":0.5}"#)
    private static let settled = #"{"event":"settled","time":5,"focus":"held","exposure":null}"#
    private static let held = #"{"event":"held","time":1,"camera":"/dev/video-libcamera","measures":true}"#
    private static let refused = #"{"event":"error","time":1,"request":"hold-frames","message":"another camera."}"#

    /// A bin that plays, with one of the played sources, and the function that waits for what is set on it last.
    private static func withSource(
        _ source: String, answer: String = held,
        _ body: (PlayedDaemon, Pipeline, _ isSet: (String) -> Bool, _ notes: () -> String) -> Void
    ) {
        let daemon = PlayedDaemon { $0["request"] as? String == "hold-frames" ? [answer] : [] }
        let pipeline = Pipeline(
            "tapfocuscamera name=camera source=\"\(source) name=lens is-live=true ! "
                + "video/x-raw,format=YUY2,width=320,height=240\" socket=\(daemon.path) ! fakesink")
        pipeline.set(GST_STATE_PLAYING)
        _ = wait { !daemon.requests("hold-frames").isEmpty }
        guard let lens = pipeline.child("lens") else { return }
        func notes() -> String {
            guard let notes = tapfocus_check_notes(lens) else { return "" }
            defer { g_free(notes) }
            return String(cString: notes)
        }
        body(daemon, pipeline, { words in wait { notes().hasSuffix(words) } }, notes)
        gst_object_unref(lens)
    }

    private static func handOver(_ findings: inout Findings) {
        withSource("playedlibcamerasrc") { daemon, pipeline, isSet, notes in
            findings.expect(
                "the camera of such a source is the one of tapfocus run --libcamera",
                daemon.requests("hold-frames").first?["camera"] as? String == path, daemon.requests)
            daemon.say(following)
            findings.expect(
                "while nothing is held, the camera's autofocus follows the scene", isSet("af-metering=0 af-mode=2"),
                notes())
            daemon.say(searching)
            findings.expect(
                "a tap is the autofocus's window, and it is switched off and on for a search",
                isSet("af-metering=1 af-windows=700,1050,600,400 af-mode=0 af-mode=2"), notes())
            daemon.say(settled)
            findings.expect("at the end of the search the lens is locked", isSet("af-mode=2 af-mode=0"), notes())
            daemon.say(state("autoAndForceLocked", #"{"x":1,"y":0}"#))
            findings.expect(
                "a window at the edge lies within the picture", isSet("af-windows=3100,50,600,400 af-mode=0 af-mode=2"),
                notes())
            daemon.say(following)
            findings.expect(
                "when the daemon lets go, the whole picture is followed again", isSet("af-metering=0 af-mode=2"),
                notes())
            daemon.say(state("unlockableLocked", #"{"x":0.25,"y":0.5}"#))
            _ = isSet("af-mode=0")
            daemon.stop()
            findings.expect(
                "without a daemon nothing stays locked", isSet("af-mode=0 af-metering=0 af-mode=2"), notes())
            let told = pipeline.messages().filter { $0.hasPrefix("warning") }
            findings.expect("a crop that is told needs no warning", !told.contains { $0.contains("scaler-crop") }, told)
        }
    }

    private static func trigger(_ findings: inout Findings) {
        withSource("playedtriggersrc") { daemon, _, isSet, notes in
            daemon.say(searching)
            findings.expect(
                "an autofocus with a trigger searches once",
                isSet("af-windows=700,1050,600,400 af-mode=1 af-trigger=0"), notes())
        }
    }

    private static func searchEverywhere(_ findings: inout Findings) {
        withSource("playedoldsrc") { daemon, pipeline, isSet, notes in
            daemon.say(searching)
            findings.expect(
                "without the crop of the sensor the whole picture is searched",
                isSet("af-metering=0 af-mode=0 af-mode=2") && !notes().contains("af-windows"), notes())
            let told = pipeline.messages()
            findings.expect(
                "... and a warning says so", told.contains { $0.hasPrefix("warning") && $0.contains("scaler-crop") },
                told)
        }
    }

    private static func leaveAlone(_ findings: inout Findings) {
        withSource("playedlibcamerasrc", answer: refused) { daemon, pipeline, _, notes in
            daemon.say(searching)
            var told: [String] = []
            _ = wait {
                told += pipeline.messages()
                return told.contains { $0.hasPrefix("tapfocus-state") }
            }
            usleep(300_000)
            findings.expect("the taps of another camera set nothing", notes().isEmpty, notes())
        }
    }
}
