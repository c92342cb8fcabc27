import KioskRuntime
import Testing

@testable import tapfocus

/// What a command says that has changed something in a running kiosk.
@Suite struct ClientSentencesTests {
    /// The status of a kiosk with a camera, with these fields besides.
    private func statusLine(_ fields: String, state: String = "unlockableLocked") throws -> StatusLine {
        let line =
            #"{"event":"status","state":"\#(state)","cause":"tap","moved":false,"camera":{"name":"A","path":"/a"},"#
            + fields + "}"
        guard case .status(let status)? = KioskLine(Array(line.utf8)) else { throw KioskError("no status: \(line)") }
        return status
    }

    @Test("A light that is off for one program, and on for another, is not called off")
    func otherLight() throws {
        let lit = try statusLine(#""light":true"#)
        let dark = try statusLine(#""compensation":0"#)
        #expect(ClientSentences.lit(false, "lamp", lit).hasPrefix("a light of another program is on"))
        #expect(ClientSentences.lit(false, "lamp", dark).hasPrefix("the lamp is off"))
        #expect(ClientSentences.lit(true, "lamp", lit).hasPrefix("the lamp is on"))
    }

    @Test("A compensation is told as brighter, darker or taken back, and what a held exposure cannot follow besides")
    func compensationWords() throws {
        let bright = try statusLine(#""compensation":0.75,"missingCompensation":0"#)
        #expect(
            ClientSentences.compensated(bright, ev: 0)
                == "the picture is 0.75 EV brighter than the camera or TapFocus would choose")
        let held = try statusLine(#""compensation":-1,"missingCompensation":-0.7"#)
        #expect(
            ClientSentences.compensated(held, ev: 0)
                == "the picture is 1 EV darker than the camera or TapFocus would choose, but the held exposure stays "
                + "0.7 EV too bright; the next tap exposes again, as far as the camera can")
        let none = try statusLine(#""compensation":0,"missingCompensation":0"#)
        #expect(
            ClientSentences.compensated(none, ev: 1) == "the picture is as bright as the camera or TapFocus chooses")
        #expect(try ClientSentences.compensated(statusLine(#""trace":null"#), ev: 1).contains("1 EV brighter"))
    }

    @Test("While nothing is held, nobody is promised a brighter picture: a camera without a bias waits for a tap")
    func compensationWithoutHold() throws {
        let status = try statusLine(#""compensation":1,"missingCompensation":0"#, state: "continuousAuto")
        #expect(
            ClientSentences.compensated(status, ev: 1)
                == "compensation +1 EV is in force: a camera with a bias follows at once, others from the next tap on")
    }

    @Test("A mark and a new file are told with the trace; one that could not be written is a failure")
    func traceWords() throws {
        let (written, paused) = (try statusLine(#""trace":"/t""#), try statusLine(#""trace":null"#))
        #expect(try ClientSentences.marked(written, "blurred") == "\"blurred\" is in the trace /t")
        #expect(
            try ClientSentences.nextFileBegun(written)
                == "the trace /t is opened again: it is a new file if it was renamed, and else goes on at its end")
        try withFolder { folder in
            let ring = try statusLine("\"trace\":\"\(folder)\"")
            #expect(
                try ClientSentences.nextFileBegun(ring)
                    == "the file is complete, and another one begins in the trace \(folder)")
        }
        #expect(throws: KioskError.self) { try ClientSentences.marked(paused, "blurred") }
        #expect(throws: KioskError.self) { try ClientSentences.nextFileBegun(paused) }
    }

    @Test("show-view of a run that is ending claims nothing that has not come")
    func endingView() throws {
        #expect(
            ClientSentences.viewShown(try statusLine(#""trace":null"#))
                == "the view is shown again; the state is unlockableLocked")
    }
}
