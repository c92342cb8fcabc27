import FocusCore
import LinuxDevices
import StateTrace

/// Reads a recording of `evemu-record`, versions 1.0 to 1.3 of its format, in constant memory.
///
/// The device's description comes first (N, I, P, B, A, L, S), then its events (E). A comment may end each line but the
/// name's. P and B lines continue earlier ones, and may have fewer than eight bytes.
struct EvemuReader: RecordedEvents {
    let device: RecordedDevice
    let version: String
    private let lines: RecordingLines
    private var waiting: RecordedEvent?
    private var clock = RecordingClock(start: nil)

    init(path: String) throws(RecordingError) {
        lines = try RecordingLines(path: path)
        var description = EvemuDescription()
        while let line = try Self.nextLine(lines) {
            if line.letter == "E" {
                waiting = try Self.event(line, lines, &clock)
                break
            }
            if let expected = description.read(line.letter, line.rest) { throw lines.fault(line.number, expected) }
        }
        device = description.device
        version = description.version
    }

    mutating func next() throws(RecordingError) -> RecordedEvent? {
        if let event = waiting {
            waiting = nil
            return event
        }
        guard let line = try Self.nextLine(lines) else { return nil }
        guard line.letter == "E" else { throw lines.fault(line.number, "an event: E: SECONDS TYPE CODE VALUE") }
        return try Self.event(line, lines, &clock)
    }

    private struct Line {
        var number: Int
        /// "#" for the line with the version.
        var letter: Character
        var rest: Substring
    }

    /// The next line that says something.
    private static func nextLine(_ lines: RecordingLines) throws(RecordingError) -> Line? {
        while let line = try lines.next() {
            let text = String(decoding: line.bytes, as: UTF8.self)
            if line.number == 1, let version = text.wholeMatch(of: /# EVEMU (\S+)\s*/) {
                return Line(number: 1, letter: "#", rest: version.output.1)
            }
            guard let first = text.first(where: { !$0.isWhitespace }), first != "#" else { continue }
            guard text.count > 1, text.dropFirst().first == ":" else {
                throw lines.fault(line.number, EvemuDescription.expectedLine)
            }
            let rest = text.dropFirst(2)
            return Line(number: line.number, letter: first, rest: first == "N" ? rest : rest.prefix { $0 != "#" })
        }
        return nil
    }

    private static func event(
        _ line: Line, _ lines: RecordingLines, _ clock: inout RecordingClock
    ) throws(RecordingError) -> RecordedEvent {
        let fields = line.rest.split(whereSeparator: \.isWhitespace)
        guard fields.count == 4, let time = time(fields[0]), let type = UInt16(fields[1], radix: 16),
            let code = UInt16(fields[2], radix: 16), let value = Int32(fields[3])
        else {
            throw lines.fault(
                line.number, "an event: E: SECONDS.MICROSECONDS TYPE CODE VALUE, the two in the middle hexadecimal")
        }
        let counted = try clock.count(time) { lines.fault(line.number, $0) }
        return RecordedEvent(time: counted, type: UInt32(type), code: UInt32(code), value: value)
    }

    /// Seconds and six digits of microseconds.
    private static func time(_ text: Substring) -> Instant? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].utf8.count == 6, let seconds = UInt32(parts[0]), let micro = UInt32(parts[1])
        else { return nil }
        return Instant(nanoseconds: Int64(seconds) * 1_000_000_000 + Int64(micro) * 1000)
    }
}

/// Counts the times of a recording from its beginning, and sees to it that they never run backwards.
struct RecordingClock {
    private var start: Instant?
    private var last: Instant?

    /// - Parameter start: the beginning; nil: the first time.
    init(start: Instant?) { self.start = start }

    /// The time since the beginning.
    /// - Parameter fault: makes the error from what was expected.
    mutating func count(_ time: Instant, _ fault: (String) -> RecordingError) throws(RecordingError) -> Instant {
        if let last, time < last { throw fault("a time that is not before the one above") }
        last = time
        let beginning = start ?? time
        start = beginning
        let passed = time.since(beginning)
        guard passed >= .zero, passed <= RecordingLimits.longest else { throw fault(RecordingLimits.longestWords) }
        return Instant(nanoseconds: passed.nanoseconds)
    }
}
