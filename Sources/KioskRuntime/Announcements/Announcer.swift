import FocusCore
import Foundation
import Glibc
import StateTrace

/// Says announcements on standard output: as JSON for programs, in words for people.
///
/// It never waits for its reader. A pipe that is full costs lines, not the tap of the next person; how many were lost
/// is said when there is room again.
public final class Announcer {
    private let isJSON: Bool
    let descriptor: Int32
    private var line = JSONLine()
    private var lost = 0
    /// The rest of a line that found no room; it goes before everything else.
    private var rest: [UInt8] = []
    /// Whether anything was written yet.
    private(set) var hasWritten = false
    private var hasFailed = false
    /// Called once, with why a line could not be written at all. A reader that is only slow costs lines, and is not told.
    var failed: (OutputError) -> Void = { _ in }

    /// - Parameter descriptor: where lines go; 1 is standard output.
    public init(isJSON: Bool, descriptor: Int32 = 1) {
        self.isJSON = isJSON
        self.descriptor = descriptor
    }

    public func say(_ announcement: Announcement, at time: Instant) {
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
        if !write(announcement, at: time) { lost += 1 }
    }

    private func write(_ announcement: Announcement, at time: Instant) -> Bool {
        line.removeAll()
        if isJSON {
            line.announcement(announcement, at: time)
            return put(line.bytes)
        }
        return put(Array("\(Self.clock())  \(AnnouncementWords.words(for: announcement))\n".utf8))
    }

    /// False: there is no room, and nothing of it was written. Of a line that has begun the rest is kept for later, so
    /// that no line is ever torn.
    private func put(_ bytes: [UInt8]) -> Bool {
        rest.removeFirst(writeWhatFits(rest))
        guard rest.isEmpty else { return false }
        let count = writeWhatFits(bytes)
        guard count > 0 else { return false }
        rest = Array(bytes[count...])
        return true
    }

    /// Poll says that a pipe has room for PIPE_BUF bytes: a write of no more than that does not block.
    private func writeWhatFits(_ bytes: [UInt8]) -> Int {
        var offset = 0
        do throws(OutputError) {
            while offset < bytes.count, try StandardOutput.state(of: descriptor, timeout: 0) == .writable {
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

    /// The time of day: a person compares it with what they did.
    private static func clock() -> String {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        var parts = tm()
        localtime_r(&now.tv_sec, &parts)
        return String(
            format: "%02d:%02d:%02d.%03d", parts.tm_hour, parts.tm_min, parts.tm_sec, now.tv_nsec / 1_000_000)
    }
}
