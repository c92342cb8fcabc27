import FocusCore
import Glibc
import Testing

@testable import LinuxDevices

@Suite("A file that is written on a thread of its own delays nothing else")
struct FileWriterTests {
    private static let limit = TimeSpan.milliseconds(20_000)

    /// A pipe instead of a file: the test can read the written bytes, and no file is left behind.
    private func withWriter(
        _ disk: Disk = Disk(), capacity: Int = 4096, pace: FileWriter.Pace = .immediate,
        _ body: (FileWriter, Int32) throws -> Void
    ) throws {
        var ends: [Int32] = [-1, -1]
        #expect(privatePipe(&ends) == 0)
        defer { close(ends[0]) }
        let writer = try Interposition.with(disk) {
            try FileWriter(ends[1], path: "/trace", capacity: capacity, pace: pace)
        }
        try body(writer, ends[0])
    }

    private func read(_ descriptor: Int32) -> String {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        return String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
    }

    @Test("Queued bytes are written at once, without an end")
    func atOnce() throws {
        try withWriter { writer, pipe in
            for line in ["one line\n", "another line\n"] {
                try writer.write(Array(line.utf8))
                #expect(read(pipe) == line)
            }
            try writer.finish(within: Self.limit)
            #expect(read(pipe) == "", "the thread has closed the file, or there would be no end to read")
        }
    }

    /// A rest that no test lives to see the end of.
    private static let forever = FileWriter.Pace(rest: .seconds(1_000_000), stores: true)

    @Test(
        "At a pace the first bytes are written at once; those that follow are collected until they are hurried, or are the last"
    )
    func collected() throws {
        let disk = Disk()
        try withWriter(disk, pace: Self.forever) { writer, pipe in
            try writer.write(Array("first\n".utf8))
            #expect(read(pipe) == "first\n")
            for line in ["second\n", "third\n"] { try writer.write(Array(line.utf8)) }
            #expect(disk.writes == 1, "nobody wakes the thread")
            writer.hurry()
            #expect(read(pipe) == "second\nthird\n")
            try writer.write(Array("last\n".utf8))
            try writer.finish(within: Self.limit)
            #expect(read(pipe) == "last\n")
            #expect(disk.writes == 3)
        }
    }

    @Test("At a pace the thread looks again by itself after its rest")
    func rested() throws {
        try withWriter(pace: FileWriter.Pace(rest: .milliseconds(1), stores: false)) { writer, pipe in
            for line in ["first\n", "second\n", "third\n"] {
                try writer.write(Array(line.utf8))
                #expect(read(pipe) == line)
            }
        }
    }

    @Test(
        "A rest counts from the moment at which the bytes were taken: the time that the disk took is a part of it",
        arguments: [
            (0, 800), (1, 799), (799, 1), (800, 0), (801, 0), (100_000, 0), (-5, 800), (.max / 1_000_000, 0),
        ] as [(Int64, Int32)])
    func elapsed(passed: Int64, left: Int32) {
        let pace = FileWriter.Pace(rest: .milliseconds(800), stores: true)
        #expect(pace.rest(after: .milliseconds(passed)) == left)
        #expect(FileWriter.Pace.immediate.rest(after: .milliseconds(passed)) == 0)
        let endless = FileWriter.Pace(rest: TimeSpan(nanoseconds: .max), stores: false)
        #expect(endless.rest(after: .zero) == .max)
    }

    @Test("At a pace a queue that has grown to its usual size is written at once")
    func grown() throws {
        try withWriter(capacity: 1 << 20, pace: Self.forever) { writer, pipe in
            try writer.write(Array("first\n".utf8))
            #expect(read(pipe) == "first\n")
            let line = [UInt8](repeating: UInt8(ascii: "x"), count: FileQueue.usualSize / 2)
            try writer.write(line)
            try writer.write(line)
            var count = 0
            while count < 2 * line.count { count += read(pipe).utf8.count }
            #expect(count == 2 * line.count)
        }
    }

    @Test(
        "Each write is stored on the disk; a file that cannot be stored is still written, and a disk that fails is a failure",
        arguments: [(nil, nil), (EINVAL, nil), (ENOTSUP, nil), (EIO, EIO), (ENOSPC, ENOSPC)] as [(Int32?, Int32?)])
    func stored(answer: Int32?, failure: Int32?) throws {
        let disk = Disk(storing: answer)
        try withWriter(disk, pace: FileWriter.Pace(rest: .zero, stores: true)) { writer, pipe in
            try writer.write(Array("a line\n".utf8))
            #expect(read(pipe) == "a line\n")
            if let failure {
                #expect(throws: FileWriter.Failure.refused(SystemError(failure))) {
                    try writer.finish(within: Self.limit)
                }
            } else {
                try writer.finish(within: Self.limit)
            }
            #expect(disk.stores == 1)
        }
    }

    @Test("Short writes, EINTR and EAGAIN lose and change nothing")
    func interruptions() throws {
        let answers: [Disk.Answer] = [.short, .failed(EINTR), .short, .failed(EAGAIN), .failed(EAGAIN), .short]
        try withWriter(Disk(answers)) { writer, pipe in
            let line = "{\"n\":1,\"t\":20000000,\"in\":{}}\n"
            try writer.write(Array(line.utf8))
            try writer.finish(within: Self.limit)
            #expect(read(pipe) == line)
        }
    }

    @Test(
        "A write that fails ends the thread, which can be waited for, and every later call throws its error",
        arguments: [ENOSPC, EFBIG, EPIPE, EIO, EDQUOT, EROFS])
    func failures(errno: Int32) throws {
        try withWriter(Disk([.real, .failed(errno)])) { writer, pipe in
            try writer.write(Array("first line\n".utf8))
            #expect(read(pipe) == "first line\n" && writer.failure == nil)
            try writer.write(Array("second line\n".utf8))
            Kernel.wait([(writer.fileDescriptor, POLLIN)], timeout: 20_000)
            let failure = FileWriter.Failure.refused(SystemError(errno))
            #expect(writer.failure == failure)
            #expect(throws: failure) { try writer.write(Array("third line\n".utf8)) }
            #expect(throws: failure) { try writer.finish(within: Self.limit) }
            #expect(read(pipe) == "")
        }
    }

    @Test("A file that accepts no byte and reports no error has failed")
    func nothing() throws {
        try withWriter(Disk([.nothing])) { writer, _ in
            try writer.write(Array("some line\n".utf8))
            #expect(throws: FileWriter.Failure.refused(SystemError(EIO))) { try writer.finish(within: Self.limit) }
        }
    }

    @Test("While a write is stuck, lines wait until there is no room; queued lines and the last bytes come later")
    func stuck() throws {
        let disk = Disk([.stuck])
        try withWriter(disk, capacity: 100) { writer, pipe in
            let line = Array("0123456789\n".utf8)
            for _ in 0..<9 { try writer.write(line) }
            #expect(throws: FileWriter.Failure.full) { try writer.write(line) }
            #expect(throws: FileWriter.Failure.full) { try writer.write(line) }
            writer.end(with: Array("a last line that is as long as it likes\n".utf8))
            try writer.write(line)
            #expect(throws: FileWriter.Failure.late) { try writer.finish(within: .milliseconds(1)) }
            disk.release()
            try writer.finish(within: Self.limit)
            let expected = String(repeating: "0123456789\n", count: 9) + "a last line that is as long as it likes\n"
            #expect(read(pipe) == expected)
        }
    }

    @Test("A reader that goes away is noticed while nothing is written")
    func reader() throws {
        var ends: [Int32] = [-1, -1]
        #expect(privatePipe(&ends) == 0)
        let writer = try FileWriter(ends[1], path: "/trace")
        close(ends[0])
        Kernel.wait([(writer.fileDescriptor, POLLIN)], timeout: 20_000)
        #expect(writer.failure == .refused(SystemError(EPIPE)))
    }

    @Test("Without a thread there is an error, and the file is closed")
    func noThread() throws {
        for call in ["pthread_create", "eventfd"] {
            var ends: [Int32] = [-1, -1]
            #expect(privatePipe(&ends) == 0)
            let kernel = FaultyKernel(fault: .init(call: call, occurrence: 1, errno: EAGAIN))
            let error = #expect(throws: DeviceError.self) {
                try Interposition.with(kernel) { _ = try FileWriter(ends[1], path: "/trace") }
            }
            #expect(error?.systemError == SystemError(EAGAIN))
            #expect(read(ends[0]) == "", "closed, or there would be no end to read")
            close(ends[0])
        }
    }
}

/// A pipe that other tests' child processes do not inherit: they would keep it open.
private func privatePipe(_ ends: inout [Int32]) -> Int32 {
    let answer = pipe(&ends)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return answer
}

/// Answers the writes of lines one by one, then lets them through. Wake-ups, which have 8 bytes, are always let
/// through.
private final class Disk: SystemCallInterposer {
    enum Answer: Sendable {
        case real
        /// One byte is written.
        case short
        case nothing
        case failed(Int32)
        /// It blocks until `release`, and is made then.
        case stuck
    }

    private let answers: Locked<[Answer]>
    private let counts = Locked((writes: 0, stores: 0))
    /// The errno of each attempt to store a file; nil: it is stored.
    private let storing: Int32?
    /// A pipe: closing it is the release.
    private let gate: [Int32]

    init(_ answers: [Answer] = [], storing: Int32? = nil) {
        self.storing = storing
        self.answers = Locked(answers)
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        gate = ends
    }

    deinit { for end in gate { close(end) } }

    func release() { _ = Glibc.write(gate[1], "x", 1) }

    var writes: Int { counts.withLock { $0.writes } }
    var stores: Int { counts.withLock { $0.stores } }

    func answer(_ call: SystemCall) -> SystemCallAnswer? {
        if case .library("fdatasync") = call {
            counts.withLock { $0.stores += 1 }
            return storing.map { .failed(errno: $0) } ?? .returned(0)
        }
        guard case .write(let fd, let buffer, let count) = call, count != 8 else { return nil }
        counts.withLock { $0.writes += 1 }
        switch answers.withLock({ $0.isEmpty ? .real : $0.removeFirst() }) {
        case .real: return nil
        case .short: return .returned(Glibc.write(fd, buffer, 1))
        case .nothing: return .returned(0)
        case .failed(let errno): return .failed(errno: errno)
        case .stuck:
            var byte: UInt8 = 0
            _ = Glibc.read(gate[0], &byte, 1)
            return nil
        }
    }
}
