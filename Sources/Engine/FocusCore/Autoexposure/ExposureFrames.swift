struct ExposureFrames: Equatable, Sendable, Snapshotable {
    private(set) var count = 0
    /// The number of those that came before the camera had answered to the latest setting.
    private var unanswered = 0
    private var previousSequence: UInt32?
    /// Consecutive frames that the driver exposed with other values than those that were set.
    private var strays = 0

    /// The number of frames that could show the latest setting: a slow camera must not use up the frames of a search.
    var countOfAnswered: Int { count - unanswered }

    /// Takes the next frame; `isHeeded`: the camera has answered to the latest setting.
    /// - Returns: the number of frames since the one before, lost ones included: the sensor has exposed them, too.
    mutating func take(_ sequence: UInt32, isHeeded: Bool) -> Int {
        count += 1
        if !isHeeded { unanswered += 1 }
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
