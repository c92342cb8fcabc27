/// The latest frames of a camera, so that a photo can be the frame of a moment that has passed: a decoder and queues lie between the place
/// where frames come in and the one where a photo is asked for.
public struct FrameRing<Frame> {
    public struct Kept {
        public let frame: Frame
        /// Of the frame, in µs; it grows from frame to frame.
        public let time: Int64
    }

    /// The number of frames that are kept, 1 or more.
    private let capacity: Int
    /// Frames that are no older than this than the newest one are kept, too, in µs.
    public var span: Int64 = 0
    /// With a span: the number of frames that are kept at most.
    private let most = 256
    /// In the order of their times.
    private var kept: [Kept] = []

    /// - Parameter capacity: the number of frames that are kept, 1 or more.
    public init(capacity: Int) { self.capacity = max(capacity, 1) }

    /// A frame has come in. An earlier time than that of the last frame belongs to another stream.
    /// - Returns: the frames that are not needed any more: this one, too, if it is there already.
    public mutating func add(_ frame: Frame, at time: Int64) -> [Frame] {
        var dropped: [Frame] = []
        if let last = kept.last {
            if time == last.time { return [frame] }
            if time < last.time { dropped = removeAll() }
        }
        kept.append(Kept(frame: frame, time: time))
        while let oldest = kept.first, kept.count > capacity, time &- oldest.time > span || kept.count > most {
            dropped.append(kept.removeFirst().frame)
        }
        return dropped
    }

    /// The frames between two times: later than the first one, and not later than the second one. They stay in the ring.
    public func frames(after start: Int64, through end: Int64) -> [Kept] {
        kept.filter { $0.time > start && $0.time <= end }
    }

    /// The time of the newest frame; nil: there is none.
    public var newest: Int64? { kept.last?.time }

    /// The first frame of this time or later; nil: all are earlier. It stays in the ring.
    public func first(from time: Int64) -> Kept? { kept.first { $0.time >= time } }

    /// Forgets all frames.
    /// - Returns: these frames.
    public mutating func removeAll() -> [Frame] {
        let dropped = kept.map { $0.frame }
        kept = []
        return dropped
    }
}
