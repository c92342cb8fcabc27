import FocusCore
import Glibc
import Testing

@testable import LinuxDevices

@Suite("A file that is written on a thread of its own delays nothing else")
struct FileWriterTests {
    private static let limit = TimeSpan.milliseconds(20_000)

    /// A pipe instead of a file: the test can read the written bytes, and no file is left behind.
    private func withWriter(
        _ disk: Disk = Disk(), capacity: Int = 4096, _ body: (FileWriter, Int32) throws -> Void
    ) throws {
        var ends: [Int32] = [-1, -1]
        #expect(privatePipe(&ends) == 0)
        defer { close(ends[0]) }
        let writer = try Interposition.with(disk) { try FileWriter(ends[1], path: "/trace", capacity: capacity) }
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
            FileWork.wait([(writer.fileDescriptor, POLLIN)], timeout: 20_000)
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
        FileWork.wait([(writer.fileDescriptor, POLLIN)], timeout: 20_000)
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
    /// A pipe: closing it is the release.
    private let gate: [Int32]

    init(_ answers: [Answer] = []) {
        self.answers = Locked(answers)
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        gate = ends
    }

    deinit { for end in gate { close(end) } }

    func release() { _ = Glibc.write(gate[1], "x", 1) }

    func answer(_ call: SystemCall) -> SystemCallAnswer? {
        guard case .write(let fd, let buffer, let count) = call, count != 8 else { return nil }
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
