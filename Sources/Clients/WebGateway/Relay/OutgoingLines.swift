/// Lines that wait until a page reads them. A page that does not read must not fill memory.
public struct OutgoingLines: Sendable {
    /// The limit of the bytes that wait.
    public static let limit = 262_144
    /// The number of bytes that are handed on at once, or one line, if that is longer.
    public static let portion = 16_384

    private var lines: [[UInt8]] = []
    private var waiting = 0

    public init() {}

    public var isEmpty: Bool { lines.isEmpty }

    /// Adds a line. Returns false, and adds nothing, when there is no room.
    public mutating func append(_ line: [UInt8]) -> Bool {
        guard waiting + line.count <= Self.limit else { return false }
        waiting += line.count
        lines.append(line)
        return true
    }

    /// Removes the next lines: one at least, and no more than a portion.
    public mutating func takePortion() -> [[UInt8]] {
        var count = 0
        var size = 0
        while count < lines.count, count == 0 || size + lines[count].count <= Self.portion {
            size += lines[count].count
            count += 1
        }
        let portion = Array(lines[..<count])
        lines.removeFirst(count)
        waiting -= size
        return portion
    }
}
