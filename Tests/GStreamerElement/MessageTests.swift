import CGStreamer
import Foundation

/// Events of the daemon become messages on the bus.
enum MessageTests {
    static func run(_ findings: inout Findings) {
        tellConnections(&findings)
        tellEvents(&findings)
    }

    private static func tellConnections(_ findings: inout Findings) {
        let daemon = PlayedDaemon()
        let pipeline = Pipeline(
            "videotestsrc is-live=true ! video/x-raw,format=GRAY8,width=320,height=240 ! "
                + "tapfocus camera=/dev/video7 socket=\(daemon.path) ! fakesink")
        pipeline.set(GST_STATE_PLAYING)
        _ = wait { !daemon.requests("frame").isEmpty }
        let told = pipeline.messages().filter { $0.hasPrefix("tapfocus") }
        findings.expect(
            "connection, reservation and stream are told, in this order",
            told.count == 3 && told[0].hasPrefix("tapfocus-connected")
                && told[1].hasPrefix("tapfocus-held measures=false")
                && told[2].hasPrefix("tapfocus-held measures=true"), told)
    }

    private static func tellEvents(_ findings: inout Findings) {
        let daemon = PlayedDaemon()
        let harness = Harness("camera=/dev/video7 socket=\(daemon.path)", MeasuringTests.caps("GRAY8"))
        let bytes = MeasuringTests.pattern(320 * 240)
        _ = harness.pass(bytes) { !daemon.requests("frame").isEmpty }
        var told: [String] = []

        func expect(_ claim: String, _ line: String, _ parts: [String]) {
            daemon.say(line)
            told = []
            let isTold = harness.pass(bytes) {
                told += harness.messages()
                return told.contains { message in parts.allSatisfy { message.contains($0) } }
            }
            findings.expect(claim, isTold, told)
        }
        expect(
            "a state that holds a point",
            #"{"event":"state","time":5,"state":"unlockableLocked","point":{"x":0.25,"y":0.75},"cause":"timer","rule":"r","id":3}"#,
            [
                "tapfocus-state", "state=unlockableLocked", "held=true", "point-x=0.25",
                "point-y=0.75", "id=3",
            ])
        expect(
            "a state that holds nothing",
            #"{"event":"state","time":5,"state":"continuousAuto","point":null,"cause":"view","rule":"r"}"#,
            ["tapfocus-state", "state=continuousAuto", "held=false"])
        expect(
            "the end of a tap",
            #"{"event":"settled","time":5,"focus":"converged","exposure":"failed","focusLevel":"software","exposureLevel":"software","verified":[],"id":3}"#,
            ["tapfocus-settled", "focus=converged", "exposure=failed", "id=3"])
        expect(
            "the end of a tap that failed, with the reason",
            #"{"event":"settled","time":5,"focus":"failed","exposure":null,"focusReason":"tooDark","reason":"Focus failed: it is dark."}"#,
            ["tapfocus-settled", "focus=failed", "message=Focus failed: it is dark."])
        expect(
            "an ignored tap", #"{"event":"tap-ignored","time":5,"reason":"dragged","id":4}"#,
            ["tapfocus-tap-ignored", "reason=dragged", "id=4"])
        expect(
            "an error", #"{"event":"error","time":5,"message":"cannot open \"/dev/video7\": no ü"}"#,
            ["tapfocus-error", #"message=cannot open "/dev/video7": no ü"#])
        expect(
            "a refusal", #"{"event":"error","time":5,"message":"no camera","request":"hold-frames"}"#,
            ["tapfocus-refused", "message=no camera"])
        expect(
            "a code that somebody has read",
            #"{"event":"code","time":5,"text":"A \"7\" é","type":"QRCode","corners":[0,0,1,0,1,1,0,1]}"#,
            ["tapfocus-code", #"text=A "7" é"#, "type=QRCode"])
        expect(
            "anything else, as its line", #"{"event":"searched","time":5,"outcome":"found"}"#,
            ["tapfocus-event", "searched"])
    }
}
