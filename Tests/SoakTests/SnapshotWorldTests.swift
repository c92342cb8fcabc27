import FocusCore
import StateTrace
import Testing

@testable import tapfocus_soak

struct SnapshotWorldTests {
    /// Moments that the random worlds have to contain, and the text by which a snapshot shows it.
    private static let moments = [
        "before the start": #""phase":{"waiting":{}}"#,
        "while everything is put back": #""phase":{"stopping":{}}"#,
        "without a camera": #""controller":null"#,
        "with a camera": #""controller":{"#,
        "in the middle of a focus search": #""search":{"attempts""#,
        "in the middle of an exposure search": #""search":{"frames""#,
        "in a force lock": #""state":{"autoAndForceLocked""#,
        "while the scene is watched": #""use":{"scene""#,
    ]

    @Test("In random worlds an engine that was written down and read back is equal, and goes on the same")
    func worlds() {
        var count = 0
        var seen: Set<String> = []
        for number in 0..<80 as Range<UInt64> {
            let snapshots = WorldSnapshots(interval: number % 10 == 0 ? 2 : 7 + Int(number) % 40) { bytes in
                count += 1
                let text = String(decoding: bytes, as: UTF8.self)
                for (moment, sign) in Self.moments where !seen.contains(moment) && text.contains(sign) {
                    seen.insert(moment)
                }
            }
            var world = World(WorldPlan(number: number), snapshots: snapshots)
            world.live()
            #expect(world.monitor.violation == nil, "world \(number): \(world.monitor.violation?.sentence ?? "")")
        }
        #expect(count > 300)
        #expect(Set(Self.moments.keys).subtracting(seen) == [])
    }

    @Test("An engine that loses a part of its state when it is read back would be noticed")
    func notice() throws {
        var snapshots = WorldSnapshots(interval: 1)
        let engine = Engine()
        var twin = engine
        #expect(snapshots.pass(engine, twin: &twin) == nil && twin == engine)
        let text = String(decoding: EngineSnapshot.bytes(of: engine), as: UTF8.self)
        let other = text.replacing(#""moved":false"#, with: #""moved":true"#)
        #expect(try #require(EngineSnapshot.engine(from: other.utf8)) != engine)
    }
}
