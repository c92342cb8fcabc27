/// Lines that could not be read, until what follows them tells what they are.
///
/// A power cut leaves one torn line, of which a later start may have ended the line without getting further; several in
/// a row leave the torn headers of the sessions that began between them.
struct MalformedLines {
    private var lines: [(fault: ReplayReport.Fault, isTorn: Bool)] = []

    /// What was wrong first; nil where nothing is pending.
    var first: ReplayReport.Fault? { lines.first?.fault }

    /// What was wrong with the first line that no power cut can have left; nil where there is none.
    var firstNotTorn: ReplayReport.Fault? { lines.first { !$0.isTorn }?.fault }

    /// Adds a line. False: what is pending cannot be the work of power cuts, because this is no header's beginning.
    mutating func add(_ fault: ReplayReport.Fault, _ line: TraceLine) -> Bool {
        guard lines.isEmpty || Self.beginsHeader(line.bytes) || line.bytes.contains(0) else { return false }
        lines.append((fault, Self.isTorn(line, at: fault.column - 1)))
        return true
    }

    /// Adds the first line of a file, of which a power cut may have left the beginning of a header. False: it did not.
    mutating func addTornHeader(_ fault: ReplayReport.Fault, _ line: TraceLine) -> Bool {
        guard Self.beginsHeader(line.bytes), Self.isTorn(line, at: fault.column - 1) else { return false }
        lines.append((fault, true))
        return true
    }

    /// The numbers of all lines, which are then forgotten.
    mutating func takeAll() -> [Int] {
        defer { lines.removeAll() }
        return lines.map { $0.fault.line }
    }

    private static func beginsHeader(_ bytes: UnsafeRawBufferPointer) -> Bool {
        zip(bytes, "{\"format\":\"\(TraceFormat.name)\"".utf8).allSatisfy { $0 == $1 }
    }

    /// Whether the line stops in the middle: it has no end, blocks of the disk were never written, or the last word of
    /// it is what could not be read.
    private static func isTorn(_ line: TraceLine, at column: Int) -> Bool {
        guard line.isComplete, !line.bytes.contains(0) else { return true }
        return line.bytes.first == UInt8(ascii: "{")
            && !line.bytes.dropFirst(column).contains { "{}[],:".utf8.contains($0) }
    }
}
