import FocusCore
import Foundation
import KioskRuntime
import PhotoFile
import RequestNames
import StateTrace
import TraceImport
import WebGateway

@testable import tapfocus

/// A reader of bytes from outside. `Scripts/stages/fuzz` gives each of them bytes that libFuzzer makes up, and `FindingTests` those that
/// have once made trouble. A reader may refuse anything; it must not trap, hang, or read outside the bytes.
enum FuzzedReader: String, CaseIterable {
    /// A trace, run again.
    case replay
    /// A trace, shown, counted and exported.
    case show
    /// A trace, run again under other settings, natively and as a page does it.
    case rerun
    /// A trace, recorded anew and cut down.
    case rerecord
    /// A trace, replayed from its last snapshot, noted for a page, and compared with the second half of the file.
    case compare
    /// Recorded touches, imported.
    case imported
    case evemu
    case libinput
    /// A table of samples.
    case samples
    case configuration
    case quirks
    /// A line of a client of the control socket.
    case request
    /// A message of a page, and then the daemon's reader of the line that it becomes.
    case message
    /// A line of `tapfocus run`, as `tapfocus watch` gets it.
    case announcement
    /// A camera's MJPEG frame, as a photo.
    case photo

    func read(_ bytes: UnsafeRawBufferPointer) {
        switch self {
        case .replay: Self.replay(bytes)
        case .show: Self.show(bytes)
        case .rerun:
            Self.whatIf(bytes)
            Self.withFile(bytes, Self.rerun)
        case .rerecord: Self.withFile(bytes, Self.rerecord)
        case .compare:
            let half = bytes[(bytes.count / 2)...]
            let second = half.firstIndex(of: 0x0a).map { half[($0 + 1)...] } ?? half
            Self.withFile(bytes) { whole in
                Self.seek(whole)
                Self.note(whole)
                Self.withFile(UnsafeRawBufferPointer(rebasing: second)) { Self.compare(whole, $0) }
            }
        case .imported: Self.withFile(bytes, Self.imported)
        case .evemu, .libinput: Self.withFile(bytes, Self.touches)
        case .samples: Self.withFile(bytes, Self.samples)
        case .configuration: Self.withFile(bytes) { _ = try? ConfigurationFile.read($0) }
        case .quirks: Self.withFile(bytes) { _ = try? QuirkFile.read($0) }
        case .request: _ = try? ControlRequest(line: bytes)
        case .message: Self.relay(bytes)
        case .photo: Self.photo(bytes)
        case .announcement: if let line = KioskLine(Data(bytes)) { _ = "\(line)" }
        }
    }

    /// A line that is passed on must be one of the requests that may be passed on, for the daemon too: there, nobody looks again.
    private static func relay(_ bytes: UnsafeRawBufferPointer) {
        do throws(RelayedLine.Refusal) {
            try RelayedLine.check(bytes)
        } catch {
            _ = error.line(at: 0)
            return
        }
        let request: RequestName?
        do throws(ControlRequest.Refusal) {
            request = try ControlRequest(line: bytes).name
        } catch {
            request = error.request
        }
        guard request.map(RelayedLine.requests.contains) ?? true, !bytes.contains(UInt8(ascii: "\n")) else {
            // A trap is what the fuzzer, and the test, notice.
            fatalError("passed on, and something else there: \(String(decoding: bytes, as: UTF8.self))")
        }
    }

    /// A photo that is whole is whole when it comes in again, byte by byte.
    private static func photo(_ bytes: UnsafeRawBufferPointer) {
        guard case .whole(let file, let width, let height) = JPEGPhoto.photo(of: bytes) else { return }
        let again = file.withUnsafeBytes { JPEGPhoto.photo(of: $0) }
        guard again == .whole(file, width: width, height: height) else {
            // A trap is what the fuzzer, and the test, notice.
            fatalError("the photo of a frame is no photo itself")
        }
    }

    private static func lines(_ bytes: UnsafeRawBufferPointer, _ body: (TraceLine) -> Bool) {
        var number = 0
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: 0x0a)
            number += 1
            let line = UnsafeRawBufferPointer(rebasing: bytes[start..<(end ?? bytes.count)])
            if body(TraceLine(number: number, bytes: line, isComplete: end != nil)) { return }
            start = (end ?? bytes.count) + 1
        }
    }

    private static func replay(_ bytes: UnsafeRawBufferPointer) {
        var replay = LineReplay()
        var isOver = false
        lines(bytes) { line in
            isOver = replay.take(line)
            return isOver
        }
        if !isOver { replay.finish() }
        _ = "\(replay.report)"
    }

    private static func show(_ bytes: UnsafeRawBufferPointer) {
        var reading = TraceReading()
        var isOver = false
        var log = TraceLog(TraceLog.Selection(since: 0, kinds: Set(TraceKind.allCases)))
        var counter = TraceCounter()
        var table = TableExport()
        var perfetto = PerfettoExport()
        var written = perfetto.beginning
        lines(bytes) { line in
            switch reading.take(line) {
            case .over: isOver = true
            case .nothing: break
            case .event(let event):
                _ = log.lines(for: event)
                counter.count(event)
                _ = table.bytes(for: event)
                written += perfetto.bytes(for: event)
            }
            return isOver
        }
        if !isOver { reading.finish() }
        written += perfetto.ending()
        guard (try? JSONSerialization.jsonObject(with: Data(written))) != nil else {
            // A trap is what the fuzzer, and the test, notice.
            fatalError("the export for Perfetto is no JSON: \(String(decoding: written, as: UTF8.self))")
        }
        _ = StatisticsWords.text(counter.statistics)
        _ = StatisticsJSON.line(counter.statistics, file: nil, torn: 0)
    }

    private static func whatIf(_ bytes: UnsafeRawBufferPointer) {
        var whatIf = WhatIf()
        var isOver = false
        lines(bytes) { line in
            isOver = whatIf.take(line)
            return isOver
        }
        if !isOver { whatIf.finish() }
    }

    private static func rerun(_ path: String) {
        var report = RerunReport(.none)
        _ = try? TraceRerun.run(path: path) { recorded in
            var configuration = recorded
            configuration.forceLockTime = .seconds(1)
            configuration.motion.deviation = 2
            return configuration
        } tell: {
            _ = report.lines(for: $0)
        }
        _ = report.end()
    }

    private static func rerecord(_ path: String) {
        _ = try? TraceRerecording.run(path: path, tool: "0", chart: "0", write: { _ in })
        // Few tries: a search has thousands of them.
        var news = 0
        _ = try? TraceMinimizer.minimize(path: path, until: .rule("tapped")) { _ in
            news += 1
            return news < 10
        }
    }

    private static func seek(_ path: String) {
        guard let place = try? SnapshotSearch.last(in: path, where: { _ in true }),
            let replay = try? TraceReplay(path: path, from: place)
        else { return }
        while let event = try? replay.next() { _ = "\(event)" }
        _ = "\(replay.report)"
    }

    private static func note(_ path: String) {
        guard let reader = try? TraceReader(path: path) else { return }
        var notes = PageNotes()
        while let event = try? reader.next() { _ = notes.notes(for: event, reader.bytes) }
    }

    private static func compare(_ left: String, _ right: String) {
        var words = ComparisonWords(.none, mostPlaces: 10)
        guard (try? TraceComparison.run(left, right, tell: { _ = words.lines(for: $0) })) != nil else { return }
        _ = words.end()
    }

    private static func imported(_ path: String) {
        struct Enough: Error {}
        guard let touches = try? TouchRecording(path: path) else { return }
        var recordings = TraceImport(touches: touches, samples: nil, configuration: Configuration())
        var steps = 0
        try? recordings.run { _, _, _, _ in
            steps += 1
            // A recording may cover days.
            if steps > 20_000 { throw Enough() }
        }
    }

    private static func touches(_ path: String) {
        guard var recording = try? TouchRecording(path: path) else { return }
        while let next = try? recording.next() { _ = next.time }
    }

    private static func samples(_ path: String) {
        guard var samples = try? SampleReader(path: path) else { return }
        while let next = try? samples.next() { _ = next.time }
    }

    /// A file in memory, for readers that open a path.
    private static func withFile(_ bytes: UnsafeRawBufferPointer, _ body: (String) -> Void) {
        var name = Array("/dev/shm/tapfocus-fuzz-XXXXXX".utf8CString)
        let descriptor = mkstemp(&name)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        unlink(name)
        guard bytes.isEmpty || write(descriptor, bytes.baseAddress, bytes.count) == bytes.count else { return }
        body("/proc/self/fd/\(descriptor)")
    }
}
