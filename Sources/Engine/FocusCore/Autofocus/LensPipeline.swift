/// Positions to which a lens is sent before the frames of the earlier ones have come. Each frame is booked to the position that it shows:
/// the one that the driver had told a lag earlier.
///
///     frame            0   1   2   3   4   5         a lens that lags by two frames
///     the driver tells A   B   C   D   D   D         a new position with each frame
///     the frame shows          A   B   C   D
///
/// A position whose frame was lost is left out.
struct LensPipeline: Equatable, Sendable, Snapshotable, SnapshotChecked {
    private struct Mark: Equatable, Sendable, Snapshotable {
        /// The frame's number, counted by the pipeline.
        var frame: Int
        /// The position that the driver told; nil: none.
        var position: Int64?
    }

    private struct Sent: Equatable, Sendable, Snapshotable {
        var position: Int64
        /// Frames from the first one that the driver marks with the position to the first one that shows the lens at rest there.
        var delay: Int
        /// The number of the first frame that may have the position. Earlier ones with the same mark are of an earlier visit.
        var since: Int
    }

    /// The latest frames, the oldest first.
    private var marks = InlineList<12, Mark>()
    /// The positions that no frame has shown yet, the oldest first.
    private var sent = InlineList<6, Sent>()
    private var sequence: UInt32?
    private var frame = 0
    /// True once the lens was sent back, or to the summit: nothing more is sent until all is shown.
    private(set) var hasTurned = false
    /// True when no position may be sent ahead in this search: the camera is slow, or has ignored a write.
    private(set) var isStopped = false

    /// A gap of more frames is a mistake of the driver, or another stream.
    private static let longestGap = 1000
    /// The longest delay, in frames: the marks of no earlier frame are kept.
    private static let longestDelay = 11
    private static let mostFrames = 1 << 30

    var isSound: Bool {
        let frames = 0...Self.mostFrames
        let unsound = sent.first { !Self.canBook(delay: $0.delay) || !frames.contains($0.since) }
        return unsound == nil && frames.contains(frame)
    }

    /// True when no frame is waited for: each position waits for its frame.
    var isEmpty: Bool { sent.isEmpty }

    var isFull: Bool { sent.count >= 6 }

    /// Notes the position that the driver tells for a frame. Each frame is noted.
    mutating func note(_ statistics: FrameStatistics) {
        let gap = sequence.map { Int(Int32(bitPattern: statistics.sequence &- $0)) } ?? 1
        sequence = statistics.sequence
        frame = min(frame + (gap > 0 && gap <= Self.longestGap ? gap : 1), Self.mostFrames)
        if marks.count >= 12 { _ = marks.removeFirst() }
        marks.append(Mark(frame: frame, position: statistics.lens))
    }

    /// True when frames can be booked that show a position so many frames after its first mark.
    static func canBook(delay: Int) -> Bool { (0...longestDelay).contains(delay) }

    /// The lens is sent to a position, which a frame shows after the delay.
    /// - Parameters:
    ///   - isMarked: true when the latest frame has the position already; otherwise the next one does at the earliest.
    ///   - isTurn: true when the lens is sent back.
    mutating func send(to position: Int64, delay: Int, isMarked: Bool = false, isTurn: Bool = false) {
        sent.append(Sent(position: position, delay: delay, since: isMarked ? frame : min(frame + 1, Self.mostFrames)))
        if isTurn { hasTurned = true }
    }

    /// The position that the latest frame shows, if it was sent and not shown before. It and those before it are not waited for any more.
    mutating func shown() -> Int64? {
        for index in 0..<sent.count {
            guard let next = sent[index], frame - next.delay >= next.since,
                told(in: frame - next.delay) == next.position
            else { continue }
            for _ in 0...index { _ = sent.removeFirst() }
            if sent.isEmpty { hasTurned = false }
            return next.position
        }
        return nil
    }

    /// True when a position was sent, and no frame has shown it yet.
    func waits(for position: Int64) -> Bool { sent.first { $0.position == position } != nil }

    /// Calls `body` with each position that no frame has shown yet, in order.
    func forEach(_ body: (Int64) -> Void) { sent.forEach { body($0.position) } }

    /// Nothing is sent ahead any more in this search. What was sent is still shown.
    mutating func stop() { isStopped = true }

    /// The frames cannot be booked: what was sent is not waited for.
    mutating func abandon() {
        isStopped = true
        hasTurned = false
        sent.removeAll()
    }

    /// The position that the driver told for the frame with this number; nil: it told none, or the frame was lost
    /// between two with different positions.
    private func told(in wanted: Int) -> Int64? {
        var older: Mark?
        for index in 0..<marks.count {
            guard let mark = marks[index] else { continue }
            if mark.frame == wanted { return mark.position }
            if mark.frame > wanted { return older.flatMap { $0.position == mark.position ? mark.position : nil } }
            older = mark
        }
        return nil
    }
}
