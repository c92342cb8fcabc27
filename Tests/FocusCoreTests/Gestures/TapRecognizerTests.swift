import FocusCore
import Testing

/// Taps and other gestures, as time lines.
struct TapRecognizerTests {
    @Test(
        "Gestures are told apart",
        arguments: [
            // One finger, short, with little movement.
            ("A.a", "..T"),
            ("Aa", ".T"),
            ("A.......a", "........T"),
            ("A========a", ".........L"),
            ("A=======a", "........T"),
            ("A~a", "..T"),
            // Too long, by one mark.
            ("A........a", ".........L"),
            ("A....................a", ".....................L"),
            // Dragged, and back again.
            ("A~~a", "...D"),
            ("A~~~~~~~~~~a", "...........D"),
            // A second finger, in whatever order they leave.
            ("AB.ab", "....2"),
            ("AB.ba", "....2"),
            ("A.B.b.a", "......2"),
            ("A.B.a.b", "......2"),
            ("A.B.a.A.a.b", "..........2"),
            ("ABCDEFGHIJabcdefghij", "...................2"),
            // After all have left, a tap is a tap again.
            ("AB.ab.A.a", "....2...T"),
            ("A~~a.A.a", "...D...T"),
            // Palms, by size and by the screen's own report. A gesture that begins as a palm stays one.
            ("APa", "..P"),
            ("Apa", "..P"),
            ("A.P.a", "....P"),
            // Cancelled by the screen.
            ("AX", ".C"),
            ("A.X.B.b", "..C...T"),
            ("AB.X.a", ".....2"),
            // Events were lost: reported at once, and contacts that are still down no longer count.
            ("A.!", "..C"),
            ("A.!.a", "..C.."),
            ("A.!.a.B.b", "..C.....T"),
            ("!", "."),
            // Lifts and movements of contacts that are not down.
            ("a", "."),
            ("~a", ".."),
            ("b.A.a", "....T"),
            ("A.b.a", "....T"),
            // The first reason is the one that is reported.
            ("A~~Bba", ".....D"),
            ("A~~.........a", "............D"),
        ])
    func gestures(_ line: String, _ said: String) {
        #expect(TouchTimeLine.said(line) == said, "\(line)")
    }

    @Test("The longest time is configurable, and counts from down to up")
    func longestTime() {
        let short = TapLimits().with { $0.longestTime = .milliseconds(100) }
        #expect(TouchTimeLine.said("A.a", limits: short) == "..T")
        #expect(TouchTimeLine.said("A..a", limits: short) == "...L")
        let long = TapLimits().with { $0.longestTime = .milliseconds(1000) }
        #expect(TouchTimeLine.said("A...................a", limits: long) == "....................T")
    }

    @Test("The movement limit is in mm when the screen reports its size, each axis by its own scale")
    func movementInMillimetres() {
        #expect(TouchTimeLine.said("A~~a", limits: TapLimits().with { $0.farthestMovement = 6.1 }) == "...T")
        #expect(TouchTimeLine.said("A~a", limits: TapLimits().with { $0.farthestMovement = 2.9 }) == "..D")
        var fine = TouchTimeLine.screen
        fine.unitsPerMillimetreX = 100
        #expect(TouchTimeLine.said("A~~~~~~~a", on: fine) == "........T")
        fine.unitsPerMillimetreX = 10
        fine.unitsPerMillimetreY = 1
        #expect(TouchTimeLine.said("A=a", on: fine) == "..D")
    }

    @Test("When the screen does not report its size, movement and contact are shares of the diagonal")
    func shareOfDiagonal() {
        // The diagonal is 5000 units, so 1.5 % are 75 units and 10 % are 500.
        var plain = TouchTimeLine.screen
        plain.unitsPerMillimetreX = 0
        #expect(TouchTimeLine.said("A~~a", on: plain) == "...T")
        #expect(TouchTimeLine.said("A~~~a", on: plain) == "....D")
        #expect(
            TouchTimeLine.said("A~~a", limits: TapLimits().with { $0.farthestMovementShare = 0.011 }, on: plain)
                == "...D")
        #expect(TouchTimeLine.said("APa", on: plain) == "..T")
        #expect(
            TouchTimeLine.said("APa", limits: TapLimits().with { $0.largestContactShare = 0.05 }, on: plain) == "..P")
    }

    @Test("The largest contact is in mm when the screen reports its size")
    func contactInMillimetres() {
        #expect(TouchTimeLine.said("APa", limits: TapLimits().with { $0.largestContact = 31 }) == "..T")
        #expect(TouchTimeLine.said("Aa", limits: TapLimits().with { $0.largestContact = 8.9 }) == ".P")
    }

    @Test("A tap is where the finger went down, not where it rolled to")
    func whereItBegan() {
        var recognizer = TapRecognizer(limits: TapLimits())
        let down = TouchContact(slot: 3, phase: .down, x: 500, y: 600)
        let up = TouchContact(slot: 3, phase: .up, x: 520, y: 590)
        _ = recognizer.handle(down, at: Instant(nanoseconds: 0), on: TouchTimeLine.screen)
        let outcome = recognizer.handle(up, at: Instant(nanoseconds: 1000), on: TouchTimeLine.screen)
        #expect(outcome == .tap(x: 500, y: 600))
    }

    @Test("Without a size in millimetres, a palm is a share of the diagonal of width and height")
    func palmByShare() {
        // 4000 by 3000 units: the diagonal is 5000, and the contact of the palm 300.
        let screen = TouchscreenDescription(minimumX: 0, maximumX: 4000, minimumY: 0, maximumY: 3000)
        #expect(
            TouchTimeLine.said("A.P.a", limits: TapLimits().with { $0.largestContactShare = 0.061 }, on: screen).last
                == "T")
        #expect(
            TouchTimeLine.said("A.P.a", limits: TapLimits().with { $0.largestContactShare = 0.059 }, on: screen)
                .contains("P"))
    }

    @Test("A screen that reports its resolution in one direction only is measured in shares of the diagonal")
    func halfAResolution() {
        for (x, y) in [(0, 10), (10, 0), (0, 0)] as [(Int32, Int32)] {
            let screen = TouchscreenDescription(
                minimumX: 0, maximumX: 4000, minimumY: 0, maximumY: 3000, unitsPerMillimetreX: x,
                unitsPerMillimetreY: y)
            #expect(TouchTimeLine.said("A~a", on: screen) == "..T", "\(x), \(y)")
            #expect(TouchTimeLine.said("A=a", on: screen) == "..T", "\(x), \(y)")
        }
    }

    @Test("Sixty-four contacts are told apart: there is no outcome before the last one is lifted")
    func manyContacts() {
        var recognizer = TapRecognizer(limits: TapLimits())
        func outcomes(_ phase: TouchContact.Phase) -> [TapRecognizer.Outcome?] {
            (0..<64 as Range<Int32>).map { slot in
                let contact = TouchContact(slot: slot, phase: phase, x: 500, y: 500)
                return recognizer.handle(contact, at: Instant(nanoseconds: 0), on: TouchTimeLine.screen)
            }
        }
        #expect(outcomes(.down).allSatisfy { $0 == nil })
        let lifted = outcomes(.up)
        #expect(lifted.dropLast().allSatisfy { $0 == nil } && lifted.last == .ignored(.secondFinger))
    }

    @Test("A contact without further fields has an unknown size, and is no palm")
    func plainContact() {
        let contact = TouchContact(slot: 0, phase: .down, x: 1, y: 2)
        #expect(contact.major == 0 && !contact.isPalm)
    }
}
