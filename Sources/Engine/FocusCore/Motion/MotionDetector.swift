/// Tells from acceleration samples when the device is being moved.
///
/// The default rule compares each sample with a slow estimate of gravity, and weighs it by the time that it stands for, so neither the
/// mounting angle nor the sample rate matters:
///
///     gravity   = median of three samples                                         at the start
///     evidence  ← evidence ± dt                                                   + when |sample − gravity| > limit
///     moving    ⇔ evidence ≥ duration
///     gravity   ← gravity + (sample − gravity) · dt / (min(elapsed, τ) + dt)      unless it deviates and is not moving
///
/// The shock of a tap deviates for some 40 ms and leaves too little evidence. A device that is lifted, turned or carried has collected
/// enough after 150 to 200 ms, at any rate from 10 to 400 Hz. A shock must not bend the estimate either: a sample that deviates does not
/// change it until the device counts as moving, and a shock reaches at most one of the three samples of the start.
public struct MotionDetector: Equatable, Sendable, Snapshotable {
    /// Each rule remembers its own of the samples, so that even the rule may change.
    var settings: MotionSettings
    private var gravity = Acceleration(x: 0, y: 0, z: 0)
    /// The time of the restart; nil before the first one.
    private var restarted: Instant?
    /// The samples of the start; their median is the first gravity estimate.
    private var seeds = InlineList<3, Acceleration>()
    /// The time for which the estimate has been fed, up to its time constant; nil before there is an estimate.
    private var elapsed: TimeSpan?
    private var previous = Instant(nanoseconds: 0)
    private var evidence = TimeSpan.zero
    private var articleNext: Instant?

    /// The longest time that a sample stands for: one interval at 10 Hz. A gap between samples is no evidence.
    private static let longestStep = TimeSpan.milliseconds(100)
    /// The time between the samples of the start: longer than the shock of a tap with its ringing, shorter than an interval at 10 Hz.
    private static let seedSpacing = TimeSpan.milliseconds(80)

    public init(settings: MotionSettings) {
        self.settings = settings
    }

    /// Forgets everything. Call it when the sensor has woken up, or a finger has just pushed the device.
    public mutating func restart(at time: Instant) {
        restarted = time
        elapsed = nil
        seeds.removeAll()
        evidence = .zero
        articleNext = nil
    }

    /// Takes a sample in m/s², which must be finite. Returns true while the device is being moved.
    public mutating func handle(_ sample: Acceleration, at time: Instant) -> Bool {
        switch settings.rule {
        case .deviation: deviates(sample, at: time)
        case .article: articleSaysMoving(sample, at: time)
        }
    }

    /// The number that the rule compares with its threshold, for drawings: the deviation from the gravity estimate in m/s², or
    /// |x| + |y| + |z| in g. Nil while the sample counts for nothing: in a shock, and before there is an estimate.
    public func measure(of sample: Acceleration, at time: Instant) -> Double? {
        switch settings.rule {
        case .deviation:
            if let restarted, time.since(restarted) < settings.shockTime { return nil }
            return elapsed == nil ? nil : (sample - gravity).squaredLength.squareRoot()
        case .article: return (abs(sample.x) + abs(sample.y) + abs(sample.z)) / Acceleration.standardGravity
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
        // Evidence is limited to twice the duration. More would only delay the return to rest. A forged snapshot's may wrap.
        let most = min(max(settings.duration.nanoseconds, 0), Int64.max / 2) * 2
        evidence = TimeSpan(nanoseconds: min(max(evidence.nanoseconds &+ change, 0), most))
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
        // Samples near the end of Double's range would give an estimate with which no sample can be compared any more.
        if followed.isFinite { gravity = followed }
        elapsed = min(TimeSpan(nanoseconds: fed.nanoseconds &+ step.nanoseconds), settings.gravityTimeConstant)
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
