// A move, the frames since it, and their noise.
extension LensSettling {
    /// The latest move of the lens, and the frames since.
    struct Move: Equatable, Sendable, Snapshotable {
        var target: Int64
        /// The length of the move, in the driver's units; 0 when the position is measured again.
        var distance: UInt64 = 0
        /// The length of the move that has brought the lens here.
        var way: UInt64 = 0
        /// The frames that the move needs by what is known; nil: nothing is known.
        var expected: Int?
        /// True when moves of this length have shown `expected`: no sign of an earlier arrival is believed.
        var isSure = false
        /// The number of the first frame that was taken for one at rest.
        var arrival = 0
        var first: UInt32?
        /// Frames since the first one, because some drivers do not number them.
        var seen = 0
        /// Frames that may be missing before the first one.
        var lost = 0
        /// False after a position was written twice: it is unknown then which write the lens followed.
        var isTeaching = true
    }

    /// Frames one after the other that are alike.
    struct Run: Equatable, Sendable, Snapshotable {
        var start = 0
        /// The number of runs since the move, this one included.
        var number = 0
        var length = 0
        var mean = 0.0
        /// The sharpness with which the first run since the move began.
        var firstMean = 0.0
        /// The change of sharpness from the frame before the run to its first frame.
        var jump = 0.0
        var last = 0.0
        var lowest = 0.0
        var highest = 0.0

        /// The jump into a rest is so much higher than all changes after it. A lens on its way slows its changes down little by little.
        private static let clearJump = 9.0

        /// True when the run began with a jump that no lens on its way shows.
        var isRest: Bool { length > 1 && jump >= Self.clearJump * (highest - lowest) }

        /// - Parameter before: the sharpness before the move; nil: unknown.
        mutating func begin(at index: Int, _ sharpness: Double, before: Double?) {
            jump = number > 0 ? abs(sharpness - last) : before.map { abs(sharpness - $0) } ?? 0
            (last, lowest, highest) = (sharpness, sharpness, sharpness)
            start = index
            length = 1
            mean = sharpness
            if number == 0 { firstMean = sharpness }
            number = min(number, 1 << 20) + 1
        }

        mutating func add(_ sharpness: Double) {
            length += 1
            mean += (sharpness - mean) / Double(length)
            (last, lowest, highest) = (sharpness, min(lowest, sharpness), max(highest, sharpness))
        }
    }

    /// The noise of the sharpness from frame to frame.
    struct Noise: Equatable, Sendable, Snapshotable {
        /// The standard deviation; nil: unknown.
        var deviation: Double?
        /// The highest sharpness so far.
        var summit = 0.0
        /// True when enough frames have shown it.
        var isWellKnown = false

        /// The deviation beside the summit up to which the noise is small.
        private static let quiet = 0.05

        /// True when the noise is known to be small beside the sharpness that was seen: small changes are of the lens then.
        var isQuiet: Bool { deviation.map { $0 <= Self.quiet * summit } ?? false }
        /// True when the noise is known to be larger: frames teach nothing about the lens.
        var isNoisy: Bool { deviation.map { !($0 <= Self.quiet * summit) } ?? false }
    }
}
