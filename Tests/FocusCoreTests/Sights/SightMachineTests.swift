import Testing

@testable import FocusCore

/// When a reader of codes or a detector of faces steers focus.
@Suite struct SightMachineTests {
    @Test("A reader that has read nothing for two seconds gets a search at the centre, once")
    func unread() {
        var line = SightTimeLine()
        #expect(line.play("nnnnnnnn") == "....T...")
        #expect(line.points == [.centre])
    }

    @Test("Where nothing is ever read, the searches become rarer: after 5, 10, and then every 20 s")
    func rarer() {
        let answers = SightTimeLine.said(String(repeating: "n", count: 120))
        let taps = answers.enumerated().filter { $0.element == "T" }.map(\.offset)
        #expect(taps == [4, 14, 34, 74, 114])
    }

    @Test("A code that is read keeps its focus, and makes the next search a prompt one, but never within five seconds")
    func read() {
        #expect(SightTimeLine.said("cccccccccccc") == "............")
        #expect(SightTimeLine.said("nnnncnnnn") == ".........")
        #expect(SightTimeLine.said("nnnnncnnnnnnnnn") == "....T.........T")
    }

    @Test("A finger and an application come first: nothing is steered until something moves")
    func rank() {
        #expect(SightTimeLine.said("Pnnnnnnnnnn") == "...........")
        #expect(SightTimeLine.said("Pfffff") == "......")
        #expect(SightTimeLine.said("PnnnnnnMn") == "........T")
        // Also after a tap of its own, which the finger overtakes.
        #expect(SightTimeLine.said("nnnnnPnnnnnnnnnnnnnnn") == "....T................")
    }

    @Test("A face that keeps its place for half a second is tapped at its middle, and only once")
    func face() {
        var line = SightTimeLine()
        #expect(line.play("ffffgg") == ".T....")
        #expect(line.points == [PointOfInterest(x: 0.375, y: 0.5)])
        #expect(SightTimeLine.said("fgfgfg") == "......")
    }

    @Test("A face that has been gone for two seconds is let go, and the next one waits until five seconds are over")
    func lost() {
        #expect(SightTimeLine.said("ff----") == ".T...L")
        #expect(SightTimeLine.said("ff----ffffff") == ".T...L.....T")
        #expect(SightTimeLine.said("ff--f----") == ".T......L")
    }

    @Test("The hold of a person stays when the face goes")
    func lostByPerson() { #expect(SightTimeLine.said("ffP------") == ".T.......") }

    @Test("A face does not take the focus of a code, and a code not that of a face")
    func both() {
        #expect(SightTimeLine.said("nnnnnffff") == "....T....")
        #expect(SightTimeLine.said("ffnnnnnnnnnnnnnn") == ".T..............")
    }

    @Test("The end of the program lets go of what was held for it, and of nothing else")
    func ended() {
        #expect(SightTimeLine.said("nnnnnE") == "....TL")
        #expect(SightTimeLine.said("nnnnnPE") == "....T..")
        #expect(SightTimeLine.said("nnE") == "...")
        // Another one taps no earlier than five seconds after the latest tap.
        #expect(SightTimeLine.said("ffEfffffffff") == ".TL........T")
    }

    @Test("A face with no place in the picture is never tapped")
    func outside() {
        var machine = SightMachine()
        let box = NormalizedRectangle(x: 1, y: 0, width: 0.5, height: 0.5)
        for second in 0..<10 {
            let now = Instant(nanoseconds: Int64(second) * 1_000_000_000)
            #expect(machine.lookedForFace(box, at: now, .free) == .none)
        }
    }
}
