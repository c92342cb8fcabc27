/// Malformed lines that wait for the lines after them, which show whether a power cut tore them.
///
/// A power cut leaves one torn line. A later start may have ended that line and been cut off itself. Several torn lines
/// in a row contain the torn headers of the sessions that began between them.
struct MalformedLines {
    /// Far more sessions in a row than power cuts tear; a hostile file must not fill the memory.
    private static let most = 1000

    private var lines: [(fault: ReplayReport.Fault, isTorn: Bool)] = []

    /// The fault of the first pending line; nil when no line is pending.
    var first: ReplayReport.Fault? { lines.first?.fault }

    /// The fault of the first line that no power cut can have left; nil when there is none.
    var firstNotTorn: ReplayReport.Fault? { lines.first { !$0.isTorn }?.fault }

    /// Adds a line. Returns false when power cuts cannot explain the pending lines: this one begins no header.
    mutating func add(_ fault: ReplayReport.Fault, _ line: TraceLine) -> Bool {
        guard lines.count < Self.most, lines.isEmpty || Self.beginsHeader(line.bytes) || line.bytes.contains(0) else {
            return false
        }
        lines.append((fault, Self.isTorn(line, at: fault.column - 1)))
        return true
    }

    /// Adds the first line of a file. Returns false unless it is the beginning of a header, left by a power cut.
    mutating func addTornHeader(_ fault: ReplayReport.Fault, _ line: TraceLine) -> Bool {
        guard Self.beginsHeader(line.bytes), Self.isTorn(line, at: fault.column - 1) else { return false }
        lines.append((fault, true))
        return true
    }

    /// Returns the numbers of all lines and forgets the lines.
    mutating func takeAll() -> [Int] {
        defer { lines.removeAll() }
        return lines.map { $0.fault.line }
    }

    private static func beginsHeader(_ bytes: UnsafeRawBufferPointer) -> Bool {
        zip(bytes, "{\"format\":\"\(TraceFormat.name)\"".utf8).allSatisfy { $0 == $1 }
    }

    /// True when the line stops in the middle: blocks of it were never written, or its last word could not be read.
    private static func isTorn(_ line: TraceLine, at column: Int) -> Bool {
        guard line.isComplete, !line.bytes.contains(0) else { return true }
        return line.bytes.first == UInt8(ascii: "{")
            && !line.bytes.dropFirst(column).contains { "{}[],:".utf8.contains($0) }
    }
}
