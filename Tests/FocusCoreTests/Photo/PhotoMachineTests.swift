import SimulatedDevices
import Testing

@testable import FocusCore

/// When a photo is taken, and which frame counts.
@Suite struct PhotoMachineTests {
    @Test(
        "Where nothing settles, the first frame that was exposed after the press is kept",
        arguments: [
            ("Pf.k", "TK.D"),
            // The frame was exposed before the press: another one is asked for.
            ("Pof.k", "TTK.D"),
            ("..P.o.f.k", "..T.T.K.D"),
        ])
    func settled(line: String, answers: String) { #expect(PhotoTimeLine.said(line) == answers) }

    @Test(
        "Where something settles, the photo waits for its end, and no frame from before counts",
        arguments: [
            ("P..r.f.k", "...T.K.D"),
            // Exposed until the moment of rest, and in part before it.
            ("P..ro.fk", "...TT.KD"),
            // While it waits, nobody was asked for a frame: one that comes anyway does not count.
            ("P.f.rf.k", "....TK.D"),
        ])
    func waits(line: String, answers: String) { #expect(PhotoTimeLine.said(line, isCalm: false) == answers) }

    @Test("At the end of the wait the photo is taken all the same, and says that something settled")
    func waitIsOver() {
        #expect(PhotoTimeLine.said("P......f.k", isCalm: false) == ".....T.U.D")
        // If it comes to rest afterwards, the photo says that.
        #expect(PhotoTimeLine.said("P.....r.f.k", isCalm: false) == ".....T..K.D")
        var line = PhotoTimeLine(isCalm: false)
        _ = line.play("P......f")
        #expect(line.earliest == [500] && line.lags == [100])
    }

    @Test("A tap in between sends the photo back to waiting, and its rest is asked for again")
    func stirred() {
        var line = PhotoTimeLine(isCalm: true)
        #expect(line.play("Ps.r.f.k") == "T..T.K.D")
        #expect(line.earliest == [0, 300])
        // Once the wait is over, nothing sends it back.
        #expect(PhotoTimeLine.said("P....s.f", isCalm: true) == "T....F..")
        #expect(PhotoTimeLine.said("P.r..sf", isCalm: false) == "..T...U")
    }

    @Test("A frame that was exposed before a tap disturbed anything still counts")
    func beforeTheTap() {
        #expect(PhotoTimeLine.said("P.so.k") == "T..K.D")
        // This one was exposed in part after it.
        #expect(PhotoTimeLine.said("P.sf.r.f") == "T....T.K")
    }

    @Test("A photo of now takes the frame that was being exposed at the press, whatever settles")
    func now() {
        #expect(PhotoTimeLine.said("Nf.k", isCalm: false) == "TU.D")
        #expect(PhotoTimeLine.said("Ns.f.k", isCalm: true) == "T..U.D")
        var line = PhotoTimeLine(isCalm: true)
        #expect(line.play(".Nf") == ".TK")
        #expect(line.earliest == [0] && line.lags == [100])
    }

    @Test("Every photo ends, with the reason, and the next one begins")
    func ends() {
        var line = PhotoTimeLine(isCalm: true)
        #expect(line.play("P.....Pf...Pf.xP.xPf.k") == "T....FTK..FTK.FT.FTK.D")
        #expect(line.failures == [.noFrame, .noAnswer, .noSpace, .noSpace])
    }

    @Test(
        "The holder has the time that its frames need, and 5 s more, from the earliest time of a frame",
        arguments: [(0, 1, 8), (0, 9, 16), (4, 9, 20)] as [(Int64, Int, Int64)])
    func patience(calmSince: Int64, count: Int, deadline: Int64) {
        var machine = PhotoMachine()
        let earliest = Instant(nanoseconds: calmSince * 1_000_000_000)
        let event = PhotoMachine.Event.pressed(
            wait: .zero, isNow: false, interval: .milliseconds(1000), count: count, calmSince: earliest)
        #expect(machine.handle(event, at: Instant(nanoseconds: 0)) == .take(earliest: earliest))
        #expect(machine.deadline == Instant(nanoseconds: deadline * 1_000_000_000))
    }

    @Test("One photo at a time: another wish is refused, and changes nothing")
    func busy() {
        #expect(PhotoTimeLine.said("PPfPk") == "TBKBD")
        #expect(PhotoTimeLine.said("PP.rf.k", isCalm: false) == ".B.TK.D")
    }

    @Test("Without a photo nothing has a meaning", arguments: ["f", "o", "k", "x", "s", "r"])
    func idle(mark: String) { #expect(PhotoTimeLine.said(mark) == ".") }

    @Test(
        "Whatever comes in any order, each photo ends, and no frame from before its earliest time is kept",
        arguments: [UInt64](0..<200))
    func random(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var marks = ""
        for _ in 0..<300 { marks.append("PNsrfokx....ff".randomElement(using: &random) ?? ".") }
        marks += "........................"
        var line = PhotoTimeLine(isCalm: seed % 2 == 0)
        let said = line.play(marks)
        #expect(!line.machine.isBusy)
        #expect(line.lags.allSatisfy { $0 >= 0 })
        let kept = said.filter { $0 == "K" || $0 == "U" }.count
        let done = said.filter { $0 == "D" }.count
        #expect(done <= kept && kept == line.lags.count)
    }
}
