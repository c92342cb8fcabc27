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
    private let descriptor: Int32
    private var line = JSONLine()
    private var lost = 0

    /// - Parameter descriptor: where lines go; 1 is standard output.
    public init(isJSON: Bool, descriptor: Int32 = 1) {
        self.isJSON = isJSON
        self.descriptor = descriptor
    }

    public func say(_ announcement: Announcement, at time: Instant) {
        if lost > 0 {
            let count = lost
            guard write(.error("\(count) lines were lost: nobody read them in time."), at: time) else {
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

    /// Poll says that a pipe has room for PIPE_BUF bytes, and no line is longer; so this write does not block.
    private func put(_ bytes: [UInt8]) -> Bool {
        var descriptors = [pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)]
        guard poll(&descriptors, 1, 0) == 1, descriptors[0].revents & Int16(POLLOUT) != 0 else { return false }
        return bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) } == bytes.count
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
