import FocusCore
import JSONLines

/// One line of a trace, reduced to what replay needs.
enum TraceRecord {
    /// Indirect, because a configuration is large and would otherwise enlarge every record.
    indirect case header(Configuration, TraceSession)
    case input(number: UInt64, Input)
    /// The bytes of the array, unparsed.
    case output(number: UInt64, UnsafeRawBufferPointer)
    /// The number of inputs of the session; nil when the record does not contain it.
    case end(inputs: Int?)
    /// The engine's whole state; its bytes, unparsed.
    indirect case snapshot(TraceSnapshot, engine: UnsafeRawBufferPointer?)
    /// A remark, or a record of a newer version.
    case other

    init(_ bytes: UnsafeRawBufferPointer) throws(JSONFault) {
        var scanner = JSONScanner(bytes)
        var number: UInt64 = 0
        var time: Int64 = 0
        var event: Input.Event?
        var output: UnsafeRawBufferPointer?
        var isHeader = false
        // The engine's own snapshots are longer; the session of other lines need not be read.
        let isLong = bytes.count > TraceSnapshot.shortest
        var isEnd = false
        var count: Int?
        var session: String?
        var snapshot: (TraceSnapshot, engine: UnsafeRawBufferPointer?)?
        try scanner.object { (scanner, key) throws(JSONFault) in
            if key == "n" {
                number = try scanner.integer()
            } else if key == "t" {
                time = try scanner.integer()
            } else if key == "in" {
                event = try Input.Event(from: &scanner)
            } else if key == "out" {
                output = try scanner.written()
            } else if key == "s", isLong {
                session = try scanner.lenient()
            } else if key == "snapshot" {
                var read = TraceSnapshot()
                let engine = try read.read(&scanner)
                snapshot = (read, engine)
            } else {
                if key == "format" { isHeader = true }
                guard key == "end" else { return try scanner.skip() }
                isEnd = true
                count = try scanner.value(of: "inputs")
            }
        }
        try scanner.end()
        if let event {
            self = .input(number: number, Input(event, at: Instant(nanoseconds: time)))
        } else if let output {
            self = .output(number: number, output)
        } else if isHeader {
            self = try Self.header(bytes)
        } else if let (read, engine) = snapshot {
            var read = read
            read.inputs = number
            read.time = Instant(nanoseconds: time)
            read.session.id = session ?? Self.session(bytes)
            try Self.check(read.session.version)
            self = .snapshot(read, engine: engine)
        } else {
            self = isEnd ? .end(inputs: count) : .other
        }
    }

    /// The session that a line names; nil if it names none.
    private static func session(_ bytes: UnsafeRawBufferPointer) -> String? {
        var scanner = JSONScanner(bytes)
        return try? scanner.value(of: "s")
    }

    private static func header(_ bytes: UnsafeRawBufferPointer) throws(JSONFault) -> TraceRecord {
        var scanner = JSONScanner(bytes)
        guard let record = try? scanner.headerRecord(), record.format == TraceFormat.name, let version = record.version
        else {
            throw JSONFault(expected: "a header: {\"format\":\"\(TraceFormat.name)\",\"version\":…", column: 0)
        }
        try check(version)
        var session = record.session
        session.version = version
        if let fault = record.fault {
            let place = fault.key.isEmpty ? "configuration" : "configuration.\(fault.key)"
            throw JSONFault(expected: "\(fault.expected) in \(place)", column: 0)
        }
        return .header(record.configuration, session)
    }

    private static func check(_ version: Int) throws(JSONFault) {
        let readable = TraceFormat.readableVersions
        guard readable.contains(version) else {
            let reason = version > readable.upperBound ? ": this program is too old for it" : ""
            throw JSONFault(
                expected: "version \(readable.lowerBound) to \(readable.upperBound) of the format; "
                    + "this is version \(version)\(reason)", column: 0)
        }
    }
}

extension JSONScanner {
    /// The value of one field of an object; nil: it has none.
    fileprivate mutating func value<Value: LineValue>(of name: StaticString) throws(JSONFault) -> Value? {
        var value: Value?
        try object { (scanner, key) throws(JSONFault) in
            if key == name { value = try Value(from: &scanner) } else { try scanner.skip() }
        }
        return value
    }
}
