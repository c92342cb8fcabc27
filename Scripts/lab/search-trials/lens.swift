

/// A camera whose lens arrives some frames after the driver has taken a position, simulated frame by frame.
struct LaggingLens {
    var curve = SharpnessCurve.hyperbola(floor: 0.1)
    var peak = 600.0
    var width = 80.0
    var noise = 0.0
    /// Frames from the first one that the driver marks with a position to the first one exposed there.
    var lag = 0
    /// The longest move of the lens between two frames.
    var speed = Double.infinity
    /// The share of frames that are lost.
    var losses = 0.0
    /// True: the driver takes a written position, and the lens does not move.
    var isStuck = false
    /// True: the driver does not take a written position.
    var ignoresWrites = false
    var random = SplitMix64(seed: 1)
    private(set) var written: [Int64]
    private(set) var place: Double
    private var sequence: UInt32 = 0xffff_fff0

    init(at start: Int64) {
        written = [start]
        place = Double(start)
    }

    mutating func write(_ position: Int64) {
        guard !ignoresWrites else { return }
        written[written.count - 1] = position
    }

    /// The next frame that is not lost.
    mutating func frame() -> FrameStatistics {
        repeat {
            sequence &+= 1
            let told = Double(written[max(written.count - 1 - lag, 0)])
            if !isStuck { place += (told - place).clamped(to: -speed...speed) }
            written.append(written[written.count - 1])
        } while random.chance(losses)
        return FrameStatistics(
            request: 7, sequence: sequence, captured: Instant(nanoseconds: Int64(sequence) * 33_333_333),
            lens: written[written.count - 1],
            sharpness: curve.value(place, peak: peak, width: width) * random.factor(noise: noise), mean: 0.5)
    }

    struct NoEnd: Error {}

    /// Runs a search to its end, which must come within 1000 frames, and returns what it reported.
    mutating func run(_ driver: inout FocusDriver) throws -> FocusSearchReport {
        for _ in 0..<1000 {
            switch driver.look(frame()) {
            case .wait: continue
            case .move(let position): write(position)
            case .finished(let report): return report
            }
        }
        throw NoEnd()
    }
}
