import FocusCore
import SimulatedDevices
import Testing

/// Rest, taps and motion, at all rates and mounting angles.
struct MotionDetectorTests {
    static let rates: [Double] = [10, 12.5, 15, 20, 25, 33, 50, 62.5, 100, 125, 200, 250, 400]

    @Test("A device at rest never moves, at any mounting angle, rate and usual noise", arguments: rates)
    func restIsRest(_ rate: Double) {
        var orientations = 0
        for seed in 0..<800 as Range<UInt64> {
            var stream = MotionStream(seed: seed &+ UInt64(rate * 1000), rate: rate)
            stream.noise = [0.0, 0.02, 0.08, 0.15][Int(seed % 4)]
            var detector = MotionDetector(settings: MotionSettings())
            let moved = stream.firstMotion(&detector, seconds: 2.5) { _ in MotionStream.still }
            #expect(moved == nil, "seed \(seed), rate \(rate), gravity \(stream.gravity)")
            orientations += 1
        }
        #expect(orientations == 800)
    }

    @Test("The article's rule errs at rest on a share of the orientations at which the default rule never does")
    func articleErrs() {
        var random = SplitMix64(seed: 20_150)
        let orientations = 5000
        var wrong = 0
        var wrongByDefault = 0
        for _ in 0..<orientations {
            let gravity = MotionStream.direction(&random) * Acceleration.standardGravity
            var article = MotionDetector(settings: MotionSettings().with { $0.rule = .article })
            var deviation = MotionDetector(settings: MotionSettings())
            var articleMoved = false
            var deviationMoved = false
            for tick in 0..<20 as Range<Int64> {
                let time = Instant(nanoseconds: tick * 100_000_000)
                if article.handle(gravity, at: time) { articleMoved = true }
                if deviation.handle(gravity, at: time) { deviationMoved = true }
            }
            if articleMoved { wrong += 1 }
            if deviationMoved { wrongByDefault += 1 }
        }
        let share = (Double(wrong) / Double(orientations) * 1000).rounded() / 10
        print("at rest, of \(orientations) orientations: article wrong in \(share) %, deviation in \(wrongByDefault)")
        #expect(wrongByDefault == 0)
        #expect(share > 40 && share < 70, "the share of the sphere on which |x|+|y|+|z| > 1.5 is about 0.55")
    }

    @Test("The shock of a tap is no motion, in any direction, at any phase, even after wake-up", arguments: rates)
    func tapShockIsNoMotion(_ rate: Double) {
        for seed in 0..<400 as Range<UInt64> {
            var stream = MotionStream(seed: seed &* 31 &+ UInt64(rate * 1000), rate: rate)
            stream.noise = 0.05
            let start = seed % 2 == 0 ? stream.random.number(0...1.0) : stream.random.number(1.0...2.0)
            let shock = TapShock(
                direction: MotionStream.direction(&stream.random), strength: stream.random.number(2...8), start: start,
                frequency: stream.random.number(20...60))
            var detector = MotionDetector(settings: MotionSettings())
            let moved = stream.firstMotion(&detector, seconds: 2.6) { shock.acceleration(at: $0) }
            #expect(moved == nil, "seed \(seed), rate \(rate), shock \(shock)")
        }
    }

    @Test("The shock of a tap is no motion at rates between the usual ones either")
    func tapShockAtAnyRate() {
        for seed in 1000..<4000 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let rate = random.chance(0.7) ? random.number(10...40) : random.number(40...400)
            var stream = MotionStream(seed: seed, rate: rate)
            let shock = TapShock(
                direction: MotionStream.direction(&random), strength: random.number(2...8),
                start: random.number(0...1.5), frequency: random.number(20...60))
            var detector = MotionDetector(settings: MotionSettings())
            let moved = stream.firstMotion(&detector, seconds: 2.2) { shock.acceleration(at: $0) }
            #expect(moved == nil, "seed \(seed), rate \(rate), shock \(shock)")
        }
    }

    @Test("Two taps in quick succession are no motion either", arguments: rates)
    func doubleTapIsNoMotion(_ rate: Double) {
        for seed in 0..<120 as Range<UInt64> {
            var stream = MotionStream(seed: seed &* 77 &+ UInt64(rate * 1000), rate: rate)
            let first = TapShock(
                direction: MotionStream.direction(&stream.random), strength: stream.random.number(2...8),
                start: stream.random.number(0...1.5), frequency: 30)
            var second = first
            second.start = first.start + stream.random.number(0.3...0.6)
            var detector = MotionDetector(settings: MotionSettings())
            let moved = stream.firstMotion(&detector, seconds: 3) {
                first.acceleration(at: $0) + second.acceleration(at: $0)
            }
            #expect(moved == nil, "seed \(seed), rate \(rate), shocks \(first) \(second)")
        }
    }

    @Test("A tilt, a lift and a carry are seen within 0.6 s at every rate, and the rate hardly matters")
    func motionIsSeenAtEveryRate() {
        var means: [Double] = []
        for rate in Self.rates {
            var sum = 0.0
            var count = 0.0
            for seed in 0..<12 as Range<UInt64> {
                for kind in Movement.allCases {
                    var stream = MotionStream(seed: seed, rate: rate)
                    let movement = RandomMovement(kind, start: 2, gravity: stream.gravity, &stream.random)
                    var detector = MotionDetector(settings: MotionSettings())
                    let seen = stream.firstMotion(&detector, seconds: 4) { movement.acceleration(at: $0) }
                    guard let seen else {
                        Issue.record("seed \(seed), rate \(rate), \(kind) was not seen")
                        continue
                    }
                    #expect(seen >= 2, "seed \(seed), rate \(rate), \(kind)")
                    #expect(seen <= 2.6, "seed \(seed), rate \(rate), \(kind)")
                    sum += seen - 2
                    count += 1
                }
            }
            means.append(sum / count)
        }
        let spread = (means.max() ?? 0) - (means.min() ?? 0)
        print("motion is seen after (s): \(zip(Self.rates, means).map { "\($0) Hz: \(($1 * 1000).rounded() / 1000)" })")
        #expect(spread < 0.1, "\(means)")
    }

    @Test("A slow tilt of 1.5° a second is seen, because the gravity estimate is slower still")
    func slowTiltIsSeen() {
        var detector = MotionDetector(settings: MotionSettings())
        var seen: Double?
        for tick in 0..<1500 as Range<Int64> where seen == nil {
            let seconds = Double(tick) / 50
            let angle = max(0, seconds - 2) * 1.5 * 0.017453
            let sine = angle - angle * angle * angle / 6
            let cosine = 1 - angle * angle / 2 + angle * angle * angle * angle / 24
            let sample = Acceleration(x: sine, y: 0, z: cosine) * Acceleration.standardGravity
            if detector.handle(sample, at: Instant(nanoseconds: tick * 20_000_000)) { seen = seconds }
        }
        #expect(seen.map { $0 > 5 && $0 < 20 } ?? false, "\(String(describing: seen))")
    }

    @Test("Samples at the end of Double's range neither trap nor spoil later ones")
    func enormousSamples() {
        let rest = Acceleration(x: 0, y: 0, z: 9.8)
        for enormous in [1e300, -1e300, Double.greatestFiniteMagnitude, -Double.greatestFiniteMagnitude] {
            var detector = MotionDetector(settings: MotionSettings())
            detector.restart(at: Instant(nanoseconds: 0))
            var last = false
            for tick in 0..<400 as Range<Int64> {
                let isBad = tick == 100 || tick == 103
                let sample = isBad ? Acceleration(x: enormous, y: -enormous, z: enormous) : rest
                last = detector.handle(sample, at: Instant(nanoseconds: tick * 10_000_000))
                #expect(!last, "\(enormous) at \(tick)")
            }
        }
    }

    /// The detector's answers to samples that deviate from gravity along its axis, in m/s², at fifty a second.
    private static func answers(_ settings: MotionSettings = MotionSettings(), to deviations: [Double]) -> [Bool] {
        var detector = MotionDetector(settings: settings)
        return deviations.enumerated().map { index, deviation in
            let sample = Acceleration(x: 0, y: 0, z: Acceleration.standardGravity + deviation)
            return detector.handle(sample, at: Instant(nanoseconds: Int64(index) * 20_000_000))
        }
    }

    @Test("A poor first estimate of gravity is corrected within a second: a weak push after it is no motion")
    func poorBeginning() {
        let beginning = [Double](repeating: 0.9, count: 9)
        let rest = [Double](repeating: 0, count: 50)
        let push = [Double](repeating: -0.6, count: 25)
        #expect(!Self.answers(to: beginning + rest + push).contains(true))
        #expect(Self.answers(to: beginning + push).contains(true), "before that it is one")
    }

    @Test("However long a device was shaken, half a second later it is at rest")
    func restAfterMotion() throws {
        let shake = (0..<500).map { $0 / 10 % 2 == 0 ? 6.0 : -6 }
        let answers = Self.answers(to: [Double](repeating: 0, count: 50) + shake + [Double](repeating: 0, count: 50))
        #expect(answers[540...549].contains(true))
        #expect(!answers.suffix(25).contains(true))
    }

    @Test(
        "A duration of 0 or less makes each sample motion, once gravity is known", arguments: [0, -1, .min] as [Int64])
    func noDuration(_ nanoseconds: Int64) {
        let settings = MotionSettings().with { $0.duration = TimeSpan(nanoseconds: nanoseconds) }
        #expect(!Self.answers(settings, to: [Double](repeating: 0, count: 50)).suffix(40).contains(false))
    }

    @Test("Times that stand still or run backwards, and absurd settings, do not trap")
    func absurdTimesAndSettings() {
        let spans = [Int64.min, -1, 0, 1, 1_000_000_000, .max]
        var random = SplitMix64(seed: 5)
        for duration in spans {
            for constant in spans {
                for shock in spans {
                    let settings = MotionSettings().with {
                        $0.deviation = 1
                        $0.duration = TimeSpan(nanoseconds: duration)
                        $0.gravityTimeConstant = TimeSpan(nanoseconds: constant)
                        $0.shockTime = TimeSpan(nanoseconds: shock)
                    }
                    var detector = MotionDetector(settings: settings)
                    for time in [0, 10, 5, .min, .max, 0, 1 << 40, 1 << 41, 1 << 42, .max, .min] as [Int64] {
                        let sample = Acceleration(x: random.noise(5), y: random.noise(5), z: random.noise(5))
                        _ = detector.handle(sample, at: Instant(nanoseconds: time))
                        if time == 5 { detector.restart(at: Instant(nanoseconds: time)) }
                    }
                }
            }
        }
    }

    @Test("Motion that continues while the sensor wakes up is seen within 0.8 s", arguments: rates)
    func motionDuringWakeUp(_ rate: Double) {
        for seed in 0..<20 as Range<UInt64> {
            var stream = MotionStream(seed: seed, rate: rate)
            let movement = RandomMovement(.carry, start: 0, gravity: stream.gravity, &stream.random)
            var detector = MotionDetector(settings: MotionSettings())
            let seen = stream.firstMotion(&detector, seconds: 3) { movement.acceleration(at: $0) }
            #expect(seen.map { $0 <= 1.5 } ?? false, "seed \(seed), rate \(rate): \(String(describing: seen))")
        }
    }

    @Test("A restart forgets gravity: a device at rest at another angle does not move")
    func gravityIsForgotten() {
        var detector = MotionDetector(settings: MotionSettings())
        for tick in 0..<100 as Range<Int64> {
            let upright = Acceleration(x: 0, y: 0, z: 9.8)
            _ = detector.handle(upright, at: Instant(nanoseconds: tick * 20_000_000))
        }
        detector.restart(at: Instant(nanoseconds: 2_000_000_000))
        for tick in 100..<300 as Range<Int64> {
            let lying = Acceleration(x: 9.8, y: 0, z: 0)
            let isMoving = detector.handle(lying, at: Instant(nanoseconds: tick * 20_000_000))
            #expect(!isMoving, "tick \(tick)")
        }
    }

    @Test("A sample at the very end of the shock counts")
    func endOfShock() {
        let settings = MotionSettings()
        var detector = MotionDetector(settings: settings)
        detector.restart(at: Instant(nanoseconds: 0))
        func moves(_ milliseconds: Int64, _ x: Double) -> Bool {
            let time = Instant(nanoseconds: settings.shockTime.nanoseconds + milliseconds * 1_000_000)
            return detector.handle(Acceleration(x: x, y: 0, z: 9.8), at: time)
        }
        // Three samples make gravity. Then two samples that deviate are enough.
        let answers = [moves(0, 0), moves(80, 0), moves(160, 0), moves(260, 9), moves(360, 9)]
        #expect(answers == [false, false, false, false, true])
    }
}

enum Movement: CaseIterable {
    /// Turned by 60° a second, and left there.
    case tilt
    /// Lifted: 3 m/s² up for 0.3 s, the same down.
    case lift
    /// Walked with: 3 m/s² at two steps a second, in changing directions.
    case carry
}

/// One way of moving a device.
struct RandomMovement {
    private let kind: Movement
    private let start: Double
    private let gravity: Acceleration
    private let axis: Acceleration

    init(_ kind: Movement, start: Double, gravity: Acceleration, _ random: inout SplitMix64) {
        self.kind = kind
        self.start = start
        self.gravity = gravity
        axis = MotionStream.direction(&random)
    }

    func acceleration(at time: Double) -> Acceleration {
        let since = time - start
        guard since >= 0 else { return MotionStream.still }
        switch kind {
        case .tilt: return tilted(by: min(since, 1)) - gravity
        case .lift: return gravity * (since < 0.3 ? 0.306 : since < 0.6 ? -0.306 : 0)
        case .carry: return axis * ((since * 2).truncatingRemainder(dividingBy: 1) < 0.5 ? 3 : -3)
        }
    }

    /// Gravity, tilting towards an axis at a right angle to it, at about 60° a second.
    private func tilted(by seconds: Double) -> Acceleration {
        let across = axis.x * gravity.x + axis.y * gravity.y + axis.z * gravity.z
        let side = axis - gravity * (across / gravity.squaredLength)
        let length = side.squaredLength.squareRoot()
        guard length > 0.01 else { return gravity * 0.5 }
        let angle = seconds * 1.05
        let cosine = 1 - angle * angle / 2
        let sine = max(0, 1 - cosine * cosine).squareRoot()
        let full = Acceleration.standardGravity
        return gravity * cosine + side * (sine * full / length)
    }
}
