/// The frames that an exposure control has got.
struct ExposureFrames: Equatable, Sendable, Snapshotable {
    private(set) var count = 0
    private var previousSequence: UInt32?
    /// Consecutive frames that the driver exposed with other values than those that were set.
    private var strays = 0

    /// Takes the next frame.
    /// - Returns: the number of frames since the one before, lost ones included: the sensor has exposed them, too.
    mutating func take(_ sequence: UInt32) -> Int {
        count += 1
        defer { previousSequence = sequence }
        guard let previousSequence else { return 1 }
        let passed = sequence &- previousSequence
        // Numbers that stand still or run backwards are a driver's mistake.
        return passed == 0 || passed > 1 << 16 ? 1 : min(Int(passed), ExposureDelays.most)
    }

    /// The driver exposed the frame with what was set, or what it says is believed.
    mutating func noStray() { strays = 0 }

    /// The driver exposed the frame with another value.
    /// - Returns: true when so many frames in a row say so that they are believed.
    mutating func isStrayBelieved(after most: Int) -> Bool {
        strays += 1
        return strays > most
    }
}
