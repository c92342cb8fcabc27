// The functions that a page or a program in JavaScript calls: the engine replays a trace whose lines it is handed.
// Scripts/build/wasm compiles this together with FocusCore and TraceLines, as one module of Embedded Swift.

/// The replay that is going on. WebAssembly runs one call at a time.
nonisolated(unsafe) private var replay = LineReplay()
nonisolated(unsafe) private var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
nonisolated(unsafe) private var lineNumber = 0
nonisolated(unsafe) private var isOver = false
nonisolated(unsafe) private var words: [UInt8] = []

/// Memory for a line of up to `length` bytes; valid until the next call.
@_cdecl("memory_for_line")
func memoryForLine(_ length: Int32) -> UnsafeMutableRawPointer? {
    if memory.count <= Int(length) {
        memory.deallocate()
        memory = .allocate(byteCount: Int(length) + 4096, alignment: 16)
    }
    return memory.baseAddress
}

/// Begins the replay of another trace.
@_cdecl("begin")
func begin() {
    replay = LineReplay()
    lineNumber = 0
    isOver = false
}

/// Takes the next line, which stands in the memory for a line, without its line feed.
/// - Parameter isComplete: 0 for a last line that no line feed ends; else 1.
/// - Returns: 1 when the replay is over, because something differs or cannot be read; else 0.
@_cdecl("line")
func line(_ start: UnsafeMutableRawPointer, _ length: Int32, _ isComplete: Int32) -> Int32 {
    guard !isOver else { return 1 }
    lineNumber += 1
    let bytes = UnsafeRawBufferPointer(start: start, count: min(Int(length), TraceLine.longest))
    var line = TraceLine(number: lineNumber, bytes: bytes, isComplete: isComplete != 0)
    line.isTooLong = length > TraceLine.longest
    isOver = replay.take(line)
    return isOver ? 1 : 0
}

/// Ends the replay, and says what came of it: one fact a line, the word that names it and what it is.
/// - Returns: where the text begins; it is valid until the next call, and `verdict_length` bytes long.
@_cdecl("verdict")
func verdict() -> UnsafePointer<UInt8>? {
    if !isOver { replay.finish() }
    isOver = true
    words.removeAll()
    let report = replay.report
    add("sessions", "\(report.sessions)")
    add("inputs", "\(report.inputs)")
    add("compared", "\(report.compared)")
    add("ended", report.isEnded ? "yes" : "no")
    add("torn", "\(report.tornLines.count)")
    if let difference = report.divergence {
        add("line", "\(difference.line)")
        add("input", "\(difference.input)")
        add("expected", difference.expected)
        add("came", difference.came)
    }
    if let fault = report.fault { add("fault", fault.description) }
    return words.withUnsafeBufferPointer { $0.baseAddress }
}

/// The length of the last verdict in bytes.
@_cdecl("verdict_length")
func verdictLength() -> Int32 { Int32(words.count) }

private func add(_ name: StaticString, _ value: String) {
    name.withUTF8Buffer { words.append(contentsOf: $0) }
    words.append(UInt8(ascii: " "))
    words.append(contentsOf: value.utf8)
    words.append(UInt8(ascii: "\n"))
}
