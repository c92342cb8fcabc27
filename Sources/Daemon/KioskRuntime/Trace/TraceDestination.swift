import FocusCore
import JSONLines
import LinuxDevices
import StateTrace

/// The place of a trace: how it is opened, and when a file there is followed by another one.
extension TraceOptions.Destination {
    /// Lines wait this long at most, so that a power cut costs less than a second; to write each at once would wake a thread for it.
    private static let pace = FileWriter.Pace(rest: .milliseconds(800), stores: true)

    /// A ring's folder belongs to one process.
    typealias Opened = (file: FileWriter, lock: RingFolder.Lock?)

    /// Opens the file or, unless only troubles are recorded, the ring's first one.
    /// - Throws: `TraceFileError` if no file can be written; `DeviceError` if no thread can be started.
    func open(onlyTroubles: Bool) throws -> Opened {
        switch self {
        case .file(let path): (try Self.openFile(path), nil)
        case .ring(let ring): try Self.openRing(ring, onlyTroubles: onlyTroubles)
        }
    }

    private static func openFile(_ path: String) throws -> FileWriter {
        let first = try TraceFile(path: path).takeDescriptor()
        // The reader of a FIFO would take the end of the one file for the end of all.
        guard TraceFile.isRegular(path) else { return try FileWriter(first, path: path, pace: pace) }
        return try FileWriter(first, path: path, pace: pace) { () throws(SystemError) in
            do throws(TraceFileError) {
                return try TraceFile(path: path).takeDescriptor()
            } catch {
                throw SystemError(error.code)
            }
        }
    }

    private static func openRing(_ ring: TraceRing, onlyTroubles: Bool) throws -> Opened {
        let folder = RingFolder(ring: ring)
        let lock = try folder.prepare(removesSurplus: onlyTroubles)
        let first: Int32?
        do throws(SystemError) {
            first = onlyTroubles ? nil : try folder.openNext()
        } catch {
            throw TraceFileError(attempt: "begin a trace in", path: ring.folder, code: error.code)
        }
        return (try writer(first, in: folder), lock)
    }

    private static func writer(_ first: Int32?, in folder: RingFolder) throws(DeviceError) -> FileWriter {
        try FileWriter(first, path: folder.ring.folder, pace: pace) { () throws(SystemError) in try folder.openNext() }
    }

    /// The next file of a ring, opened by its own thread: a slow disk delays nothing else. Nil for a single file.
    func openLater() throws(DeviceError) -> FileWriter? {
        guard case .ring(let ring) = self else { return nil }
        return try Self.writer(nil, in: RingFolder(ring: ring))
    }

    var isRing: Bool { if case .ring = self { true } else { false } }

    /// The limit of what surrounds one trouble, in bytes: more than a minute of samples and frames, but not more than an eighth
    /// of a ring, which holds two of them.
    func longestPart(_ usual: Int) -> Int {
        guard case .ring(let ring) = self else { return usual }
        return min(usual, Int(clamping: ring.size / 8))
    }

    /// True if another file of a ring follows this one. What surrounds trouble stays in one file, unless it is long.
    func isFull(length: Int64, age: TimeSpan, onlyTroubles: Bool) -> Bool {
        guard case .ring(let ring) = self else { return false }
        return length >= ring.fileSize || !onlyTroubles && age >= ring.fileTime
    }
}

/// The reason why a trace ended before its session.
struct TraceEnd: Error, CustomStringConvertible {
    let description: String

    /// The last line of a file that was too slow.
    static var note: [UInt8] {
        var note = JSONLine()
        note.open("{")
        note.text(
            "note", "The trace ends here: the disk, or the reader, was too slow. Inputs after this are not in it.")
        note.close("}")
        note.endLine()
        return note.bytes
    }

    init(path: String, _ failure: FileWriter.Failure?) {
        let remedy = "Check the disk, or the program that reads the trace."
        switch failure {
        case .refused(let error):
            description = TraceFileError(attempt: "write the trace", path: path, code: error.code).description
        case .late: description = "cannot write the end of the trace \(path): it took more than 2 s. \(remedy)"
        case .full, nil:
            description = "cannot write the trace \(path): too many bytes wait to be written. \(remedy)"
        }
    }
}

/// The way of a trace's lines to its file.
final class TracePassage {
    var file: FileWriter
    /// True while lines are dropped, because the file takes none.
    var isPaused = false
    /// True while lines are kept here instead of being passed on.
    var isHeld = false
    var held: [UInt8] = []
    /// The number of bytes that were passed on since this was last set.
    var count: Int64 = 0

    init(_ file: FileWriter) { self.file = file }

    func pass(_ bytes: borrowing [UInt8]) throws(FileWriter.Failure) {
        guard !isHeld else { return held.append(contentsOf: copy bytes) }
        guard !isPaused else { return }
        count += Int64(bytes.count)
        try file.write(bytes)
    }
}
