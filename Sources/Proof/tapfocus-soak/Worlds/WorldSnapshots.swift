import FocusCore
import StateTrace

/// Writes a world's engine down now and then, and lets its twin go on as the engine that is read back.
struct WorldSnapshots {
    let interval: Int
    /// Gets each snapshot: for tests.
    private let taken: (([UInt8]) -> Void)?
    private var inputs = 0

    init(interval: Int, taken: (([UInt8]) -> Void)? = nil) {
        self.interval = interval
        self.taken = taken
    }

    /// In one of 16 worlds: a snapshot takes as long as some thousand steps.
    init?(for number: UInt64) {
        guard number % 16 == 5 else { return nil }
        self.init(interval: 101)
    }

    /// To be called after each input.
    /// - Returns: a sentence if the engine cannot be read back.
    mutating func pass(_ engine: Engine, twin: inout Engine) -> String? {
        inputs += 1
        guard inputs % interval == 0 else { return nil }
        let bytes = EngineSnapshot.bytes(of: engine)
        taken?(bytes)
        guard let read = EngineSnapshot.engine(from: bytes) else { return "the engine's state cannot be read back" }
        guard read == engine else { return "the engine's state is another one when it is read back" }
        twin = read
        return nil
    }
}
