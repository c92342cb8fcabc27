import FocusCore

/// Writes a trace: every input of the engine and, as the oracle, every output.
///
/// Lines are gathered and handed over at `flush`, each complete in itself, so that a power cut costs the last line at
/// most. It has no opinion about files: the sink gets the bytes.
public struct TraceWriter: ~Copyable {
    private var line = JSONLine(reservingCapacity: 8192)
    private var inputs: UInt64 = 0
    private var outputs: UInt64 = 0
    private let sink: (borrowing [UInt8]) throws -> Void

    /// Begins a session.
    /// - Parameter sink: takes complete lines, in order; what it throws comes out of the call that flushed.
    public init(header: TraceHeader, sink: @escaping (borrowing [UInt8]) throws -> Void) throws {
        self.sink = sink
        line.header(header)
        line.endLine()
        try flush()
    }

    /// Adds a step of the engine.
    public mutating func record(_ input: Input, _ effects: EffectList) {
        inputs += 1
        line.open("{")
        line.key("n")
        line.integer(inputs)
        line.key("t")
        line.integer(input.time.nanoseconds)
        line.key("in")
        line.input(input.event)
        line.close("}")
        line.endLine()
        guard !effects.isEmpty else { return }
        outputs += UInt64(effects.count)
        line.open("{")
        line.key("n")
        line.integer(inputs)
        line.key("out")
        line.effects(effects)
        line.close("}")
        line.endLine()
    }

    /// Adds a remark for people, which replay passes over.
    public mutating func note(_ text: String) {
        line.open("{")
        line.text("note", text)
        line.close("}")
        line.endLine()
    }

    /// Hands over what has been gathered. What the sink refuses is dropped, so that a full disk does not fill memory.
    public mutating func flush() throws {
        guard !line.bytes.isEmpty else { return }
        defer { line.removeAll() }
        try sink(line.bytes)
    }

    /// Ends the session.
    public mutating func end() throws {
        line.open("{")
        line.key("end")
        line.open("{")
        line.key("inputs")
        line.integer(inputs)
        line.key("outputs")
        line.integer(outputs)
        line.close("}")
        line.close("}")
        line.endLine()
        try flush()
    }
}
