// The functions by which a page asks "what if?": it hands over a trace, in whose headers it has changed a setting.
// The lines stand in the memory for a line, which is that of the replay.

nonisolated(unsafe) private var whatIf = WhatIf()
nonisolated(unsafe) private var lineNumber = 0
nonisolated(unsafe) private var isOver = false
nonisolated(unsafe) private var answer: [UInt8] = []

/// Begins another run.
@_cdecl("what_if_begin")
func whatIfBegin() {
    whatIf = WhatIf()
    lineNumber = 0
    isOver = false
}

/// Takes the next line, without its line feed.
/// - Returns: 1 when nothing more can be run, because a line cannot be read; else 0.
@_cdecl("what_if_line")
func whatIfLine(_ start: UnsafeMutableRawPointer, _ length: Int32) -> Int32 {
    guard !isOver else { return 1 }
    lineNumber += 1
    let bytes = UnsafeRawBufferPointer(start: start, count: min(Int(length), TraceLine.longest))
    var line = TraceLine(number: lineNumber, bytes: bytes, isComplete: true)
    line.isTooLong = length > TraceLine.longest
    isOver = whatIf.take(line)
    return isOver ? 1 : 0
}

/// Ends the run, and compares it with the recording.
/// - Returns: where the JSON begins; it is valid until the next call, and `what_if_length` bytes long.
@_cdecl("what_if_end")
func whatIfEnd() -> UnsafePointer<UInt8>? {
    if !isOver { whatIf.finish() }
    isOver = true
    var line = JSONLine()
    line.whatIf(whatIf)
    answer = line.bytes
    return answer.withUnsafeBufferPointer { $0.baseAddress }
}

/// The length of the last answer in bytes.
@_cdecl("what_if_length")
func whatIfLength() -> Int32 { Int32(answer.count) }
