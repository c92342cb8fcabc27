import FocusCore
import Testing

@testable import TraceImport

@Suite struct LibinputTests {
    private func recording(_ device: String? = nil) throws -> TouchRecording {
        try TouchRecording(path: recordingPath("two-devices.libinput.yml"), device: device)
    }

    @Test("The only touchscreen of several devices is taken, with its ranges and udev's calibration")
    func device() throws {
        let recording = try recording()
        #expect(recording.name == "Panel: \"wide\" # 3" && recording.source == "libinput record")
        let screen = recording.description
        #expect(screen.maximumX == 4095 && screen.maximumY == 2559 && screen.unitsPerMillimetreY == 12)
        #expect(screen.calibration == CalibrationMatrix(0, -1, 1, 1, 0, 0))
    }

    @Test("Times count from the first event of all devices; libinput's own events are passed over")
    func tap() throws {
        var recording = try recording()
        #expect(try recording.next() == touch(0, .down, 1000, 800, at: 1_500_000))
        #expect(try recording.next() == touch(0, .up, 1000, 800, at: 1_585_000))
    }

    @Test(
        "A palm, a finger that replaces it in its slot within a frame, and dropped events are what they are on a real screen"
    )
    func oddities() throws {
        var recording = try recording()
        let later = try recording.all().dropFirst(2)
        #expect(
            Array(later) == [
                touch(0, .down, 2000, 1200, at: 3_000_000, isPalm: true),
                touch(0, .up, 2000, 1200, at: 3_050_000, isPalm: true),
                touch(0, .down, 2100, 1200, at: 3_050_000), touch(0, .up, 2100, 1200, at: 3_110_000),
                touch(0, .down, 3000, 1000, at: 4_000_000),
                Input(.touchesLost, at: Instant(nanoseconds: 4_020_000_000)),
                touch(0, .down, 500, 500, at: 5_000_000), touch(0, .up, 500, 500, at: 5_070_000),
            ])
    }

    @Test(
        "A device is chosen by its number, its node or a part of its name; one that is none, or no touchscreen, is told",
        arguments: [
            ("2", nil), ("/dev/input/event7", nil), ("WIDE", nil),
            ("1", "1 \"Power Button\" is no touchscreen. It has 1 \"Power Button\", 2 \"Panel: \"wide\" # 3\"."),
            ("3", "it has no device 3, only"), ("mouse", "no device with the name \"mouse\". It has"),
            ("p", "several devices with the name \"p\". It has"),
        ] as [(String, String?)])
    func choice(_ choice: String, _ expected: String?) {
        var words: String?
        do { _ = try recording(choice) } catch { words = "\(error)" }
        #expect((words == nil) == (expected == nil) && words?.contains(expected ?? "") ?? true, "\(words ?? "")")
    }

    @Test("Without a choice among several touchscreens their names are told")
    func ambiguous() throws {
        let error = try error(of: file(devices: [screen, screen]))
        #expect(error == "FILE: it has several touchscreens: 1 \"S\", 2 \"S\". Name one with --device.")
    }

    @Test(
        "Damage is told with its line, and what precedes it is read",
        arguments: [
            ("    - [1, 0, 0, 0]\n", "an event: [seconds, microseconds, type, code, value]"),
            ("    - [1, 0, 0, 0, 0, 0]\n", "an event"), ("    - [1, 1000000, 0, 0, 0]\n", "an event"),
            ("    - [1, 0, 0, 70000, 0]\n", "an event"), ("    - [1, 0, x, 0, 0]\n", "an event"),
            ("    - [0, 0, 0, 0, 0]\n", "a time that is not before the one above"),
            ("    - [4294967295, 0, 0, 0, 0]\n", "a time within 7 days"), ("    - *name\n", "no alias"),
            ("  - ]\n", "YAML (libyaml says: "), ("   ? [a]\n", "YAML (libyaml says: "),
            ("    - [1, 0, 0", "YAML (libyaml says: "),
            ("    - \u{1}\n", "text: this line has control characters, or is not UTF-8"),
            ("    - " + String(repeating: "[", count: 100), "at most 32 levels of nesting"),
            ("    - " + String(repeating: "9", count: 3 << 20), "less than 1 MiB without a value"),
        ])
    func damage(_ line: String, _ expected: String) throws {
        let down = "  - evdev:\n    - [0, 5, 3, 0, 7]\n    - [0, 5, 1, 330, 1]\n    - [0, 5, 0, 0, 0]\n"
        let text = file(devices: [screen + down])
        let number = text.count { $0 == "\n" } + 1
        try withFile(text + line) { path in
            var recording = try TouchRecording(path: path)
            #expect(try recording.next() == touch(0, .down, 7, 0, at: 5))
            let words = #expect(throws: RecordingError.self) { try recording.next() }?.description ?? ""
            #expect(words.hasPrefix("\(path), line ") && words.contains("expected \(expected)"), "\(words)")
            // The parser sees the end of some damage only in the line after it.
            let told = words.dropFirst("\(path), line ".count).prefix { $0.isNumber }
            #expect((number...number + 1).contains(Int(told) ?? 0), "\(words)")
        }
    }

    @Test(
        "Another version, no version, and a description that is none are told",
        arguments: [
            ("version: 2\n", "line 1: expected version 1 of the format."),
            ("devices: []\n", "expected the key \"version\", with the value 1."),
            ("version: 1\n? {a: b}\n: c\n", "line 2: expected a key that is a text."),
            ("version: 1\ndevices: []\n", "none of its devices is a touchscreen. It has no devices."),
            ("version: 1\ndevices:\n- evdev:\n    absinfo: {0: [a]}\n", "line 4: expected an axis: CODE: ["),
            ("version: 1\ndevices:\n- evdev:\n    codes: {1: [-1]}\n", "line 4: expected the code of a key."),
            ("version: 1\ndevices: [" + String(repeating: "{},", count: 300) + "]\n", "expected at most 256 devices."),
        ])
    func description(_ text: String, _ expected: String) throws {
        let words = try error(of: text) ?? ""
        #expect(words.contains(expected), "\(words)")
    }

    @Test("A file of neither program, an empty one and one that is not there are told")
    func foreign() throws {
        for text in [
            "", "# a comment\n", "PNG", "{\"format\":\"tapfocus-trace\"}\n", String(repeating: "\n", count: 9000),
        ] {
            #expect(
                try error(of: text)?.hasPrefix("FILE: this is a recording of neither evemu-record nor libinput") == true
            )
        }
        let words = #expect(throws: RecordingError.self) { try TouchRecording(path: "/no/such") }?.description
        #expect(
            words
                == "cannot open the recording /no/such: No such file or directory. Check the path; the folder must exist."
        )
    }

    private let screen =
        "- evdev:\n    name: S\n    codes: {1: [330]}\n    absinfo: {0: [0, 9, 0, 0, 0], 1: [0, 9, 0, 0, 0]}\n"
        + "    properties: [1]\n  events:\n"

    private func file(devices: [String]) -> String { "version: 1\ndevices:\n" + devices.joined() }

    private func error(of text: String) throws -> String? {
        try withFile(text) { path in
            do {
                _ = try TouchRecording(path: path)
                return nil
            } catch {
                return "\(error)".replacing(path, with: "FILE")
            }
        }
    }
}
