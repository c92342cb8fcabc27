/// Acceleration samples in, "it is being moved" out.
///
/// The default rule compares each sample with a slow estimate of gravity, so the angle at which a device is mounted does
/// not matter, and it weighs each sample by the time that it stands for, so the sample rate does not either:
///
///     gravity   ← gravity + (sample − gravity) · dt / (min(elapsed, τ) + dt)      a mean at first, then a low-pass
///     evidence  ← evidence ± dt                                                   + when |sample − gravity| > limit
///     moving    ⇔ evidence ≥ duration
///
/// The shock of a tap deviates for some 40 ms and leaves too little evidence; a device that is lifted, turned or carried
/// has collected enough after 150 to 200 ms at any rate from 10 to 400 Hz.
public struct MotionDetector: Equatable, Sendable {
    private let settings: MotionSettings
    private var gravity = Acceleration(x: 0, y: 0, z: 0)
    /// The moment of restart; nil before the first sample after it.
    private var restarted: Instant?
    /// How long the gravity estimate has been fed; nil before its first sample.
    private var elapsed: Span?
    private var previous = Instant(nanoseconds: 0)
    private var evidence = Span.zero
    private var articleNext: Instant?

    /// A sample stands for no more than this: one interval at 10 Hz. A gap in the samples is no evidence.
    private static let longestStep = Span.milliseconds(100)

    public init(settings: MotionSettings) {
        self.settings = settings
    }

    /// Forgets everything: the sensor has woken up, or a finger has just pushed the device.
    public mutating func restart(at time: Instant) {
        restarted = time
        elapsed = nil
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
            gravity = sample
            elapsed = .zero
            previous = time
            return false
        }
        let step = min(max(time.since(previous), .zero), Self.longestStep)
        previous = max(previous, time)
        let deviation = sample - gravity
        if step > .zero {
            let weight = step.seconds / (min(fed, settings.gravityTimeConstant).seconds + step.seconds)
            gravity = gravity + deviation * weight
            elapsed = min(Span(nanoseconds: fed.nanoseconds + step.nanoseconds), settings.gravityTimeConstant)
        }
        let isDeviating = deviation.squaredLength > settings.deviation * settings.deviation
        let change = isDeviating ? step.nanoseconds : -step.nanoseconds
        // Twice the duration is as sure as it gets; more would only make rest harder to recognise.
        let most = min(settings.duration.nanoseconds, Int64.max / 2) * 2
        evidence = Span(nanoseconds: min(max(evidence.nanoseconds + change, 0), max(most, 0)))
        return evidence >= settings.duration
    }

    private mutating func articleSaysMoving(_ sample: Acceleration, at time: Instant) -> Bool {
        if let next = articleNext, time < next { return false }
        articleNext = time.advanced(by: settings.articleInterval)
        let sum = abs(sample.x) + abs(sample.y) + abs(sample.z)
        return sum > settings.articleThreshold * Acceleration.standardGravity
    }
}
