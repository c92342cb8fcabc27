import SimulatedDevices

/// A lens that begins to move some frames after a write, and passes no more than its speed in a frame.
struct SlowLens {
    struct Kind {
        /// Frames from the first one that the driver marks with a position to the first one that shows the lens on its way.
        var lag = 0
        /// The longest way between two frames, in the lens's units.
        var speed = Double.infinity
        /// The share of moves that show 1 to 6 frames late.
        var hiccups = 0.0
        /// The positions of the scene for each unit of the lens.
        var unit = 1.0
    }

    private let kind: Kind
    /// The position that was written last.
    private(set) var written: Int64
    private var place: Double
    private var target: Double
    /// Writes that have not moved the lens yet, with the number of the frame that shows them first.
    private var waiting: [(frame: Int, target: Double)] = []
    private var number = 0
    private var random: SplitMix64

    init(_ kind: Kind, at start: Int64, seed: UInt64) {
        self.kind = kind
        written = start
        place = Double(start)
        target = Double(start)
        random = SplitMix64(seed: seed &+ 77)
    }

    mutating func write(_ position: Int64) {
        written = position
        let lateness = random.chance(kind.hiccups) ? random.integer(1...6) : 0
        let frame = max(number + kind.lag + lateness, waiting.last?.frame ?? 0)
        waiting.append((frame, Double(position)))
    }

    /// The place that the next frame shows.
    mutating func next() -> Double {
        while let first = waiting.first, first.frame <= number {
            target = first.target
            waiting.removeFirst()
        }
        place += min(max(target - place, -kind.speed), kind.speed)
        number += 1
        return place
    }
}
