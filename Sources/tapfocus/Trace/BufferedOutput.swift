import KioskRuntime

/// Collects lines for standard output, because a system call for each line takes longer than the line.
struct BufferedOutput {
    private static let size = 1 << 16
    private var bytes: [UInt8] = []

    mutating func writeLine(_ line: String) throws(OutputError) {
        bytes.append(contentsOf: line.utf8)
        bytes.append(0x0a)
        if bytes.count >= Self.size { try flush() }
    }

    mutating func flush() throws(OutputError) {
        guard !bytes.isEmpty else { return }
        defer { bytes.removeAll(keepingCapacity: true) }
        try StandardOutput.write(bytes)
    }
}
