import FocusCore
import Testing

struct InstantTests {
    private static let edges: [Int64] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]

    @Test("Moments and spans saturate at the ends of their range instead of overflowing")
    func saturates() {
        for left in Self.edges {
            for right in Self.edges {
                let (sum, overflow) = left.addingReportingOverflow(right)
                let expected = overflow ? (right < 0 ? Int64.min : .max) : sum
                #expect(Instant(nanoseconds: left).advanced(by: TimeSpan(nanoseconds: right)).nanoseconds == expected)
                let (difference, isFar) = left.subtractingReportingOverflow(right)
                let span = isFar ? (left < right ? Int64.min : .max) : difference
                #expect(Instant(nanoseconds: left).since(Instant(nanoseconds: right)).nanoseconds == span)
            }
            _ = TimeSpan.milliseconds(left)
        }
        #expect(TimeSpan.milliseconds(.max).nanoseconds == .max)
        #expect(TimeSpan.milliseconds(.min).nanoseconds == .min)
    }

    @Test(
        "Seconds become the nearest nanosecond, and NaN becomes 0",
        arguments: [
            (0, 0), (1.5, 1_500_000_000), (0.0000000014, 1), (0.0000000016, 2), (-2, -2_000_000_000), (.nan, 0),
            (1e300, .max), (-1e300, .min), (.infinity, .max), (9.2e9, .max), (-9.2e9, .min),
        ] as [(Double, Int64)])
    func seconds(_ seconds: Double, _ nanoseconds: Int64) {
        #expect(TimeSpan.seconds(seconds).nanoseconds == nanoseconds)
    }
}
