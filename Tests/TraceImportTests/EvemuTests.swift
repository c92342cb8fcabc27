import FocusCore
import Foundation
import Testing

@testable import TraceImport

@Suite struct EvemuTests {
    @Test(
        "A recording of version 1.3 with slots, comments and a # in the name becomes contacts, times from its beginning"
    )
    func version13() throws {
        var recording = try TouchRecording(path: recordingPath("panel-1.3.evemu"))
        #expect(recording.name == "Panel Touch #2" && recording.source == "evemu 1.3")
        let screen = recording.description
        #expect(screen.maximumX == 1279 && screen.maximumY == 799 && screen.unitsPerMillimetreX == 6)
        let contacts = try recording.all()
        #expect(
            Array(contacts.prefix(3)) == [
                touch(0, .down, 320, 240, at: 0, major: 40), touch(0, .move, 321, 240, at: 12_000, major: 40),
                touch(0, .up, 321, 240, at: 90_000, major: 40),
            ])
        let second = contacts.filter { input in
            if case .touch(let contact) = input.event { contact.slot == 1 } else { false }
        }
        #expect(second.map(\.event) == [touch(1, .down, 700, 420, at: 0).event, touch(1, .up, 700, 420, at: 0).event])
        #expect(second.map(\.time.nanoseconds) == [6_009_999_000, 6_059_999_000])
        #expect(contacts.count == 3 + 5 + 21 + 2)
    }

    @Test("A recording without a version, properties and resolutions is read; its times of the day begin at 0")
    func version10() throws {
        var recording = try TouchRecording(path: recordingPath("resistive-1.0.evemu"))
        #expect(recording.source == "evemu 1.0" && recording.description.minimumX == 40)
        #expect(
            try recording.all() == [
                touch(0, .down, 2000, 1000, at: 0), touch(0, .move, 2003, 1000, at: 60_010),
                touch(0, .up, 2003, 1000, at: 95_010),
            ])
    }

    @Test("Lines may end as Windows writes them")
    func carriageReturns() throws {
        let text = try String(contentsOfFile: recordingPath("panel-1.3.evemu"), encoding: .utf8)
        try withFile(text.replacing("\n", with: "\r\n")) { path in
            var recording = try TouchRecording(path: path)
            #expect(recording.name == "Panel Touch #2" && recording.source == "evemu 1.3")
            #expect(try recording.all().count == 31)
        }
    }

    @Test("A device with the button of a finger and no properties is a touchpad, and no touchscreen")
    func touchpad() throws {
        let text = "N: Pad\nB: 01 00 00 00 00 00 00 00 00\nA: 00 0 100 0 0\nA: 01 0 100 0 0\n"
        // BTN_TOOL_FINGER is 0x145 and BTN_TOUCH 0x14a: byte 40, bit 5, and byte 41, bit 2.
        let buttons = String(repeating: "B: 01 00 00 00 00 00 00 00 00\n", count: 4) + "B: 01 20 04\n"
        let error = try error(of: text + buttons + "E: 0.000001 0000 0000 0\n")
        #expect(error == "FILE: none of its devices is a touchscreen. It has 1 \"Pad\".")
    }

    @Test(
        "Damage is told with its line and what was expected there; what precedes it is read",
        arguments: [
            (
                "E: 1.5 0000 0000 0",
                "expected an event: E: SECONDS.MICROSECONDS TYPE CODE VALUE, the two in the middle hexadecimal."
            ),
            ("E: 1.000000 0000 0000", "expected an event: E: "), ("E: 1.000000 0000 10000 0", "expected an event: E: "),
            ("E: 1.000000 0003 0000 2147483648", "expected an event: E: "),
            ("E: 0.100000 0003 0000 5", "expected a time that is not before the one above."),
            ("E: 4294967295.000000 0003 0000 5", "expected a time within 7 days of the recording's first."),
            ("N: another", "expected an event: E: SECONDS TYPE CODE VALUE."),
            ("garbage", "expected a line that begins with N, I, P, B, A, L, S or E and a colon."),
            (String(repeating: "x", count: 10 << 20), "expected a line of up to 1 MiB."),
        ])
    func damage(_ line: String, _ expected: String) throws {
        let events = "E: 0.200000 0003 0000 70\nE: 0.200000 0001 014a 1\nE: 0.200000 0000 0000 0\n"
        let number = (header + events).count { $0 == "\n" } + 1
        try withFile(header + events + line + "\n") { path in
            var recording = try TouchRecording(path: path)
            #expect(try recording.next() == touch(0, .down, 70, 0, at: 0))
            let error = #expect(throws: RecordingError.self) { try recording.next() }
            let words = error?.description ?? ""
            #expect(words.hasPrefix("\(path), line \(number): \(expected)"), "\(words)")
        }
    }

    @Test(
        "A description that says something else than its letter announces is told with its line",
        arguments: [
            ("P: 02 zz", "eight hexadecimal bytes of the device's properties"),
            ("P: 0 0 0 0 0 0 0 0 0", "eight hexadecimal"),
            ("B: 20 01", "type of events"), ("A: 00 1 2", "an axis"), ("A: 40 0 1 0 0", "an axis"),
            ("I: 1 2 3", "four hexadecimal"),
            ("L: 1", "0 or 1"), ("X: 1", "begins with N"), ("P", "begins with N"),
        ])
    func description(_ line: String, _ expected: String) throws {
        let error = try error(of: "N: x\n\(line)\n")
        #expect(
            error?.hasPrefix("FILE, line 2: expected ") == true && error?.contains(expected) == true, "\(error ?? "")")
    }

    @Test("A bitmap may be as long as the kernel's, and no longer; a version after 1.3 is refused")
    func limits() throws {
        let bytes = "B: 01 00 00 00 00 00 00 00 00\n"
        let fits = try error(of: "N: x\n" + String(repeating: bytes, count: 12))
        #expect(fits == "FILE: none of its devices is a touchscreen. It has 1 \"x\".")
        let tooLong = try error(of: "N: x\n" + String(repeating: bytes, count: 13))
        #expect(tooLong?.hasPrefix("FILE, line 14: expected a hexadecimal type of events") == true)
        #expect(
            try error(of: "# EVEMU 1.4\nN: x\n")
                == "FILE, line 1: expected a version of evemu's format from 1.0 to 1.3.")
    }

    @Test("A million slots take no more memory than the most that a screen has, and events for other slots are ignored")
    func slots() throws {
        let axes = "A: 2f 0 2147483647 0 0\nA: 35 0 99 0 0\nA: 36 0 99 0 0\nA: 39 0 65535 0 0\n"
        let events = ["0003 002f 1000000", "0003 0039 1", "0000 0000 0", "0003 002f 63", "0003 0039 2", "0000 0000 0"]
        let text = "N: x\nP: 02\n" + axes + events.map { "E: 0.000001 \($0)\n" }.joined()
        try withFile(text) { path in
            var recording = try TouchRecording(path: path)
            #expect(try recording.all() == [touch(63, .down, 0, 0, at: 0)])
        }
    }

    /// A screen with one contact. BTN_TOUCH is 0x14a: bit 2 of byte 41.
    private let header =
        "# EVEMU 1.2\nN: x\nP: 02\nA: 00 0 99 0 0 0\nA: 01 0 99 0 0 0\n"
        + String(repeating: "B: 01 00 00 00 00 00 00 00 00\n", count: 5) + "B: 01 00 04\n"

    private func error(of text: String) throws -> String? {
        try withFile(text) { path in
            do {
                var recording = try TouchRecording(path: path)
                _ = try recording.all()
                return nil
            } catch {
                return "\(error)".replacing(path, with: "FILE")
            }
        }
    }
}
