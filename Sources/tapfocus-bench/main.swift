import FocusCore
import Foundation
import StateTrace

func runBench() throws {
let path = "/tmp/bench-trace.jsonl"
try? FileManager.default.removeItem(atPath: path)
let file = try TraceFile(path: path)
let header = TraceHeader(tool: "bench", chart: "none", monotonic: 0, wallClock: "", settings: EngineSettings(Configuration()))
var writer = try TraceWriter(header: header) { try file.write($0) }
var engine = Engine()
let clock = ContinuousClock()
let count = Int(CommandLine.arguments.dropFirst().first ?? "1000000") ?? 0
let inputs = (0..<count).map { i in Input(.acceleration(Acceleration(x: Double(Int.random(in: 0..<1000)) * 0.00980665, y: Double(Int.random(in: 0..<1000)) * 0.00980665, z: 9.80665)), at: Instant(nanoseconds: Int64(i) * 20_000_000)) }
var start = clock.now
var n = 0
for input in inputs { n += engine.step(input).count }
print("step", clock.now - start, n)
start = clock.now
for (i, input) in inputs.enumerated() {
    writer.record(input, EffectList())
    if i & 63 == 0 { try writer.flush() }
}
try writer.end()
print("write", clock.now - start)
let t2 = clock.now
let report = try Replay.run(path: path)
print("replay", clock.now - t2, report)
}
try runBench()
