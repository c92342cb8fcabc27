struct FramePace: Equatable {
    /// The least time between two frames, µs. A stream's interval may be a bit shorter than its number: what comes a
    /// quarter of it too early counts as in time, or every second frame would be lost.
    private let leastInterval: Int64
    /// The time of the last frame that was measured, µs; below 0: none was.
    private var last: Int64 = -1

    /// - Parameters:
    ///   - interval: the interval that was asked for, µs.
    ///   - streamInterval: from one frame to the next, µs; 0: unknown.
    init(interval: Int64, streamInterval: Int64) { leastInterval = interval - streamInterval / 4 }

    /// A frame that is older than the last one is due: its clock was set back.
    func isDue(_ captured: Int64) -> Bool {
        guard captured >= 0 else { return false }
        return last < 0 || captured < last || captured - last >= leastInterval
    }

    mutating func measured(_ captured: Int64) { last = captured }
}
