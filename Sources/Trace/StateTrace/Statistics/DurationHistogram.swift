import FocusCore

/// Durations, counted in bounded memory.
///
/// A duration is rounded to the millisecond. Below 512 ms each millisecond has a count of its own; above, a count stands for
/// at most 1/256 of the duration, so a percentile is wrong by 0.2 % at most. The worst duration is exact. There are at most
/// 10,000 different counts, and a file needs few of them.
public struct DurationHistogram: Equatable, Sendable {
    private var counts: [Int: Int] = [:]
    public private(set) var count = 0
    /// The longest duration; zero without durations.
    public private(set) var worst = TimeSpan.zero

    public mutating func add(_ duration: TimeSpan) {
        counts[Self.bucket(of: duration), default: 0] += 1
        count += 1
        worst = max(worst, duration)
    }

    public mutating func add(_ other: DurationHistogram) {
        counts.merge(other.counts, uniquingKeysWith: +)
        count += other.count
        worst = max(worst, other.worst)
    }

    /// The smallest duration that at least this share of the durations does not exceed (nearest rank).
    /// - Parameter share: 0…1; 0.5 for the median.
    public func percentile(_ share: Double) -> TimeSpan {
        let rank = max(1, Int((share * Double(count)).rounded(.up)))
        var seen = 0
        for (bucket, count) in counts.sorted(by: { $0.key < $1.key }) {
            seen += count
            if seen >= rank { return min(Self.middle(of: bucket), worst) }
        }
        return worst
    }

    private static func bucket(of duration: TimeSpan) -> Int {
        let nanoseconds = UInt64(max(duration.nanoseconds, 0))
        let milliseconds = (nanoseconds + 500_000) / 1_000_000
        let width = UInt64.bitWidth - milliseconds.leadingZeroBitCount
        guard width > 9 else { return Int(milliseconds) }
        let shift = width - 9
        return 256 * shift + Int(milliseconds >> shift)
    }

    private static func middle(of bucket: Int) -> TimeSpan {
        guard bucket >= 512 else { return .milliseconds(Int64(bucket)) }
        let shift = bucket / 256 - 1
        let lowest = Int64(bucket - 256 * shift) << shift
        return .milliseconds(lowest + (1 << shift) / 2)
    }
}
