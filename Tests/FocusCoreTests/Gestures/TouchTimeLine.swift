@testable import FocusCore

/// A gesture as a string of marks, one every 50 ms.
///
///     A…J   the finger of that letter goes down, in a slot of its own
///     a…j   it is lifted
///     ~     the finger that went down last moves by 3 mm
///     =     it moves by 0.5 mm
///     P     it becomes as large as a palm
///     p     the screen reports that it is a palm
///     X     the finger that went down last is cancelled
///     !     the events were lost: everything is cancelled
///     .     time passes
///
/// The outcomes are a string as long as the time line: `T` is a tap, another letter the reason.
struct TouchTimeLine {
    /// 10 units for each millimetre.
    static let screen = TouchscreenDescription(
        minimumX: 0, maximumX: 4000, minimumY: 0, maximumY: 3000, unitsPerMillimetreX: 10, unitsPerMillimetreY: 10)

    static func said(
        _ line: String, limits: TapLimits = TapLimits(), on screen: TouchscreenDescription = screen
    ) -> String {
        var recognizer = TapRecognizer(limits: limits)
        var fingers: [TouchContact] = []
        var said = ""
        for (index, mark) in line.enumerated() {
            let time = Instant(nanoseconds: Int64(index) * 50_000_000)
            var outcome: TapRecognizer.Outcome?
            switch mark {
            case ".": break
            case "!":
                outcome = recognizer.cancelAll()
                fingers = []
            case "A"..."J":
                let slot = Int32(mark.asciiValue ?? 0) - 65
                let contact = TouchContact(slot: slot, phase: .down, x: 1000 + slot * 300, y: 1000, major: 90)
                fingers.append(contact)
                outcome = recognizer.handle(contact, at: time, on: screen)
            case "a"..."j":
                let slot = Int32(mark.asciiValue ?? 0) - 97
                var contact =
                    fingers.last { $0.slot == slot } ?? TouchContact(slot: slot, phase: .up, x: 1000, y: 1000)
                contact.phase = .up
                fingers.removeAll { $0.slot == slot }
                outcome = recognizer.handle(contact, at: time, on: screen)
            default:
                outcome = change(&fingers, mark).flatMap { recognizer.handle($0, at: time, on: screen) }
            }
            said.append(letter(outcome))
        }
        return said
    }

    private static func change(_ fingers: inout [TouchContact], _ mark: Character) -> TouchContact? {
        guard var contact = fingers.popLast() else { return nil }
        contact.phase = .move
        switch mark {
        case "~": contact.x += 30
        case "=": contact.y += 5
        case "P": contact.major = 300
        case "p": contact.isPalm = true
        case "X":
            contact.phase = .cancelled
            return contact
        default: return nil
        }
        fingers.append(contact)
        return contact
    }

    private static func letter(_ outcome: TapRecognizer.Outcome?) -> String {
        switch outcome {
        case nil: "."
        case .tap: "T"
        case .ignored(.secondFinger): "2"
        case .ignored(.dragged): "D"
        case .ignored(.tooLong): "L"
        case .ignored(.palm): "P"
        case .ignored(.cancelled): "C"
        case .ignored: "?"
        }
    }
}
