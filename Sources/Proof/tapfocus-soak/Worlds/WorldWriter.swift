import KioskRuntime
import SimulatedDevices

/// Writes worlds as traces to standard output, one after another. They record this engine's effects, for a comparison
/// with another engine that gets the same inputs.
enum WorldWriter {
    /// - Parameter seed: the first random number. The same seed gives the same worlds.
    static func write(_ count: Int, seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<count where !Interruption.isAsked {
            let plan = WorldPlan(number: random.next())
            try StandardOutput.write(try WorldTrial.trace(of: plan, remark: "world \(plan.number)"))
        }
    }
}
