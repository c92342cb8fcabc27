import FocusCore
import Testing

/// The article's rule as it was published: |x| + |y| + |z| > 1.5 g, sampled ten times a second.
struct ArticleRuleTests {
    private static let g = Acceleration.standardGravity

    @Test(
        "The article's rule reports motion above a sum of 1.5 g, and only then",
        arguments: [
            (0, 0, 1, false), (0, 0, -1, false), (0.5, 0.5, 0.5, false), (0.51, -0.5, 0.5, true), (-1, 0.2, 0.2, false),
            (-1, 0.3, -0.3, true), (0.577, 0.577, 0.577, true), (0, 1.49, 0, false), (0, -1.51, 0, true),
        ] as [(Double, Double, Double, Bool)])
    func threshold(_ x: Double, _ y: Double, _ z: Double, _ expected: Bool) {
        var detector = MotionDetector(settings: MotionSettings().with { $0.rule = .article })
        let sample = Acceleration(x: x, y: y, z: z) * (Self.g * (1 - 1e-12))
        let isMoving = detector.handle(sample, at: Instant(nanoseconds: 0))
        #expect(isMoving == expected)
    }

    @Test("The article's rule uses ten samples a second, at any rate of the sensor")
    func tenTimesASecond() {
        let strong = Acceleration(x: 0, y: 0, z: 2 * Self.g)
        for rate in [10, 20, 50, 100, 200, 400] as [Int64] {
            var detector = MotionDetector(settings: MotionSettings().with { $0.rule = .article })
            var looks = 0
            for tick in 0..<(rate * 2) {
                if detector.handle(strong, at: Instant(nanoseconds: tick * 1_000_000_000 / rate)) { looks += 1 }
            }
            #expect(looks == 20, "\(rate) Hz")
        }
    }

    @Test("After a restart the article's rule uses the next sample at once")
    func restart() {
        let strong = Acceleration(x: 0, y: 0, z: 2 * Self.g)
        var detector = MotionDetector(settings: MotionSettings().with { $0.rule = .article })
        let first = detector.handle(strong, at: Instant(nanoseconds: 0))
        let tooSoon = detector.handle(strong, at: Instant(nanoseconds: 50_000_000))
        detector.restart(at: Instant(nanoseconds: 51_000_000))
        let anew = detector.handle(strong, at: Instant(nanoseconds: 52_000_000))
        #expect([first, tooSoon, anew] == [true, false, true])
    }
}
