import Testing

@testable import FocusCore

/// When a stream that has failed is asked for again, and what is reported.
struct StreamFailuresTests {
    private static func delays(_ failures: inout StreamFailures, _ count: Int) -> [Int64] {
        (0..<count).map { _ in failures.nextDelay().nanoseconds / 1_000_000 }
    }

    @Test("A stream is asked for after half a second, then less and less often, down to every 32 s")
    func delays() {
        var failures = StreamFailures()
        let delays = Self.delays(&failures, 9)
        #expect(delays == [500, 1000, 2000, 4000, 8000, 16_000, 32_000, 32_000, 32_000])
    }

    @Test("Frames for something else, or a healthy stream, begin the waiting anew")
    func anew() {
        for forget in [{ $0.useChanged() }, { $0.streamIsHealthy() }] as [(inout StreamFailures) -> Void] {
            var failures = StreamFailures()
            _ = Self.delays(&failures, 4)
            forget(&failures)
            let delays = Self.delays(&failures, 2)
            #expect(delays == [500, 1000])
        }
    }

    @Test("A failure is reported once until a stream is healthy, and once more at each tap")
    func reports() {
        var failures = StreamFailures()
        func reported(_ areForTap: [Bool]) -> [Bool] { areForTap.map { failures.report(isForTap: $0) } }
        let first = reported([false, false, true, true, false])
        #expect(first == [true, false, true, false, false])
        failures.tapBegan()
        let next = reported([true, false])
        #expect(next == [true, false])
        failures.useChanged()
        let other = reported([false])
        #expect(other == [false])
        failures.streamIsHealthy()
        let healthy = reported([false])
        #expect(healthy == [true])
    }
}
