import SimulatedDevices
import Testing

@testable import PhotoFile

/// The latest frames of a camera.
@Suite struct FrameRingTests {
    /// A ring of four frames, with the frames of these times; each frame is its own time.
    private func filled(_ times: Int64...) -> (ring: FrameRing<Int64>, dropped: [Int64]) {
        var ring = FrameRing<Int64>(capacity: 4)
        var dropped: [Int64] = []
        for time in times { dropped += ring.add(time, at: time) }
        return (ring, dropped)
    }

    @Test("Of a moment that has passed, the first frame that is not too old is found, and stays")
    func found() {
        let (ring, dropped) = filled(100, 140, 180)
        #expect(ring.first(from: 0)?.frame == 100)
        #expect(ring.first(from: 101)?.frame == 140)
        #expect(ring.first(from: 180)?.frame == 180)
        #expect(ring.first(from: 181) == nil && ring.first(from: 140)?.frame == 140)
        #expect(dropped.isEmpty)
    }

    @Test("The oldest frame makes room for the newest")
    func full() {
        let (ring, dropped) = filled(100, 140, 180, 220, 260, 300)
        #expect(dropped == [100, 140])
        #expect(ring.first(from: 0)?.frame == 180)
    }

    @Test("With a span, older frames stay as long as they are in it")
    func span() {
        var ring = FrameRing<Int64>(capacity: 2)
        ring.span = 100
        var dropped: [Int64] = []
        for time in [0, 40, 80, 120, 160, 400] as [Int64] { dropped += ring.add(time, at: time) }
        // 160 is too old, and stays all the same: two frames always do.
        #expect(dropped == [0, 40, 80, 120] && ring.newest == 400)
        #expect(ring.frames(after: 0, through: 400).map(\.frame) == [160, 400])
        #expect(ring.frames(after: 160, through: 399).isEmpty)
        // A span of very many frames has an end.
        ring.span = 10_000
        for number in 0..<1000 as Range<Int64> { _ = ring.add(number, at: 1000 + number) }
        #expect(ring.removeAll().count == 256)
    }

    @Test("A frame that is there already is dropped, and a stream that begins again empties the ring")
    func again() {
        let (ring, dropped) = filled(100, 140, 140, 20)
        #expect(dropped == [140, 100, 140])
        #expect(ring.first(from: 0)?.frame == 20 && ring.first(from: 21) == nil)
    }

    @Test("Whatever comes in, each frame is kept or dropped once", arguments: [UInt64](0..<20))
    func conservation(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var ring = FrameRing<Int>(capacity: Int.random(in: 1...5, using: &random))
        var seen: [Int] = []
        for number in 0..<500 { seen += ring.add(number, at: .random(in: 0...1000, using: &random)) }
        seen += ring.removeAll()
        #expect(seen.sorted() == Array(0..<500))
        #expect(ring.removeAll().isEmpty)
    }
}
