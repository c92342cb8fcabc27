import Foundation

/// Reads lines on a thread of its own, and keeps them all.
final class LineCollector: @unchecked Sendable {
    private let condition = NSCondition()
    private var collected: [String] = []
    /// The records of the first lines, as far as somebody has asked for them; nil: that line is none. Each is decoded once, because an
    /// emulated machine takes long for it.
    private var decoded: [Record?] = []
    private var isOver = false

    /// Owns the descriptor, and closes it at the end.
    init(reading descriptor: Int32) {
        start { descriptor }
    }

    /// Opening a FIFO waits for a writer, so the thread does it.
    init(fifo path: String) {
        start { open(path, O_RDONLY | O_CLOEXEC) }
    }

    var count: Int { condition.withLock { collected.count } }

    /// The lines from `start` on.
    func lines(from start: Int = 0) -> [String] {
        condition.withLock { Array(collected.dropFirst(start)) }
    }

    /// The records among the lines from `start` on.
    func records(from start: Int = 0) -> [Record] { condition.withLock { decode(from: start) } }

    var text: String { lines().joined(separator: "\n") }

    /// Waits until `find` has found something in the lines from `start` on; nil after the deadline.
    func wait<Found>(from start: Int, until deadline: Date, for find: ([String]) -> Found?) -> Found? {
        wait(until: deadline) { find(Array(collected.dropFirst(start))) }
    }

    /// Waits until `find` has found something in the records from `start` on; nil after the deadline.
    func waitForRecords<Found>(from start: Int, until deadline: Date, for find: ([Record]) -> Found?) -> Found? {
        wait(until: deadline) { find(decode(from: start)) }
    }

    private func wait<Found>(until deadline: Date, for find: () -> Found?) -> Found? {
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let found = find() { return found }
            guard !isOver, condition.wait(until: deadline) else { return find() }
        }
    }

    private func decode(from start: Int) -> [Record] {
        while decoded.count < collected.count { decoded.append(Record(collected[decoded.count])) }
        return decoded.dropFirst(start).compactMap { $0 }
    }

    /// Waits until the other side has closed its end.
    func waitForEnd() {
        let deadline = Date(timeIntervalSinceNow: 5)
        condition.withLock {
            while !isOver, condition.wait(until: deadline) {}
        }
    }

    private func start(_ open: @escaping @Sendable () -> Int32) {
        Thread.detachNewThread { [self] in read(open()) }
    }

    private func read(_ descriptor: Int32) {
        defer {
            close(descriptor)
            condition.withLock {
                isOver = true
                condition.broadcast()
            }
        }
        var rest: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest += buffer[..<count]
            var lines: [String] = []
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                lines.append(String(decoding: rest[..<end], as: UTF8.self))
                rest.removeSubrange(...end)
            }
            condition.withLock {
                collected += lines
                condition.broadcast()
            }
        }
    }
}
