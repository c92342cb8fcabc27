import Testing

@testable import FocusCore

/// The values that controls are known to hold.
struct ControlLedgerTests {
    private static func ledger() -> ControlLedger { ControlLedger(CameraCapabilities(CameraExamples.exposureOnly)) }

    @Test("Two ledgers are equal when they know the same, and were asked for the same")
    func equality() {
        #expect(Self.ledger() == Self.ledger())
        var settings = InlineList<4, ControlSetting>()
        settings.append(ControlSetting(.exposureAuto, .integer(1)))
        var answers = InlineList<4, ControlValue?>()
        answers.append(.integer(3))
        var asked = Self.ledger()
        asked.note(settings, errno: 0, values: answers)
        #expect(asked[.exposureAuto] == Self.ledger()[.exposureAuto] && asked != Self.ledger())
        var other = Self.ledger()
        other[.exposureAuto] = .integer(1)
        #expect(other != Self.ledger())
        other.forgetAll()
        #expect(other[.exposureAuto] == nil)
    }

    @Test("A value that an automatic rules when the camera comes is not known; one that was set by hand is")
    func ruledAtArrival() {
        let gain = ControlDescription(id: .gain, maximum: 255, value: .integer(64))
        let rulers: [(ControlID, Int64, Int64)] = [
            (.focusAbsolute, 1, 0), (.exposureAbsolute, 3, 1), (.gain, 1, 0),
        ]
        for (id, on, off) in rulers {
            for value in [on, off] {
                var controls = [CameraExamples.focusAuto(0), CameraExamples.focusAbsolute(100)]
                controls += [CameraExamples.exposureAuto(1), CameraExamples.exposureAbsolute(157), gain]
                controls.append(ControlDescription(id: .autogain, maximum: 1, value: .integer(0)))
                let automatic: ControlID =
                    id == .focusAbsolute ? .focusAuto : id == .gain ? .autogain : .exposureAuto
                for index in controls.indices where controls[index].id == automatic {
                    controls[index].value = .integer(value)
                }
                let ledger = ControlLedger(CameraCapabilities(CameraExamples.camera(controls)))
                for slave in [ControlID.focusAbsolute, .exposureAbsolute, .gain] {
                    #expect((ledger[slave] == nil) == (slave == id && value == on), "\(slave) under \(automatic)")
                }
            }
        }
    }

    @Test("Every known control has a place of its own in the tables of controls")
    func places() {
        let table = ControlTable<Bool>(repeating: false)
        #expect(ControlID.known.count == ControlID.known.limit && ControlID.known.count == table.count)
        var places: Set<Int> = []
        ControlID.known.forEach { if let place = $0.place { places.insert(place) } }
        #expect(places == Set(table.indices))
    }
}
