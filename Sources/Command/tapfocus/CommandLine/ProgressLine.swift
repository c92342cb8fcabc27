import FocusCore
import Glibc
import KioskRuntime

/// Shows on a terminal how far a long command is: a line that is renewed a few times a second, and taken away at the end.
struct ProgressLine {
    private let command: String
    private let isShown = isatty(STDERR_FILENO) == 1
    private var count = 0
    private var lastShown = Instant(nanoseconds: 0)
    private var hasShown = false

    /// The clock is asked once in so many steps.
    private static let steps = 4096

    init(_ command: String) { self.command = command }

    mutating func advance() {
        count += 1
        guard isShown, count % Self.steps == 0 else { return }
        let now = MonotonicClock.now()
        guard now.since(lastShown) >= .milliseconds(250) else { return }
        lastShown = now
        hasShown = true
        write("\r\u{1b}[K\(command): \(count) inputs")
    }

    /// Takes the line away: at the end, and before anything else is written to the terminal.
    mutating func end() {
        if hasShown { write("\r\u{1b}[K") }
        hasShown = false
    }

    /// Writes lines to standard output.
    mutating func show(_ lines: [String]) throws {
        if !lines.isEmpty { end() }
        for line in lines { try StandardOutput.writeLine(line) }
    }

    private func write(_ text: String) { try? StandardOutput.write(Array(text.utf8), to: STDERR_FILENO) }
}

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
