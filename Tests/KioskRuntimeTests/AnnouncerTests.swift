import FocusCore
import Foundation
import Glibc
import LinuxDevices
import Testing

@testable import KioskRuntime

@Suite(.againstHanging) struct AnnouncerTests {
    private static let time = Instant(nanoseconds: 5)

    /// A pipe that closes itself.
    private final class Pipe {
        let reader: Int32
        let writer: Int32

        init() {
            (reader, writer) = makePipe()
            _ = fcntl(reader, F_SETFL, O_NONBLOCK)
        }

        deinit {
            close(reader)
            close(writer)
        }

        func read() -> [UInt8] {
            var all: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = Glibc.read(reader, &buffer, buffer.count)
                guard count > 0 else { return all }
                all += buffer.prefix(count)
            }
        }
    }

    private func messages(_ bytes: [UInt8]) throws -> [String] {
        try bytes.split(separator: 10).map { line in
            guard case .announcement(.error(let message, _))? = KioskLine(Data(line)) else {
                throw KioskError("no line: \(String(decoding: line.prefix(200), as: UTF8.self))")
            }
            return message
        }
    }

    @Test("A full pipe costs lines and never waits; the number of lost lines is printed when there is room again")
    func fullPipe() throws {
        let pipe = Pipe()
        let announcer = Announcer(isJSON: true, descriptor: pipe.writer)
        let total = 5000
        for number in 1...total { announcer.say(.error("line \(number)"), at: Self.time) }
        let first = try messages(pipe.read())
        #expect(first.count < total && first == (1...first.count).map { "line \($0)" })
        announcer.say(.error("after"), at: Self.time)
        let second = try messages(pipe.read())
        #expect(second == ["\(total - first.count) lines were lost: nobody read them in time.", "after"])
    }

    @Test("One line that was lost is one line")
    func oneLost() throws {
        let pipe = Pipe()
        let announcer = Announcer(isJSON: true, descriptor: pipe.writer)
        let filling = String(repeating: "x", count: 3900)
        var said = 0
        while true {
            var room = pollfd(fd: pipe.writer, events: Int16(POLLOUT), revents: 0)
            guard poll(&room, 1, 0) == 1 else { break }
            announcer.say(.error(filling), at: Self.time)
            said += 1
        }
        announcer.say(.error("lost"), at: Self.time)
        #expect(try messages(pipe.read()).count == said)
        announcer.say(.error("after"), at: Self.time)
        #expect(try messages(pipe.read()) == ["1 line was lost: nobody read it in time.", "after"])
    }

    @Test("A line longer than what a pipe takes at once does not wait either, and arrives whole")
    func longLine() throws {
        let pipe = Pipe()
        let announcer = Announcer(isJSON: true, descriptor: pipe.writer)
        let long = String(repeating: "y", count: 50_000)
        for _ in 0..<3 { announcer.say(.error(long), at: Self.time) }
        var bytes = pipe.read()
        announcer.say(.error("after"), at: Self.time)
        bytes += pipe.read()
        let heard = try messages(bytes)
        #expect(heard.first == long && heard.last == "after")
        #expect(heard.contains { $0.contains("lost") } || heard.count == 4)
    }

    @Test("A reader that has gone, or an output that was closed, is no reason to stop")
    func goneReader() throws {
        signal(SIGPIPE, SIG_IGN)
        let (reader, writer) = makePipe()
        close(reader)
        let announcer = Announcer(isJSON: false, descriptor: writer)
        for _ in 0..<3 { announcer.say(.error("x"), at: Self.time) }
        close(writer)
        Announcer(isJSON: true, descriptor: -1).say(.error("x"), at: Self.time)
    }

    @Test(
        "An output that cannot be written is reported once, with the system's answer; a slow reader is not",
        arguments: [ENOSPC, EIO, EBADF, EPIPE])
    func failing(errno: Int32) throws {
        let pipe = Pipe()
        let announcer = Announcer(isJSON: true, descriptor: pipe.writer)
        var told: [OutputError] = []
        announcer.failed = { told.append($0) }
        Interposition.with(Failure("write", EAGAIN, times: 1)) { announcer.say(.error("slow"), at: Self.time) }
        #expect(told.isEmpty && !announcer.hasWritten)
        Interposition.with(Failure("write", errno, times: 3)) {
            for _ in 0..<3 { announcer.say(.error("x"), at: Self.time) }
        }
        #expect(told == [OutputError(errno)])
        announcer.say(.error("after"), at: Self.time)
        #expect(try messages(pipe.read()) == ["4 lines were lost: standard output could not be written.", "after"])
        #expect(announcer.hasWritten)
    }

    @Test("A full pipe whose reader has gone is reported as one whose reader has gone")
    func fullAndGone() throws {
        signal(SIGPIPE, SIG_IGN)
        let (reader, writer) = makePipe()
        let announcer = Announcer(isJSON: true, descriptor: writer)
        var told: [OutputError] = []
        announcer.failed = { told.append($0) }
        for _ in 0..<100 { announcer.say(.error(String(repeating: "x", count: 3900)), at: Self.time) }
        #expect(told.isEmpty)
        close(reader)
        // A program that another test starts just now may still have the reader for a moment.
        for _ in 0..<1000 where told.isEmpty {
            announcer.say(.error("x"), at: Self.time)
            if told.isEmpty { usleep(5000) }
        }
        #expect(told.map(\.isReaderGone) == [true])
        close(writer)
    }

    @Test(
        "A log prints errors, also the fate of taps, or everything",
        arguments: [(.errors, 4), (.taps, 9), (.writes, 11)] as [(AnnouncementLog, Int)])
    func logs(log: AnnouncementLog, count: Int) {
        let all: [Announcement] = [
            .error("x"), .fault(.frameUnusable), .tapRefused(.noCamera),
            .device(DeviceNews(kind: .camera, change: .left)),
            .device(DeviceNews(kind: .camera, change: .arrived)), .tapIgnored(.dragged), .compensation(1),
            .traceResumed(path: "/traces"),
            .write(.gain, name: "Gain", .integer(1), errno: EIO), .write(.gain, name: "Gain", .integer(1), errno: 0),
            .exposed(ExposureReport(outcome: .limited, time: 1, gain: nil, mean: 0.25, target: 0.45, frames: 9)),
        ]
        for isJSON in [false, true] {
            let pipe = Pipe()
            let announcer = Announcer(isJSON: isJSON, descriptor: pipe.writer, log: log)
            for announcement in all { announcer.say(announcement, at: Self.time) }
            #expect(pipe.read().split(separator: 10).count == count)
        }
    }

    @Test("A line for systemd's journal begins with its priority; one for another file, or for a program, does not")
    func priorities() {
        let pipe = Pipe()
        var status = stat()
        fstat(pipe.writer, &status)
        let stream = "\(status.st_dev):\(status.st_ino)"
        func lines(isJSON: Bool, _ stream: String?) -> [String] {
            let announcer = Announcer(isJSON: isJSON, descriptor: pipe.writer, journalStream: stream)
            announcer.say(.error("x"), at: Self.time)
            announcer.say(.tapIgnored(.dragged), at: Self.time)
            announcer.say(.write(.gain, name: "Gain", .integer(1), errno: 0), at: Self.time)
            return String(decoding: pipe.read(), as: UTF8.self).split(separator: "\n").map { String($0.prefix(3)) }
        }
        #expect(lines(isJSON: false, stream) == ["<4>", "<6>", "<7>"])
        let announcer = Announcer(isJSON: false, descriptor: pipe.writer, journalStream: stream)
        announcer.say(.error("x"), at: Self.time)
        #expect(String(decoding: pipe.read(), as: UTF8.self) == "<4>x\n", "the journal has the time")
        #expect(!lines(isJSON: false, nil).contains { $0.hasPrefix("<") })
        #expect(!lines(isJSON: false, "1:1").contains { $0.hasPrefix("<") })
        #expect(!lines(isJSON: true, stream).contains { $0.hasPrefix("<") })
    }

    @Test("Each line of a text for systemd's journal begins with its priority: the journal takes it for a message")
    func prioritiesOfLines() {
        #expect(JournalPrefix.put(JournalPrefix.warning, before: "a\nb") == "<4>a\n<4>b")
        #expect(JournalPrefix.put(JournalPrefix.warning, before: "a") == "<4>a")
    }

    @Test("Taps that come faster than the camera takes them are a line, and then a number at most once a second")
    func flood() {
        let pipe = Pipe()
        let announcer = Announcer(isJSON: false, descriptor: pipe.writer)
        func say(_ announcement: Announcement, _ milliseconds: Int64) {
            announcer.say(announcement, at: Instant(nanoseconds: milliseconds * 1_000_000))
        }
        // Twenty a second; the last comes at 2450.
        for number in 0..<50 as Range<Int64> { say(.tapIgnored(.overtaken), number * 50) }
        say(.error("early"), 2900)
        say(.error("late"), 3000)
        say(.tapIgnored(.overtaken), 5000)
        say(.tapIgnored(.overtaken), 5100)
        announcer.finish(at: Instant(nanoseconds: 5_200_000_000))
        announcer.finish(at: Instant(nanoseconds: 5_200_000_000))
        let lines = String(decoding: pipe.read(), as: UTF8.self).split(separator: "\n").map {
            String($0.dropFirst("00:00:00.000  ".count))
        }
        let first = AnnouncementWords.words(for: TapIgnored.overtaken)
        let more = { (count: Int) in AnnouncementWords.words(forOvertakenTaps: count) }
        #expect(lines == [first, more(20), more(20), "early", more(9), "late", first, more(1)], "\(lines)")
        #expect(more(20).hasPrefix("no tap: overtaken: 20 more taps ") && more(1).contains(" 1 more tap "))
    }

    @Test("A program is told each tap that is overtaken: it may wait for any of them")
    func floodForPrograms() {
        let pipe = Pipe()
        let announcer = Announcer(isJSON: true, descriptor: pipe.writer)
        for number in 0..<50 as Range<Int64> {
            announcer.say(.tapIgnored(.overtaken), at: Instant(nanoseconds: number * 50_000_000))
        }
        announcer.finish(at: Instant(nanoseconds: 9_000_000_000))
        #expect(pipe.read().split(separator: 10).count == 50)
    }

    @Test("In words, a line begins with the time of day")
    func words() {
        let pipe = Pipe()
        let announcer = Announcer(isJSON: false, descriptor: pipe.writer)
        announcer.say(.tapIgnored(.dragged), at: Self.time)
        let text = String(decoding: pipe.read(), as: UTF8.self)
        #expect(text.wholeMatch(of: /\d\d:\d\d:\d\d\.\d\d\d  no tap: dragged\n/) != nil)
    }
}
