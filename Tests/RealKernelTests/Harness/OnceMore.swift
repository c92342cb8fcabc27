import Synchronization
import Testing

/// Repeats a failed test once, but only if the machine has measurably stalled meanwhile. It prints a line about it, and
/// the first failure stays in the report as a known issue. A test that fails without a stall, or twice, has failed.
struct OnceMore: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        Heartbeat.begin()
        let start = Clock.now
        let stoodStill = Mutex(false)
        try await withKnownIssue("the machine stood still meanwhile", isIntermittent: true) {
            try await function()
        } matching: { _ in
            let isExcused = Heartbeat.longestPause(since: start) > Heartbeat.tooLong
            if isExcused { stoodStill.withLock { $0 = true } }
            return isExcused
        }
        guard stoodStill.withLock({ $0 }) else { return }
        let pause = Heartbeat.longestPause(since: start) / 1_000_000
        // Scripts/stages/kernel counts these lines.
        print("ONCE MORE: \(test.name) failed while the machine stood still for \(pause) ms")
        try await function()
    }
}

extension Trait where Self == OnceMore {
    /// A failure counts only if the machine has not stalled.
    static var onceMoreIfTheMachineStoodStill: Self { OnceMore() }
}
