import SimulatedDevices
import Testing

@testable import FocusCore

/// The lag and the speed of a lens, learned from its moves.
struct LensMotionTests {
    /// The frames that a lens needs, as a lens that moves frame by frame shows them.
    private static func frames(of distance: UInt64, lag: Int, speed: Double) -> Int {
        var (rest, frames) = (Double(distance), lag)
        while rest > speed {
            rest -= speed
            frames += 1
        }
        return frames
    }

    /// The moves of a search: long ones first.
    private static let moves: [UInt64] = [43, 85, 128, 60, 20, 10, 5, 30]

    @Test("Where nothing was seen, nothing is known")
    func nothing() {
        let motion = LensMotion()
        #expect(motion.frames(for: 5) == nil && motion.surestLag == 0 && !motion.isSure(of: 5))
        #expect(LensDelay.learned(motion).longest == nil)
    }

    @Test(
        "One search teaches lag and speed: moves of any length between are given the frames that they need",
        arguments: 0...4, [20.0, 40, 100, 400])
    func lagAndSpeed(_ lag: Int, _ speed: Double) {
        var motion = LensMotion()
        for move in Self.moves { motion.learn(frames: Self.frames(of: move, lag: lag, speed: speed), over: move) }
        for move in 5...128 as ClosedRange<UInt64> {
            let needed = Self.frames(of: move, lag: lag, speed: speed)
            let frames = motion.frames(for: move) ?? -1
            #expect(frames == needed || frames == needed + 1, "\(move): \(frames) of \(needed)")
        }
        #expect(motion.frames(for: 5) == lag && motion.surestLag <= lag)
    }

    @Test("A long move of a slow lens does not make the short ones longer that were seen before it")
    func longMove() {
        var motion = LensMotion()
        for move in [10, 5, 20, 5, 10, 5] as [UInt64] { motion.learn(frames: 0, over: move) }
        motion.learn(frames: 3, over: 135)
        #expect([5, 10, 20].map { motion.frames(for: $0) } == [0, 0, 0])
        #expect(motion.frames(for: 135) == 3)
    }

    @Test("A long move alone leaves a short one with its own delay, until a short one is seen")
    func alone() {
        var motion = LensMotion()
        motion.learn(frames: 3, over: 135)
        #expect(motion.frames(for: 5) == 3 && motion.surestLag == 0 && !motion.isSure(of: 5))
        motion.learn(frames: 0, over: 5)
        #expect(motion.frames(for: 5) == 0 && motion.frames(for: 10).map { $0 <= 1 } == true)
        #expect(motion.frames(for: 135) == 3)
    }

    @Test("The longest delay is supposed of a lens of which only short moves are known")
    func longer() {
        var motion = LensMotion()
        motion.learn(frames: 0, over: 20)
        #expect(motion.frames(for: 20) == 0 && motion.frames(for: 60) == 2 && motion.frames(for: 200) == 9)
    }

    @Test("A move that came late by accident is outvoted, and as the first one unlearned within two moves")
    func accident() {
        for late in 1...6 {
            var motion = LensMotion()
            for _ in 0..<4 { motion.learn(frames: 1, over: 40) }
            motion.learn(frames: 1 + late, over: 40)
            #expect(motion.frames(for: 40) == 1, "late by \(late)")
            motion = LensMotion()
            motion.learn(frames: 1 + late, over: 40)
            for _ in 0..<2 { motion.learn(frames: 1, over: 40) }
            #expect(motion.frames(for: 40) == 1, "late by \(late), the first")
        }
    }

    @Test("A lens that has become slower is known as such within two moves")
    func slower() {
        var motion = LensMotion()
        for _ in 0..<20 { motion.learn(frames: 0, over: 40) }
        for _ in 0..<2 { motion.learn(frames: 2, over: 40) }
        #expect(motion.frames(for: 40) == 2)
    }

    @Test("Moves of other lengths do not push out what is known of a length")
    func lengths() {
        var motion = LensMotion()
        for _ in 0..<2 { motion.learn(frames: 3, over: 128) }
        for _ in 0..<30 { motion.learn(frames: 0, over: 5) }
        #expect(motion.frames(for: 128) == 3 && motion.frames(for: 5) == 0 && motion.isSure(of: 128))
    }

    @Test("A lens that is known needs the frames of its lag and its speed")
    func known() {
        let motion = LensMotion(lag: 2, speed: 40, upTo: 1023)
        #expect(motion.frames(for: 15) == 2 && motion.surestLag == 2)
        let jumping = LensMotion(lag: 2, upTo: 1023)
        #expect([1, 50, 300, 1023].map { jumping.frames(for: $0) } == [2, 2, 2, 2])
        #expect([8, 40, 100, 300, 1000].allSatisfy { jumping.isSure(of: $0) })
    }

    @Test("A lag is steady as soon as two moves have it, one twice as long as the other, and one late move ends that")
    func steady() {
        var motion = LensMotion()
        for move in [128, 43] as [UInt64] {
            #expect(motion.steadyLag == nil)
            motion.learn(frames: 2, over: move)
        }
        #expect(motion.steadyLag == 2 && LensDelay.learned(motion).steadyLag == 2)
        motion.learn(frames: 3, over: 43)
        #expect(motion.steadyLag == nil)
        #expect(LensDelay.given(frames: 2).steadyLag == nil, "nobody has told how much of it is travel")
        #expect(LensDelay.learned(LensMotion(lag: 0, upTo: 1000)).steadyLag == nil, "there is nothing to save")
    }

    @Test("Among moves of about one length a way of a frame looks like a lag, and two moves of a slow lens show none")
    func unsteady() {
        for moves in [[(2, 128)], [(2, 128), (2, 128)], [(2, 128), (2, 100)], [(1, 20), (4, 80)]] as [[(Int, UInt64)]] {
            var motion = LensMotion()
            for (frames, distance) in moves { motion.learn(frames: frames, over: distance) }
            #expect(motion.steadyLag == nil && LensDelay.learned(motion).steadyLag == nil, "\(moves)")
        }
    }

    @Test("A lens that jumps is preferred where it explains all moves, up to a sixteenth beyond the longest of them")
    func jumping() {
        var motion = LensMotion()
        motion.learn(frames: 3, over: 10)
        motion.learn(frames: 3, over: 160)
        #expect([160, 165, 170].map { motion.frames(for: $0) } == [3, 3, 3])
        #expect(motion.frames(for: 171) == 4, "it may be a slow one")
    }

    @Test("A lens that jumps is given its lag, and one that takes a way one frame more than it needs")
    func safeFrames() {
        var motion = LensMotion()
        motion.learn(frames: 3, over: 160)
        #expect(motion.frames(for: 160) == 3 && motion.safeFrames(for: 160) == 3)
        motion.learn(frames: 0, over: 10)
        #expect(motion.frames(for: 160) == 3 && motion.safeFrames(for: 160) == 4)
        #expect(motion.safeFrames(for: 10) == 0)
    }

    @Test("The surest lag is the least of all explanations, though a lens that jumps is preferred")
    func surest() {
        var motion = LensMotion()
        motion.learn(frames: 3, over: 160)
        #expect(motion.safeFrames(for: 1) == 3 && motion.surestLag == 0, "the three frames may be its way")
        motion.learn(frames: 3, over: 10)
        #expect(motion.safeFrames(for: 1) == 3 && motion.surestLag == 3)
    }

    @Test("Whatever is learned, a delay is 0 to 60 frames, and a longer move never needs fewer frames")
    func anything() {
        for seed in 0..<200 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            var motion = LensMotion()
            for _ in 0..<30 {
                let distance = random.pick([0, 1, 5, 40, 1023, .max, UInt64(random.integer(1...5000))])
                motion.learn(frames: random.pick([.min, -1, 0, 1, 3, 30, 31, .max]), over: distance)
                #expect(motion.isSound, "seed \(seed)")
                let frames = [1, 10, 100, 1000, .max].map { motion.frames(for: $0) ?? 0 }
                #expect(frames.allSatisfy { (0...60).contains($0) } && frames == frames.sorted(), "seed \(seed)")
            }
        }
    }
}
