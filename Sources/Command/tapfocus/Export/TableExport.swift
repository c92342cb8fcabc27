import CommandLineWords
import FocusCore
import JSONLines
import StateTrace

/// A trace as a table (RFC 4180): a row for each input, and below it a row for each of its effects. The columns are listed in
/// Documentation/Traces.md; a field that means nothing for a row is empty.
struct TableExport: ExportFormat {
    private var clock = TraceClock()
    private var calls = RecordedCalls()
    private var sessions = 0
    private var session = ""
    private var number = 0
    private var time = Instant(nanoseconds: 0)
    private var row = TableRow()

    var beginning: [UInt8] { Array(TableRow.header.utf8) }

    mutating func bytes(for event: TraceEvent) -> [UInt8] {
        switch event {
        case .session(let header, _):
            clock.begin(header)
            calls = RecordedCalls(version: header.version)
            sessions += 1
            session = header.id.map(InputWords.plain) ?? String(sessions)
            number = 0
            return []
        case .input(let input, let camera, _): return bytes(for: input, camera)
        case .effects(let effects, _):
            var bytes: [UInt8] = []
            effects.forEach { bytes += self.bytes(for: $0) }
            return bytes
        case .mark(let text, let moment, _):
            time = moment
            begin("mark", "mark")
            row[.text] = InputWords.plain(text)
            return row.bytes
        case .snapshot(let snapshot, let isBeginning, _):
            if isBeginning {
                clock.resume(snapshot.session)
                number = Int(clamping: snapshot.inputs)
            }
            return []
        case .remark, .end: return []
        }
    }

    mutating func ending() -> [UInt8] { [] }

    private mutating func bytes(for input: Input, _ camera: TraceCamera?) -> [UInt8] {
        clock.observe(input.time)
        number += 1
        time = input.time
        let request = calls.request(answeredBy: input.event)
        begin("in", TraceNames.name(of: input.event))
        row[.text] = InputWords.words(for: input.event, camera: camera, answering: request)
        fill(input.event, camera)
        return row.bytes
    }

    private mutating func bytes(for effect: Effect) -> [UInt8] {
        calls.remember(effect)
        begin("out", TraceNames.name(of: effect))
        row[.text] = EffectWords.words(for: effect) { clock.relative($0).exactSeconds }
        fill(effect)
        return row.bytes
    }

    private mutating func begin(_ line: String, _ kind: String) {
        row = TableRow()
        row[.session] = session
        row[.number] = String(number)
        row[.time] = clock.relative(time).exactSeconds
        row[.unix] = clock.sinceEpoch(time)?.exactSeconds ?? ""
        row[.line] = line
        row[.kind] = kind
    }

    private mutating func fill(_ event: Input.Event, _ camera: TraceCamera?) {
        switch event {
        case .touch(let contact):
            row[.name] = contact.phase.name.description
            row.set(.x, Int64(contact.x))
            row.set(.y, Int64(contact.y))
            row.set(.slot, Int64(contact.slot))
        case .acceleration(let sample):
            row.set(.x, sample.x)
            row.set(.y, sample.y)
            row.set(.z, sample.z)
        case .viewTapped(let x, let y, _), .pictureTapped(let x, let y, _):
            row.set(.x, x)
            row.set(.y, y)
        case .timer(let id, _): row[.name] = id.name.description
        case .cameraArrived: row[.name] = camera.map { InputWords.plain($0.name) } ?? ""
        case .cameraAnswered(let result): row.set(.errno, Int64(result.errno))
        case .frames(.measured(let frame)):
            row.set(.lens, frame.lens)
            row.set(.exposure, frame.exposure)
            row.set(.gain, frame.gain)
            row.set(.sharpness, frame.sharpness)
            row.set(.mean, frame.mean)
        case .frames(.unavailable(_, let errno)), .frames(.lost(_, let errno)): row.set(.errno, Int64(errno))
        default: break
        }
    }

    private mutating func fill(_ effect: Effect) {
        switch effect {
        case .state(let report):
            row[.name] = report.state.name.description
            if let point = report.point {
                row.set(.x, point.x)
                row.set(.y, point.y)
            }
        case .arm(let id, _, _), .disarm(let id): row[.name] = id.name.description
        case .searched(let report):
            row[.name] = report.outcome.name.description
            row.set(.lens, report.position)
            row.set(.sharpness, report.sharpness)
        case .exposed(let report):
            row[.name] = report.outcome.name.description
            row.set(.exposure, report.time)
            row.set(.gain, report.gain)
            row.set(.mean, report.mean)
        case .tapIgnored(let reason, _): row[.name] = reason.name.description
        case .tapRefused(let reason, _): row[.name] = reason.name.description
        case .fault(let fault): row[.name] = fault.name.description
        default: break
        }
    }
}

/// The names of inputs and effects in a trace (Documentation/TraceFormat.md), from the writer of traces.
enum TraceNames {
    static func name(of event: Input.Event) -> String { firstKey { event.write(to: &$0) } }

    static func name(of effect: Effect) -> String { firstKey { effect.write(to: &$0) } }

    private static func firstKey(_ write: (inout JSONLine) -> Void) -> String {
        var line = JSONLine()
        write(&line)
        let quote = UInt8(ascii: "\"")
        return String(decoding: line.bytes.drop { $0 != quote }.dropFirst().prefix { $0 != quote }, as: UTF8.self)
    }
}

/// A row of the table of `trace export`.
struct TableRow {
    enum Column: String, CaseIterable {
        case session
        case number = "n"
        case time, unix, line, kind, name, x, y, z, slot, lens, exposure, gain, sharpness, mean, errno, text
    }

    private var fields: [Column: String] = [:]

    /// The names of the columns. Lines end with CR and LF (RFC 4180).
    static var header: String { Column.allCases.map(\.rawValue).joined(separator: ",") + "\r\n" }

    subscript(column: Column) -> String {
        get { fields[column] ?? "" }
        set { fields[column] = newValue }
    }

    mutating func set(_ column: Column, _ value: Int64?) { self[column] = value.map(String.init) ?? "" }

    /// The shortest decimal that reads back as the same number.
    mutating func set(_ column: Column, _ value: Double) { self[column] = value.description }

    var bytes: [UInt8] { Array((Column.allCases.map { Self.quoted(self[$0]) }.joined(separator: ",") + "\r\n").utf8) }

    /// A field with a comma, a quote or a line's end is put into quotes, and its quotes are doubled.
    private static func quoted(_ field: String) -> String {
        guard field.utf8.contains(where: { ",\"\r\n".utf8.contains($0) }) else { return field }
        return "\"\(field.replacing(each: ["\"": "\"\""]))\""
    }
}

extension TimeSpan {
    /// The span with so many digits behind the point: 9 for seconds, 3 for microseconds. It is exact.
    func decimal(digits: Int) -> String {
        let number = String(nanoseconds.magnitude).padded(before: digits + 1, with: "0")
        return "\(nanoseconds < 0 ? "-" : "")\(number.dropLast(digits)).\(number.suffix(digits))"
    }

    var exactSeconds: String { decimal(digits: 9) }
}
