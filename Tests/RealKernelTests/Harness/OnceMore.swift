import Synchronization
import Testing

/// Repeats a test that has failed, once, and only if the machine demonstrably stood still meanwhile. It says so, and the first
/// failure stays in the report as a known issue. A test that fails while time passes evenly, or twice, has failed.
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
        // Scripts/real-kernel-tests counts these lines.
        print("ONCE MORE: \(test.name) failed while the machine stood still for \(pause) ms")
        try await function()
    }
}

extension Trait where Self == OnceMore {
    /// A failure counts only where the machine has not stood still.
    static var onceMoreIfTheMachineStoodStill: Self { OnceMore() }
}
