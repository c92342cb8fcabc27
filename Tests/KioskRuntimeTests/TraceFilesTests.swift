import FocusCore
import Foundation
import LinuxDevices
import StateTrace
import Testing

@testable import KioskRuntime

/// The files of a kiosk that always records, and of one that records trouble.
@Suite(.againstHanging) struct TraceFilesTests {
    /// A kiosk without devices, with its trace in the folder. Its clock is the inputs' own.
    private struct Rig {
        let folder: String
        let kiosk: Session

        init(_ trace: (String) throws -> TraceOptions) throws {
            folder = try ServerRig.makeFolder()
            var options = KioskOptions()
            options.socket = folder + "/s"
            options.trace = try trace(folder)
            let said = open(folder + "/said", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
            kiosk = try Session(options, announcer: Announcer(isJSON: true, descriptor: said)).watched()
            try kiosk.beginTrace([], at: Instant(nanoseconds: 0))
            kiosk.feed(.start, at: Instant(nanoseconds: 0))
        }

        func feed(_ event: Input.Event, second: Double) {
            kiosk.feed(event, at: Instant(nanoseconds: Int64(second * 1e9)))
        }

        /// The names of the traces in a folder, in their order.
        func names(_ place: String = "") throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: folder + place).filter { $0.contains("jsonl") }.sorted()
        }

        /// Replays each file alone, which fails the test unless it replays bit for bit. Returns the numbers of inputs.
        func replay(_ place: String = "") throws -> [Int] {
            try names(place).map { name in
                let report = try Replay.run(path: "\(folder)\(place)/\(name)")
                #expect(report.divergence == nil && report.fault == nil && report.isEnded, "\(name): \(report)")
                return report.inputs
            }
        }

        /// Makes a file two minutes old.
        func age(_ place: String) throws {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -120)], ofItemAtPath: folder + place)
        }

        func text(_ place: String) throws -> String { try String(contentsOfFile: folder + place, encoding: .utf8) }

        /// The sentences about errors so far.
        func errors() throws -> [String] {
            try text("/said").split(separator: "\n").compactMap { line in
                guard case .announcement(.error(let message, _))? = KioskLine(Data(line.utf8)) else { return nil }
                return message
            }
        }

        /// The paths of traces that were said to be written again.
        func resumptions() throws -> [String] {
            try text("/said").split(separator: "\n").compactMap { line in
                guard case .announcement(.traceResumed(let path))? = KioskLine(Data(line.utf8)) else { return nil }
                return path
            }
        }

        /// Feeds inputs, and handles the events of the trace's thread, until the trace pauses.
        func feedUntilPaused(_ second: Double) throws {
            for _ in 0..<200_000 where kiosk.trace.written != nil {
                feed(.viewShown, second: second)
                try kiosk.host.loop.runOnce(timeout: 0)
            }
            #expect(kiosk.trace.recorder?.health == .paused && kiosk.trace.written == nil)
        }

        func end() {
            kiosk.trace.finish()
            close(kiosk.audience.announcer.descriptor)
            try? FileManager.default.removeItem(atPath: folder)
        }
    }

    private static func ring(_ folder: String) -> TraceRing {
        TraceRing(folder: folder + "/ring", size: TraceRing.smallestSize, age: .seconds(1600))
    }

    @Test("A ring begins a file when one is long enough, removes the oldest, and each file replays alone")
    func size() throws {
        let rig = try Rig { TraceOptions(.ring(Self.ring($0))) }
        defer { rig.end() }
        for index in 0..<12_000 { rig.feed(.viewShown, second: Double(index) / 1000) }
        rig.kiosk.trace.finish()
        let names = try rig.names("/ring")
        #expect(5...16 ~= names.count, "\(names)")
        #expect(!names[0].hasPrefix("00000001"), "the oldest are gone")
        let sizes = try names.map {
            try #require(FileManager.default.attributesOfItem(atPath: "\(rig.folder)/ring/\($0)")[.size] as? Int64)
        }
        #expect(sizes.reduce(0, +) <= TraceRing.smallestSize, "\(sizes)")
        #expect(try rig.replay("/ring").allSatisfy { $0 > 0 })
    }

    @Test("A ring begins a file when one is old enough, and only then")
    func age() throws {
        let rig = try Rig { TraceOptions(.ring(Self.ring($0))) }
        defer { rig.end() }
        for second in stride(from: 0, through: 250, by: 10) { rig.feed(.viewShown, second: Double(second)) }
        rig.kiosk.trace.finish()
        #expect(try rig.names("/ring").count == 3, "a sixteenth of the age is 100 s")
        #expect(try rig.replay("/ring").reduce(0, +) == 27)
    }

    @Test("After SIGHUP the same path is opened again: what was renamed stays whole, and the new file replays alone")
    func renamed() throws {
        let rig = try Rig { TraceOptions(.file($0 + "/trace.jsonl")) }
        defer { rig.end() }
        for second in 0..<5 { rig.feed(.viewShown, second: Double(second)) }
        try FileManager.default.moveItem(atPath: rig.folder + "/trace.jsonl", toPath: rig.folder + "/trace.jsonl.1")
        rig.kiosk.trace.beginNextFile()
        for second in 5..<7 { rig.feed(.viewShown, second: Double(second)) }
        rig.kiosk.trace.finish()
        #expect(try rig.names() == ["trace.jsonl", "trace.jsonl.1"])
        #expect(try rig.replay() == [2, 6])
    }

    @Test("A SIGHUP begins another file, but not while the session ends; it is no second request for the end either")
    func signalAtTheEnd() throws {
        let rig = try Rig { TraceOptions(.ring(Self.ring($0))) }
        defer { rig.end() }
        rig.feed(.viewShown, second: 1)
        rig.kiosk.follow(.nextFile)
        rig.feed(.viewShown, second: 2)
        rig.kiosk.follow(.end, at: Instant(nanoseconds: 3_000_000_000))
        #expect(rig.kiosk.isStopping)
        for second in 4..<9 as Range<Int64> {
            rig.kiosk.follow(.nextFile, at: Instant(nanoseconds: second * 1_000_000_000))
        }
        rig.kiosk.trace.finish()
        #expect(try rig.names("/ring").count == 2)
        #expect(try rig.replay("/ring").allSatisfy { $0 > 0 })
    }

    @Test(
        "With --trace-on nothing is written in quiet times; trouble writes what surrounds it, and each time replays alone"
    )
    func trouble() throws {
        for isRing in [false, true] {
            let rig = try Rig { folder in
                TraceOptions(isRing ? .ring(Self.ring(folder)) : .file(folder + "/trace.jsonl"), on: .refused)
            }
            defer { rig.end() }
            for second in 1..<300 { rig.feed(.viewShown, second: Double(second)) }
            rig.feed(.viewTapped(x: 0.5, y: 0.5), second: 300)
            for second in 301..<600 { rig.feed(.viewShown, second: Double(second)) }
            rig.feed(.viewTapped(x: 0.5, y: 0.5), second: 600)
            rig.kiosk.trace.finish()
            if isRing {
                let counts = try rig.replay("/ring")
                #expect(counts.count == 2)
                #expect(120...180 ~= counts[0], "a minute or two before, and one after")
                #expect(61...121 ~= counts[1], "the end came before its minute was over")
            } else {
                let report = try Replay.run(path: rig.folder + "/trace.jsonl")
                #expect(report.divergence == nil && report.fault == nil && report.sessions == 2)
                #expect(181...301 ~= report.inputs)
            }
        }
    }

    @Test("Quiet times leave a ring without a file, and a path with an empty one")
    func quiet() throws {
        let rig = try Rig { TraceOptions(.ring(Self.ring($0)), on: .error) }
        defer { rig.end() }
        for second in 1..<300 { rig.feed(.viewShown, second: Double(second)) }
        rig.kiosk.trace.beginNextFile()
        rig.kiosk.trace.finish()
        #expect(try rig.names("/ring").isEmpty)
    }

    @Test(
        "A person's mark is in the trace with its time, in words that JSON has to escape, and keeps what surrounds it")
    func mark() throws {
        let rig = try Rig { TraceOptions(.ring(Self.ring($0)), on: .error) }
        defer { rig.end() }
        rig.feed(.viewShown, second: 1)
        rig.kiosk.trace.mark("the \"lady\" says\nit is blurred")
        rig.kiosk.trace.finish()
        let name = try #require(try rig.names("/ring").first)
        let line = try #require(try rig.text("/ring/" + name).split(separator: "\n").first { $0.contains("\"mark\"") })
        let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        #expect(object["mark"] as? String == "the \"lady\" says\nit is blurred")
        #expect(object["t"] is Int && object["s"] is String)
        #expect(try rig.replay("/ring") == [2])
    }

    @Test("A mark in an hour without an input keeps the minute after it, too")
    func lateMark() throws {
        let rig = try Rig { TraceOptions(.file($0 + "/trace.jsonl"), on: .error) }
        defer { rig.end() }
        rig.feed(.viewShown, second: 1)
        rig.kiosk.trace.mark("it is blurred now", at: Instant(nanoseconds: 3600 * 1_000_000_000))
        for second in 3601..<3700 { rig.feed(.viewShown, second: Double(second)) }
        rig.kiosk.trace.finish()
        #expect(try rig.replay() == [62], "start, the input before, and those of a minute")
    }

    @Test("Trouble that does not end leaves a ring below its size, and each of its files replays alone")
    func endlessTrouble() throws {
        let rig = try Rig { TraceOptions(.ring(Self.ring($0)), on: .refused) }
        defer { rig.end() }
        for index in 0..<8000 { rig.feed(.viewTapped(x: 0.5, y: 0.5), second: Double(index) / 100) }
        rig.kiosk.trace.finish()
        let names = try rig.names("/ring")
        let sizes = try names.map {
            try #require(FileManager.default.attributesOfItem(atPath: "\(rig.folder)/ring/\($0)")[.size] as? Int64)
        }
        #expect(names.count > 3 && sizes.reduce(0, +) <= TraceRing.smallestSize, "\(sizes)")
        #expect(try rig.replay("/ring").allSatisfy { $0 > 0 })
    }

    @Test("Trouble in the first minute is a trace whose session begins at its beginning, and replays from any moment")
    func earlyTrouble() throws {
        let rig = try Rig { TraceOptions(.file($0 + "/trace.jsonl"), on: .refused) }
        defer { rig.end() }
        rig.feed(.viewTapped(x: 0.5, y: 0.5), second: 1)
        rig.kiosk.trace.finish()
        let text = try rig.text("/trace.jsonl")
        #expect(!text.contains("\"snapshot\""))
        #expect(try rig.replay() == [2])
    }

    @Test("One process at a time records into a ring, and the folder of a path with a slash at its end is made")
    func lock() throws {
        let rig = try Rig { folder in
            TraceOptions(.ring(TraceRing(folder: folder + "/new/place/", size: 1 << 20, age: .seconds(60))))
        }
        defer { rig.end() }
        let error = #expect(throws: TraceFileError.self) {
            _ = try RingFolder(ring: TraceRing(folder: rig.folder + "/new/place", size: 1 << 20, age: .seconds(60)))
                .prepare()
        }
        #expect(error?.code == EWOULDBLOCK && error?.description.contains("another program is writing") == true)
    }

    @Test("A ring whose disk was full goes on in a new file that replays alone; both are said once")
    func fullDisk() throws {
        let disk = FillingDisk()
        let rig = try Interposition.with(disk) { try Rig { TraceOptions(.ring(Self.ring($0))) } }
        defer { rig.end() }
        rig.feed(.viewShown, second: 1)
        let first = try #require(try rig.names("/ring").first)
        while try rig.text("/ring/" + first).isEmpty { usleep(1000) }
        disk.isFull.withLock { $0 = true }
        try rig.feedUntilPaused(2)
        for second in 3..<6 {
            Interposition.with(disk) { rig.kiosk.trace.retry() }
            try rig.feedUntilPaused(Double(second))
        }
        let pauses = try rig.errors()
        #expect(pauses.count == 1 && pauses[0].hasSuffix("tried again every minute; focusing goes on."), "\(pauses)")
        disk.isFull.withLock { $0 = false }
        for name in try rig.names("/ring") where name != first { try rig.age("/ring/" + name) }
        Interposition.with(disk) { rig.kiosk.trace.retry() }
        for second in 6..<9 { rig.feed(.viewShown, second: Double(second)) }
        rig.kiosk.trace.retry()
        #expect(rig.kiosk.trace.written == rig.folder + "/ring")
        #expect(try rig.errors().count == 1, "good news is no error")
        #expect(try rig.resumptions() == [rig.folder + "/ring"])
        rig.kiosk.trace.finish()
        let names = try rig.names("/ring")
        #expect(names.count == 2 && names.first == first, "those that stayed empty are gone: \(names)")
        let report = try Replay.run(path: "\(rig.folder)/ring/\(names.last ?? "")")
        #expect(report.divergence == nil && report.fault == nil && report.isEnded && report.inputs == 3)
    }

    @Test("A ring of troubles that had paused is said to be written again when trouble was written, and no earlier")
    func quietAfterFullDisk() throws {
        let disk = FillingDisk()
        let rig = try Interposition.with(disk) { try Rig { TraceOptions(.ring(Self.ring($0)), on: .refused) } }
        defer { rig.end() }
        disk.isFull.withLock { $0 = true }
        rig.feed(.viewTapped(x: 0.5, y: 0.5), second: 1)
        try rig.feedUntilPaused(2)
        rig.feed(.viewShown, second: 100)
        disk.isFull.withLock { $0 = false }
        Interposition.with(disk) { rig.kiosk.trace.retry() }
        rig.kiosk.trace.retry()
        #expect(rig.kiosk.trace.recorder?.health == .waiting, "nothing has been written yet")
        #expect(try rig.resumptions().isEmpty)
        rig.feed(.viewTapped(x: 0.5, y: 0.5), second: 200)
        #expect(rig.kiosk.trace.recorder?.health == .onTrial)
        #expect(try rig.resumptions().isEmpty)
        rig.kiosk.trace.retry()
        #expect(try rig.resumptions() == [rig.folder + "/ring"])
        rig.kiosk.trace.finish()
        let name = try #require(try rig.names("/ring").last)
        let report = try Replay.run(path: "\(rig.folder)/ring/\(name)")
        #expect(report.divergence == nil && report.fault == nil && report.isEnded && report.inputs > 0)
    }

    @Test("A paused trace takes no mark and begins no file, and the end of the session waits for nothing")
    func pausedRequests() throws {
        let disk = FillingDisk()
        let rig = try Interposition.with(disk) { try Rig { TraceOptions(.ring(Self.ring($0))) } }
        defer { rig.end() }
        disk.isFull.withLock { $0 = true }
        try rig.feedUntilPaused(1)
        let names = try rig.names("/ring")
        rig.kiosk.trace.beginNextFile()
        rig.kiosk.trace.finish()
        #expect(try rig.names("/ring") == names)
        #expect(try rig.errors().count == 1)
    }

    @Test("An empty file leaves a ring when it is older than a minute: a younger one may just have been begun")
    func emptyFiles() throws {
        let rig = try Rig { TraceOptions(.file($0 + "/trace.jsonl")) }
        defer { rig.end() }
        let ring = Self.ring(rig.folder)
        try FileManager.default.createDirectory(atPath: ring.folder, withIntermediateDirectories: false)
        let names = (1...2).map { RingFile.name(number: $0, begun: .now) }
        for name in names { #expect(FileManager.default.createFile(atPath: "\(ring.folder)/\(name)", contents: nil)) }
        try rig.age("/ring/" + names[0])
        _ = try RingFolder(ring: ring).prepare()
        #expect(try rig.names("/ring") == [names[1]])
    }

    @Test("A start removes one file of a ring whose files are all too old, and no more", arguments: [false, true])
    func start(onlyTroubles: Bool) throws {
        let old = (1...4).map { RingFile.name(number: $0, begun: .now) }
        let rig = try Rig { folder in
            let ring = Self.ring(folder)
            try FileManager.default.createDirectory(atPath: ring.folder, withIntermediateDirectories: false)
            let anHourAgo = Date(timeIntervalSinceNow: -3600)
            for name in old {
                let path = "\(ring.folder)/\(name)"
                #expect(FileManager.default.createFile(atPath: path, contents: Data("{}\n".utf8)))
                try FileManager.default.setAttributes([.modificationDate: anHourAgo], ofItemAtPath: path)
            }
            return TraceOptions(.ring(ring), on: onlyTroubles ? .refused : nil)
        }
        defer { rig.end() }
        let names = try rig.names("/ring")
        #expect(names.filter { old.contains($0) } == Array(old.dropFirst()), "\(names)")
        #expect(names.count == (onlyTroubles ? 3 : 4))
    }

    @Test("A folder in which no trace can be written is said at the start")
    func folder() throws {
        let error = #expect(throws: TraceFileError.self) {
            _ = try Rig { _ in TraceOptions(.ring(TraceRing(folder: "/proc/none", size: 1 << 20, age: .seconds(60)))) }
        }
        #expect(error?.description.contains("/proc/none") == true, "\(error?.description ?? "")")
    }
}

/// Refuses lines while it is full.
private final class FillingDisk: SystemCallInterposer {
    let isFull = Locked(false)

    func answer(_ call: SystemCall) -> SystemCallAnswer? {
        guard case .write(_, _, let count) = call, count != MemoryLayout<UInt64>.size else { return nil }
        return isFull.withLock { $0 } ? .failed(errno: ENOSPC) : nil
    }
}
