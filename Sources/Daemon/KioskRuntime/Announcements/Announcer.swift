import FocusCore
import Glibc
import StateTrace

/// Prints announcements on standard output: as JSON for programs, in words for people.
///
/// It never waits for its reader. A full pipe costs lines; their number is printed when there is room again.
public final class Announcer {
    private let isJSON: Bool
    let descriptor: Int32
    var log: AnnouncementLog
    private let isForJournal: Bool
    /// The journal's own socket, which takes fields; nil: lines are printed.
    private let journal: DatagramSocket?
    /// The name of the connected camera, for the journal.
    private var camera: String?
    private var overtakenTaps = OvertakenTaps()
    private var lost = 0
    /// The rest of a line that did not fit; it is written before everything else.
    private var rest: [UInt8] = []
    private(set) var hasWritten = false
    private var hasFailed = false
    /// Called once, with the error, if a line could not be written. A slow reader only costs lines, and does not count.
    var failed: (OutputError) -> Void = { _ in }

    /// - Parameters:
    ///   - descriptor: the file to print to; 1 is standard output.
    ///   - journalStream: `$JOURNAL_STREAM`; if the file is that stream, lines in words begin with their priority.
    ///   - journalSocket: if the file is that stream, lines go to this socket of the journal, with fields.
    public init(
        isJSON: Bool, descriptor: Int32 = 1, log: AnnouncementLog = .writes, journalStream: String? = nil,
        journalSocket: String? = nil
    ) {
        (self.isJSON, self.descriptor, self.log) = (isJSON, descriptor, log)
        isForJournal = !isJSON && StandardOutput.isJournal(descriptor, stream: journalStream)
        journal = isForJournal ? journalSocket.flatMap { DatagramSocket($0) } : nil
    }

    public func say(_ announcement: Announcement, at time: Instant) {
        guard AnnouncementLog(of: announcement) <= log else { return }
        // A program waits for what becomes of each of its taps; a person reads the log.
        let isShown = isJSON || overtakenTaps.add(announcement, at: time)
        if let count = overtakenTaps.takeCount(at: time) { tellOvertaken(count, at: time) }
        if isShown { writeLine(at: time) { write(announcement, at: time) } }
    }

    /// Prints a line for a person only.
    func tell(_ words: String, at time: Instant) {
        guard !isJSON, AnnouncementLog.taps <= log else { return }
        writeLine(at: time) { put(words, AnnouncementLog.taps) }
    }

    /// Prints what waits for a later line, because no later line comes.
    func finish(at time: Instant) {
        if let count = overtakenTaps.takeRest() { tellOvertaken(count, at: time) }
    }

    private func tellOvertaken(_ count: Int, at time: Instant) {
        writeLine(at: time) { put(AnnouncementWords.words(forOvertakenTaps: count), AnnouncementLog.taps) }
    }

    /// Writes a line, after the number of those that were lost before it.
    /// - Parameter body: returns false if there is no room for the line.
    private func writeLine(at time: Instant, _ body: () -> Bool) {
        if lost > 0 {
            let count = lost
            let words = count == 1 ? "1 line was lost: nobody read it" : "\(count) lines were lost: nobody read them"
            let failure =
                "\(count) \(count == 1 ? "line was" : "lines were") lost: standard output could not be written."
            guard write(.error(hasFailed ? failure : "\(words) in time."), at: time) else {
                lost += 1
                return
            }
            lost = 0
        }
        if !body() { lost += 1 }
    }

    private func write(_ announcement: Announcement, at time: Instant) -> Bool {
        if isJSON { return put(announcement.line(at: time)) }
        if case .device(let news) = announcement, news.kind == .camera {
            camera = news.change == .arrived ? news.name : nil
        }
        let log = AnnouncementLog(of: announcement)
        if let journal, journal.send(JournalLine(announcement, log, camera: camera).datagram) {
            hasWritten = true
            return true
        }
        return put(AnnouncementWords.words(for: announcement), AnnouncementLog(of: announcement))
    }

    private func put(_ words: String, _ log: AnnouncementLog) -> Bool {
        // The journal has the time of each line.
        let beginning = isForJournal ? log.journalPrefix : "\(Self.clock())  "
        return put(Array("\(beginning)\(words)\n".utf8))
    }

    /// Returns false if nothing could be written. The rest of a line that was begun is kept: no line is ever torn.
    private func put(_ bytes: [UInt8]) -> Bool {
        rest.removeFirst(writeWhatFits(rest))
        guard rest.isEmpty else { return false }
        let count = writeWhatFits(bytes)
        guard count > 0 else { return false }
        rest = Array(bytes[count...])
        return true
    }

    /// Poll reports a pipe as writable if it has room for PIPE_BUF bytes: a write of no more than that does not block.
    private func writeWhatFits(_ bytes: [UInt8]) -> Int {
        var offset = 0
        do throws(OutputError) {
            while offset < bytes.count, try StandardOutput.isWritable(descriptor, timeout: 0) {
                let count = try StandardOutput.writeOnce(bytes[offset...].prefix(Int(PIPE_BUF)), to: descriptor)
                guard count > 0 else { break }
                hasWritten = true
                offset += count
            }
        } catch {
            if !hasFailed {
                hasFailed = true
                failed(error)
            }
        }
        return offset
    }

    /// The time of day, which a person can compare with their own actions.
    private static func clock() -> String {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        var parts = tm()
        localtime_r(&now.tv_sec, &parts)
        return String(
            printf: "%02d:%02d:%02d.%03d", parts.tm_hour, parts.tm_min, parts.tm_sec, now.tv_nsec / 1_000_000)
    }
}
