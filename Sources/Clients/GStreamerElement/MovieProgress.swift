import CGStreamer

/// The frames of a movie so far, and its end.
struct MovieProgress {
    /// Of the first frame, as its buffer has it; nil: there is none yet.
    private(set) var first: GstClockTime?
    /// Of the latest frame, from the first one.
    private var latest: GstClockTime = 0
    /// The number of frames that are missing because the disk or the encoder is too slow.
    private(set) var dropped: UInt64 = 0
    /// A word of Documentation/Photos.md; nil: the movie goes on.
    private(set) var reason: StaticString?
    /// True when the file is complete, or given up.
    var isDone = false

    /// From the first frame to the latest one.
    var seconds: Double { Double(latest) / 1_000_000_000 }

    /// A frame comes.
    /// - Returns: its time in the movie; nil if it is not recorded.
    mutating func next(_ time: GstClockTime, hasRoom: Bool) -> GstClockTime? {
        guard reason == nil, time != tapfocus_no_time else { return nil }
        guard hasRoom else {
            dropped += 1
            return nil
        }
        let begin = first ?? time
        // A time that goes back is of no use to a file.
        guard time >= begin, first == nil || time - begin > latest else { return nil }
        first = begin
        latest = time - begin
        return latest
    }

    /// The movie is to end. The first reason counts.
    /// - Returns: true if this is the first one.
    mutating func end(_ word: StaticString) -> Bool {
        guard reason == nil else { return false }
        reason = word
        return true
    }

    /// The file is not complete, which counts more than the reason for the end.
    mutating func fail(_ word: StaticString) { reason = word }
}
