/// Acceleration samples in, "it is being moved" out.
///
/// The default rule compares each sample with a slow estimate of gravity, so the angle at which a device is mounted does
/// not matter, and it weighs each sample by the time that it stands for, so the sample rate does not either:
///
///     gravity   = median of three samples                                         to begin with
///     evidence  ← evidence ± dt                                                   + when |sample − gravity| > limit
///     moving    ⇔ evidence ≥ duration
///     gravity   ← gravity + (sample − gravity) · dt / (min(elapsed, τ) + dt)      unless it deviates and is not moving
///
/// The shock of a tap deviates for some 40 ms and leaves too little evidence; a device that is lifted, turned or carried
/// has collected enough after 150 to 200 ms at any rate from 10 to 400 Hz. A shock must not bend the estimate either, or
/// the rest after it would deviate: so what deviates is no part of gravity until it has turned out to be motion, and the
/// three samples to begin with are so far apart that a shock reaches one of them at most.
public struct MotionDetector: Equatable, Sendable {
    private let settings: MotionSettings
    private var gravity = Acceleration(x: 0, y: 0, z: 0)
    /// The moment of restart; nil before the first sample after it.
    private var restarted: Instant?
    /// The first samples, of which gravity becomes the median.
    private var seeds = InlineList<3, Acceleration>()
    /// How long the gravity estimate has been fed; nil before there is one.
    private var elapsed: TimeSpan?
    private var previous = Instant(nanoseconds: 0)
    private var evidence = TimeSpan.zero
    private var articleNext: Instant?

    /// A sample stands for no more than this: one interval at 10 Hz. A gap in the samples is no evidence.
    private static let longestStep = TimeSpan.milliseconds(100)
    /// Between the samples to begin with: longer than the shock of a tap with its ringing, shorter than an interval at
    /// 10 Hz.
    private static let seedSpacing = TimeSpan.milliseconds(80)

    public init(settings: MotionSettings) {
        self.settings = settings
    }

    /// Forgets everything: the sensor has woken up, or a finger has just pushed the device.
    public mutating func restart(at time: Instant) {
        restarted = time
        elapsed = nil
        seeds.removeAll()
        evidence = .zero
        articleNext = nil
    }

    /// Takes a sample in m/s², which must be finite. True: the device is being moved.
    public mutating func handle(_ sample: Acceleration, at time: Instant) -> Bool {
        switch settings.rule {
        case .deviation: deviates(sample, at: time)
        case .article: articleSaysMoving(sample, at: time)
        }
    }

    private mutating func deviates(_ sample: Acceleration, at time: Instant) -> Bool {
        if let restarted, time.since(restarted) < settings.shockTime { return false }
        guard let fed = elapsed else {
            begin(with: sample, at: time)
            return false
        }
        let step = min(max(time.since(previous), .zero), Self.longestStep)
        previous = max(previous, time)
        let deviation = sample - gravity
        let isDeviating = deviation.squaredLength > settings.deviation * settings.deviation
        let change = isDeviating ? step.nanoseconds : -step.nanoseconds
        // Twice the duration is as sure as it gets; more would only make rest harder to recognise.
        let most = min(max(settings.duration.nanoseconds, 0), Int64.max / 2) * 2
        evidence = TimeSpan(nanoseconds: min(max(evidence.nanoseconds + change, 0), most))
        let isMoving = evidence >= settings.duration
        if !isDeviating || isMoving { follow(deviation, for: step, fed: fed) }
        return isMoving
    }

    private mutating func begin(with sample: Acceleration, at time: Instant) {
        if !seeds.isEmpty, time.since(previous) < Self.seedSpacing { return }
        seeds.append(sample)
        previous = time
        guard let first = seeds[0], let second = seeds[1], let third = seeds[2] else { return }
        gravity = Acceleration(
            x: Self.median(first.x, second.x, third.x), y: Self.median(first.y, second.y, third.y),
            z: Self.median(first.z, second.z, third.z))
        elapsed = TimeSpan(nanoseconds: Self.seedSpacing.nanoseconds * 2)
    }

    private mutating func follow(_ deviation: Acceleration, for step: TimeSpan, fed: TimeSpan) {
        guard step > .zero else { return }
        let weight = step.seconds / (min(fed, settings.gravityTimeConstant).seconds + step.seconds)
        let followed = gravity + deviation * weight
        // Samples near the end of Double's range would leave an estimate that no sample can be compared with any more.
        if followed.isFinite { gravity = followed }
        elapsed = min(TimeSpan(nanoseconds: fed.nanoseconds + step.nanoseconds), settings.gravityTimeConstant)
    }

    private static func median(_ a: Double, _ b: Double, _ c: Double) -> Double {
        max(min(a, b), min(max(a, b), c))
    }

    private mutating func articleSaysMoving(_ sample: Acceleration, at time: Instant) -> Bool {
        if let next = articleNext, time < next { return false }
        articleNext = time.advanced(by: settings.articleInterval)
        let sum = abs(sample.x) + abs(sample.y) + abs(sample.z)
        return sum > settings.articleThreshold * Acceleration.standardGravity
    }
}
