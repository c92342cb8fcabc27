import FocusCore
import Foundation
import Glibc
import LinuxDevices
import StateTrace
import Testing

@testable import KioskRuntime

/// Focusing goes on whatever happens to the trace.
@Suite(.serialized) struct TraceRecorderTests {
    /// A kiosk without devices; its messages go to the file `said`.
    private func withKiosk(
        trace: String? = nil, camera: DeviceSelection = .automatic, _ body: (Session, String) throws -> Void
    ) throws {
        let folder = try ServerRig.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var options = KioskOptions()
        options.camera = camera
        options.socket = folder + "/s"
        options.trace = TraceOptions(.file(trace ?? folder + "/trace"))
        let said = open(folder + "/said", O_WRONLY | O_CREAT, 0o600)
        defer { close(said) }
        try body(try Session(options, announcer: Announcer(isJSON: true, descriptor: said)).watched(), folder)
    }

    private func errors(_ folder: String) throws -> [String] {
        try String(contentsOfFile: folder + "/said", encoding: .utf8).split(separator: "\n").compactMap { line in
            guard case .announcement(.error(let message, _))? = KioskLine(Data(line.utf8)) else { return nil }
            return message
        }
    }

    /// Feeds inputs, and handles the events of the trace's thread, until the trace is over.
    private func feedUntilOver(_ kiosk: Session) throws {
        for _ in 0..<200_000 where kiosk.trace.recorder != nil {
            kiosk.feed(.viewShown)
            try kiosk.host.loop.runOnce(timeout: 0)
        }
        #expect(kiosk.trace.recorder == nil)
        for _ in 0..<3 { kiosk.feed(.viewShown) }
    }

    @Test(
        "A disk that refuses a line ends the trace with one sentence; inputs are still handled",
        arguments: [
            (ENOSPC, "No space left on device. Make room"), (EFBIG, "File too large. Begin a new file"),
            (EPIPE, "nobody reads it. Start its reader"), (EIO, "Input/output error"),
        ])
    func refused(errno: Int32, words: String) throws {
        try withKiosk { kiosk, folder in
            try Interposition.with(FullDisk(errno)) { try kiosk.beginTrace([]) }
            try feedUntilOver(kiosk)
            kiosk.trace.finish()
            let errors = try errors(folder)
            #expect(errors.count == 1)
            #expect(errors.first?.contains(words) == true, "\(errors)")
            #expect(errors.first?.contains("cannot write the trace \(folder)/trace") == true)
            #expect(errors.first?.hasSuffix("The trace ends here; focusing goes on.") == true)
        }
    }

    @Test("After every 10,000th input the trace has a snapshot, which replays the same")
    func snapshots() throws {
        try withKiosk { kiosk, folder in
            try kiosk.beginTrace([])
            kiosk.feed(.start)
            for index in 0..<20_000 {
                kiosk.feed(.acceleration(Acceleration(x: 0, y: Double(index), z: 9.8)))
                if index == 15_000 { kiosk.feed(.viewTapped(x: 0.5, y: 0.5)) }
            }
            kiosk.trace.finish()
            let report = try Replay.run(path: folder + "/trace")
            #expect(report.fault == nil && report.divergence == nil && report.isEnded && report.inputs == 20_002)
            #expect(report.snapshots == 2 && report.foreignSnapshots == 0)
        }
    }

    @Test("A reader that sleeps ends the trace with one sentence, and finds a note when it wakes up")
    func sleepingReader() throws {
        try withKiosk { kiosk, folder in
            #expect(mkfifo(folder + "/trace", 0o600) == 0)
            let reader = open(folder + "/trace", O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            defer { close(reader) }
            try kiosk.beginTrace([])
            try feedUntilOver(kiosk)
            kiosk.trace.finish()
            let errors = try errors(folder)
            #expect(errors.count == 1 && errors.first?.contains("bytes wait to be written") == true, "\(errors)")

            _ = fcntl(reader, F_SETFL, 0)
            let bytes = try #require(try FileHandle(fileDescriptor: reader).readToEnd())
            #expect(bytes.count > 3 << 20 && bytes.count < 5 << 20)
            let last = String(decoding: bytes.suffix(400), as: UTF8.self).split(separator: "\n").last
            #expect(last?.hasPrefix("{\"note\":\"The trace ends here") == true)
            try bytes.write(to: URL(fileURLWithPath: folder + "/read"))
            let report = try Replay.run(path: folder + "/read")
            #expect(report.fault == nil && report.divergence == nil && report.tornLines.isEmpty && !report.isEnded)
        }
    }

    @Test("A reader that goes away ends the trace with one sentence, although nothing is written")
    func readerLeaves() throws {
        try withKiosk { kiosk, folder in
            #expect(mkfifo(folder + "/trace", 0o600) == 0)
            let reader = open(folder + "/trace", O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            try kiosk.beginTrace([])
            close(reader)
            try kiosk.host.loop.runOnce(timeout: 20_000)
            #expect(kiosk.trace.recorder == nil)
            #expect(try errors(folder).first?.contains("nobody reads it") == true)
        }
    }

    @Test("A FIFO that nobody reads does not delay the start: it is an error with a remedy")
    func noReader() throws {
        try withKiosk { kiosk, folder in
            #expect(mkfifo(folder + "/trace", 0o600) == 0)
            let error = #expect(throws: TraceFileError.self) { try kiosk.beginTrace([]) }
            #expect(error?.description.contains("nobody reads it. Start its reader first") == true)
        }
    }

    @Test("The signal of a limit on file sizes does not end the program: the write's error is enough")
    func sizeLimit() throws {
        try withKiosk(camera: .path("/dev/no-such-camera")) { kiosk, _ in
            signal(SIGXFSZ, SIG_DFL)
            #expect(throws: DeviceError.self) { try kiosk.run() }
            var action = sigaction()
            sigaction(SIGXFSZ, nil, &action)
            #expect(unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1, "SIG_IGN is 1")
        }
    }

    @Test("A disk that stalls delays the end for two seconds at most, and that is announced")
    func stalledEnd() throws {
        try withKiosk { kiosk, folder in
            let disk = StalledDisk()
            defer { disk.end() }
            try Interposition.with(disk) { try kiosk.beginTrace([]) }
            kiosk.feed(.start)
            let begin = MonotonicClock.now()
            kiosk.trace.finish()
            let seconds = MonotonicClock.now().since(begin).seconds
            #expect(seconds >= 2 && seconds < 20)
            #expect(try errors(folder).first?.contains("the end of the trace \(folder)/trace") == true)
        }
    }

    @Test("The line of an arriving camera has its name; the header has the zone and the session")
    func identity() throws {
        try Interposition.with(BareCamera()) {
            try withKiosk(camera: .path("/dev/lab-camera")) { kiosk, folder in
                _ = try kiosk.devices.camera.openDevice(unless: { false }).map { description in
                    try kiosk.beginTrace([.camera(description)])
                    kiosk.feed(.cameraArrived(description))
                }
                kiosk.trace.finish()
                let lines = try String(contentsOfFile: folder + "/trace", encoding: .utf8).split(separator: "\n")
                #expect(lines.count > 2)
                #expect(lines[1].contains("\"in\":{\"cameraArrived\":{\"name\":\"Lab Camera\","))
                #expect(
                    lines[0].contains(/"wallClock":"[-0-9]{10}T[:.0-9]{12}(Z|[-+][0-9]{2}:[0-9]{2})","s":"[0-9a-z]{8}"/)
                )
            }
        }
    }
}

/// Refuses all lines but the first, which is the header.
private final class FullDisk: SystemCallInterposer {
    private let errno: Int32
    private let isFirst = Locked(true)

    init(_ errno: Int32) { self.errno = errno }

    func answer(_ call: SystemCall) -> SystemCallAnswer? {
        guard case .write(_, _, let count) = call, count != MemoryLayout<UInt64>.size else { return nil }
        let isFirst = isFirst.withLock { first in
            defer { first = false }
            return first
        }
        return isFirst ? nil : .failed(errno: errno)
    }
}

/// Writes nothing until `end`.
private final class StalledDisk: SystemCallInterposer {
    private let gate = DispatchSemaphore(value: 0)

    func end() { gate.signal() }

    func answer(_ call: SystemCall) -> SystemCallAnswer? {
        guard case .write(_, _, let count) = call, count != MemoryLayout<UInt64>.size else { return nil }
        gate.wait()
        gate.signal()
        return nil
    }
}
