import CEvdev
import FocusCore
import SimulatedDevices
import Testing

@testable import LinuxDevices

/// Raw events, by the names of the kernel's protocol.
enum Raw {
    case slot(Int32)
    case id(Int32)
    case x(Int32)
    case y(Int32)
    case major(Int32)
    case tool(Int32)
    case touch(Int32)
    case absX(Int32)
    case absY(Int32)
    case report, dropped, resynchronised

    var event: (type: UInt32, code: UInt32, value: Int32)? {
        switch self {
        case .slot(let value): (tapfocus_event_absolute, tapfocus_code_slot, value)
        case .id(let value): (tapfocus_event_absolute, tapfocus_code_tracking_id, value)
        case .x(let value): (tapfocus_event_absolute, tapfocus_code_position_x, value)
        case .y(let value): (tapfocus_event_absolute, tapfocus_code_position_y, value)
        case .major(let value): (tapfocus_event_absolute, tapfocus_code_touch_major, value)
        case .tool(let value): (tapfocus_event_absolute, tapfocus_code_tool_type, value)
        case .touch(let value): (tapfocus_event_key, tapfocus_code_touch, value)
        case .absX(let value): (tapfocus_event_absolute, tapfocus_code_x, value)
        case .absY(let value): (tapfocus_event_absolute, tapfocus_code_y, value)
        case .report: (tapfocus_event_synchronisation, tapfocus_code_report, 0)
        case .dropped: (tapfocus_event_synchronisation, tapfocus_code_dropped, 0)
        case .resynchronised: nil
        }
    }
}

@Suite("Events of a touchscreen become contacts")
struct TouchFrameTranslatorTests {
    @Test("A tap is down and up; nothing is reported before the frame is complete")
    func tap() {
        #expect(told([.id(5), .x(100), .y(200)]) == [])
        #expect(
            told([.id(5), .x(100), .y(200), .major(8), .report, .id(-1), .report]) == [
                "0 down 100,200 major 8", "0 up 100,200 major 8",
            ])
    }

    @Test("A second contact at the last place of its slot is reported at that place")
    func samePlace() {
        #expect(
            told([.id(5), .x(100), .y(200), .report, .id(-1), .report, .id(6), .report]) == [
                "0 down 100,200", "0 up 100,200", "0 down 100,200",
            ])
    }

    @Test("A frame reports each contact that has changed, and no other")
    func two() {
        #expect(
            told([
                .slot(0), .id(1), .x(10), .y(10), .slot(1), .id(2), .x(20), .y(20), .report,
                .slot(1), .x(21), .report, .report,
                .slot(0), .id(-1), .slot(1), .y(22), .report,
            ]) == ["0 down 10,10", "1 down 20,20", "1 move 21,20", "0 up 10,10", "1 move 21,22"])
    }

    @Test("Another finger in the same slot ends the first and begins a second")
    func replaced() {
        #expect(
            told([.id(1), .x(10), .y(10), .report, .id(2), .x(50), .y(50), .report]) == [
                "0 down 10,10", "0 up 10,10", "0 down 50,50",
            ])
    }

    @Test("A contact within one frame is down and up")
    func brief() {
        #expect(told([.id(1), .x(10), .y(11), .id(-1), .report]) == ["0 down 10,11", "0 up 10,11"])
    }

    @Test("A palm is recognised even if the screen reports it later")
    func palm() {
        #expect(
            told([.id(1), .x(1), .y(1), .report, .tool(2), .report, .id(-1), .report]) == [
                "0 down 1,1", "0 move 1,1 palm", "0 up 1,1 palm",
            ])
    }

    @Test("A slot that does not exist is ignored, until the next one that does")
    func slotOutOfRange() {
        #expect(
            told([.slot(99), .id(1), .x(1), .slot(-7), .id(2), .slot(.max), .id(3), .report]) == [])
        #expect(told([.slot(99), .id(1), .slot(1), .id(1), .x(4), .y(5), .report]) == ["1 down 4,5"])
    }

    @Test("Lost events end everything; a contact that is still down is ignored until it is lifted")
    func dropped() {
        #expect(
            told([
                .id(1), .x(10), .y(10), .report, .dropped, .x(30), .report, .resynchronised,
                .x(40), .report, .id(-1), .report, .id(2), .x(7), .y(7), .report,
            ]) == ["0 down 10,10", "lost", "0 down 7,7"])
    }

    @Test("A contact that was lifted while events were lost ends with the loss")
    func droppedAndLifted() {
        #expect(
            told([.id(1), .x(10), .y(10), .report, .dropped, .id(-1), .report, .resynchronised, .id(2), .report]) == [
                "0 down 10,10", "lost", "0 down 10,10",
            ])
    }

    @Test("A contact that began while events were lost is ignored")
    func droppedAndBegun() {
        #expect(told([.dropped, .id(4), .x(1), .y(1), .resynchronised, .report, .x(2), .report]) == ["lost"])
    }

    @Test("A contact that was down when the screen was opened is ignored until it is lifted")
    func primed() {
        var translator = TouchFrameTranslator(mode: .slots(count: 2))
        translator.prime(slot: 0, trackingID: 8, x: 3, y: 4)
        translator.prime(slot: 1, trackingID: -1, x: 30, y: 40, major: 5, toolType: 0)
        translator.prime(slot: 77, trackingID: 8, x: 3, y: 4)
        translator.prime(currentSlot: 1)
        #expect(
            told([.id(9), .report, .slot(0), .x(9), .report, .id(-1), .report, .id(10), .report], &translator) == [
                "1 down 30,40 major 5", "0 down 9,4",
            ])
    }

    @Test("A single-touch screen reports down, move and up")
    func single() {
        var translator = TouchFrameTranslator(mode: .single)
        #expect(
            told(
                [
                    .touch(1), .absX(5), .absY(6), .report, .absX(7), .report, .touch(0), .report, .absX(9), .report,
                    .touch(1), .report,
                ], &translator) == ["0 down 5,6", "0 move 7,6", "0 up 7,6", "0 down 9,6"])
    }

    @Test("A multi-touch screen's single-touch copy is ignored")
    func emulation() {
        #expect(
            told([.id(1), .x(1), .y(2), .touch(1), .absX(1), .absY(2), .report, .id(-1), .touch(0), .report]) == [
                "0 down 1,2", "0 up 1,2",
            ])
    }

    @Test("Every contact that begins ends or is lost, whatever the device sends", arguments: 0..<200)
    func fuzz(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        let modes: [TouchFrameTranslator.Mode] = [.slots(count: 3), .single, .slots(count: 0), .slots(count: .max)]
        var translator = TouchFrameTranslator(mode: modes[seed % modes.count])
        var down: Set<Int32> = []
        for _ in 0..<5000 {
            let value =
                Bool.random(using: &random)
                ? Int32.random(in: -1...3, using: &random) : .random(in: .min ... .max, using: &random)
            let choices: [Raw] = [
                .slot(value), .id(value), .x(value), .y(value), .major(value), .tool(value), .touch(value),
                .absX(value),
                .absY(value), .report, .report, .dropped, .resynchronised,
            ]
            let choice = choices.randomElement(using: &random) ?? .report
            feed(choice, &translator) { event in
                switch event {
                case .touchesLost: down = []
                case .touch(let contact):
                    switch contact.phase {
                    case .down: #expect(down.insert(contact.slot).inserted)
                    case .move: #expect(down.contains(contact.slot))
                    case .up, .cancelled: #expect(down.remove(contact.slot) != nil)
                    }
                default: Issue.record("unexpected \(event)")
                }
            }
        }
    }

    private func told(_ events: [Raw]) -> [String] {
        var translator = TouchFrameTranslator(mode: .slots(count: 5))
        return told(events, &translator)
    }

    private func told(_ events: [Raw], _ translator: inout TouchFrameTranslator) -> [String] {
        var lines: [String] = []
        for event in events {
            feed(event, &translator) { told in
                guard case .touch(let contact) = told else { return lines.append("lost") }
                let major = contact.major == 0 ? "" : " major \(contact.major)"
                let palm = contact.isPalm ? " palm" : ""
                lines.append("\(contact.slot) \(contact.phase.name) \(contact.x),\(contact.y)\(major)\(palm)")
            }
        }
        return lines
    }

    private func feed(_ raw: Raw, _ translator: inout TouchFrameTranslator, _ body: (Input.Event) -> Void) {
        let time = Instant(nanoseconds: 42)
        guard let event = raw.event else {
            return translator.endResynchronisation(at: time) { event, _ in body(event) }
        }
        translator.translate(type: event.type, code: event.code, value: event.value, at: time) { event, at in
            #expect(at == time)
            body(event)
        }
    }
}
