/// Chooses the sharpest of some frames. A frame may come in long before its picture is measured, because a decoder is between them; the
/// two are known to belong together by their time. Frames that nobody measures are given up when later ones were measured.
public struct PhotoChoice<Frame> {
    public struct Candidate {
        public let frame: Frame
        /// The same for a frame and for its decoded picture; it grows from frame to frame.
        public let time: UInt64
        /// Nil: it was not measured.
        public fileprivate(set) var sharpness: Double?
    }

    /// The number of frames of which the sharpest is taken, 1 or more.
    private let wanted: Int
    /// Those that are not measured yet, in the order of their times.
    private var waiting: [Candidate] = []
    private var best: Candidate?
    private var measured = 0

    public init(of wanted: Int) { self.wanted = max(wanted, 1) }

    /// A frame may become the photo.
    public mutating func add(_ frame: Frame, at time: UInt64) {
        waiting.append(Candidate(frame: frame, time: time, sharpness: nil))
    }

    /// True if the picture of this time is to be measured.
    public func awaits(_ time: UInt64) -> Bool { waiting.contains { $0.time == time } }

    /// The picture of a frame was measured.
    /// - Returns: the frames that are not needed any more.
    public mutating func measure(_ time: UInt64, _ sharpness: Double) -> [Frame] {
        guard let index = waiting.firstIndex(where: { $0.time == time }) else { return [] }
        var candidate = waiting[index]
        candidate.sharpness = sharpness
        measured += 1
        // The pictures of those before it were dropped on their way.
        var dropped = waiting[..<index].map { $0.frame }
        waiting.removeSubrange(...index)
        if let best, let known = best.sharpness, known >= sharpness {
            dropped.append(candidate.frame)
        } else {
            if let best { dropped.append(best.frame) }
            best = candidate
        }
        return dropped
    }

    /// The sharpest, once enough frames were measured; the first, if many have come in and none was measured. It is taken out.
    public mutating func take() -> Candidate? {
        if measured >= wanted, let sharpest = best {
            best = nil
            return sharpest
        }
        guard waiting.count >= 3 * wanted else { return nil }
        if let sharpest = best {
            best = nil
            return sharpest
        }
        return waiting.removeFirst()
    }

    /// Forgets everything.
    /// - Returns: the frames that are not needed any more.
    public mutating func removeAll() -> [Frame] {
        var dropped = waiting.map { $0.frame }
        if let best { dropped.append(best.frame) }
        self = PhotoChoice(of: wanted)
        return dropped
    }
}
