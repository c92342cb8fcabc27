import Testing

@testable import FocusCore

/// The arrival of a lens whose delay is unknown.
struct LensSettlingTests {
    private static func frame(_ number: Int, _ position: Int64, _ sharpness: Double) -> FrameStatistics {
        FrameStatistics(
            request: 1, sequence: UInt32(number), captured: Instant(nanoseconds: 0), lens: position,
            sharpness: sharpness, mean: 0.5)
    }

    /// Moves a lens from where the image has a sharpness of 1.
    /// - Parameters:
    ///   - known: the delay that earlier moves have shown.
    ///   - deviation: the noise that is known beside a summit of 1.
    /// - Returns: the number of frames until it counts as arrived, and the delay that was learned.
    private static func frames(
        _ sharpness: [Double], over distance: Int64 = 100, known: LensDelay? = nil, deviation: Double? = nil
    ) -> (count: Int?, learned: Int?) {
        var settling = LensSettling(at: 0, settings: FocusSearchSettings(), learned: known)
        settling.know(deviation.map { SharpnessNoise.shown($0) } ?? SharpnessNoise(), summit: 1)
        guard case .arrived = settling.look(frame(1, 0, 1)) else { return (nil, nil) }
        settling.move(to: distance)
        for number in 0..<20 {
            let look = settling.look(frame(number + 2, distance, sharpness[min(number, sharpness.count - 1)]))
            if case .arrived = look { return (number + 1, settling.learned?.frames(for: UInt64(distance))) }
        }
        return (nil, nil)
    }

    private static let table: [(sharpness: [Double], count: Int, learned: Int)] = [
        // One jump, at once or later: the third frame that is alike shows that the lens rests. Two may lie on either side of a summit.
        ([0.3], 3, 0), ([1, 0.3], 4, 1), ([1, 1, 0.3], 5, 2),
        // A frame between shows the lens on its way: it may still move, so the longest delay is waited for. The frames that are alike
        // until then show when it arrived.
        ([0.6, 0.3], 6, 1), ([1, 0.6, 0.3], 6, 2), ([0.8, 0.5, 0.3], 6, 2), ([1, 1, 0.6, 0.3], 6, 3),
        // It slows its changes down little by little, and so may still be on its way.
        ([0.7, 0.5, 0.4, 0.35, 0.33, 0.32], 6, 5),
    ]

    @Test("A lens that jumps is seen to arrive; one that is seen on its way is waited for, and its rest is learned")
    func jumps() {
        for row in Self.table {
            let (count, learned) = Self.frames(row.sharpness)
            #expect(count == row.count && learned == row.learned, "\(row): \(String(describing: (count, learned)))")
        }
    }

    @Test("On a way that is no longer than a known one two equal frames show the arrival, on a longer one three")
    func equalFrames() {
        var motion = LensMotion()
        motion.learn(frames: 5, over: 400)
        for (distance, count) in [(100, 2), (400, 2), (401, 3), (800, 3)] as [(Int64, Int)] {
            let known = LensDelay.learned(motion)
            #expect(!known.isSure(of: UInt64(distance)), "a sure delay is waited for")
            #expect(Self.frames([0.3], over: distance, known: known).count == count, "\(distance)")
        }
    }

    @Test("Frames that are alike, but differ by more than a ninth of the change, do not show a lens at rest")
    func notAtRest() {
        #expect(Self.frames([1.4, 1.41, 1.4]).count == 3)
        #expect(Self.frames([1.4, 1.46, 1.5]).count == 6)
    }

    @Test("Noise of more than a twentieth of the summit teaches nothing about the lens, whatever the frames show")
    func noisy() {
        for (deviation, count, learned) in [(nil, 3, 0), (0.049, 3, 0), (0.051, 6, nil)] as [(Double?, Int, Int?)] {
            let seen = Self.frames([0.3], deviation: deviation)
            #expect(seen.count == count && seen.learned == learned, "\(String(describing: deviation)): \(seen)")
        }
    }

    @Test("A small change of the sharpness shows the arrival where the noise is known to be smaller still")
    func smallChange() {
        let table: [(sharpness: Double, deviation: Double?, isSeen: Bool)] = [
            (0.9, nil, false), (0.9, 0.001, true), (0.9, 0.03, false), (0.95, 0.001, false),
        ]
        for row in table {
            let seen = Self.frames([row.sharpness], deviation: row.deviation)
            #expect(seen.count == (row.isSeen ? 3 : 6) && seen.learned == (row.isSeen ? 0 : nil), "\(row): \(seen)")
        }
    }

    @Test("Where the noise turns out to be large, a delay that two moves have shown is forgotten, one of three stays")
    func youngDelay() {
        var motion = LensMotion()
        for moves in 1...3 {
            motion.learn(frames: 2, over: UInt64(moves) * 20)
            var settling = LensSettling(at: 0, settings: FocusSearchSettings(), learned: .learned(motion))
            settling.know(.shown(0.01), summit: 1)
            #expect(settling.learned != nil, "the noise is small")
            settling.know(.shown(0.1), summit: 1)
            #expect((settling.learned != nil) == (moves == 3), "\(moves)")
        }
        var given = LensSettling(at: 0, settings: FocusSearchSettings(), learned: .given(frames: 2))
        given.know(.shown(0.1), summit: 1)
        #expect(given.learned == .given(frames: 2))
    }

    @Test("A late frame belies a position where it differs by more than small noise explains, and never in large noise")
    func belied() {
        let table: [(noise: SharpnessNoise, summit: Double, sharpness: Double, isBelied: Bool)] = [
            (.shown(0.01), 1, 0.7, true), (.shown(0.01), 1, 1.4, true), (.shown(0.01), 1, 0.8, false),
            (.shown(0.01), 1, 1.2, false), (.shown(0.01, pairs: 3), 1, 0.1, false), (SharpnessNoise(), 1, 0.1, false),
            (.shown(0.06), 1, 0.1, false), (.shown(0.07), 2, 0.7, false), (.shown(0.07), 2, 0.6, true),
        ]
        for row in table {
            var settling = LensSettling(at: 0, settings: FocusSearchSettings())
            settling.know(row.noise, summit: row.summit)
            #expect(!settling.belies(row.sharpness), "nothing was measured yet")
            _ = settling.look(Self.frame(1, 0, 1))
            settling.move(to: 100)
            #expect(
                settling.belies(row.sharpness) == row.isBelied,
                "\(row.noise.deviation) of \(row.summit): \(row.sharpness)")
        }
    }

    @Test("A move is short enough if it is over before the longest delay, or takes two frames after the lag at most")
    func shortWays() {
        func reaches(_ distance: UInt64, lag: Int, speed: Double?) -> Bool {
            let known = LensDelay.learned(LensMotion(lag: lag, speed: speed, upTo: 1023))
            return LensSettling(at: 0, settings: FocusSearchSettings(), learned: known).reaches(distance)
        }
        #expect(reaches(1023, lag: 5, speed: nil) && reaches(1023, lag: 8, speed: nil))
        #expect(reaches(250, lag: 5, speed: 100) && !reaches(350, lag: 5, speed: 100))
        #expect(reaches(350, lag: 0, speed: 100), "it is over in time")
        #expect(!LensSettling(at: 0, settings: FocusSearchSettings()).reaches(1), "nothing is known")
    }

    @Test(
        "A move without a visible change counts as done after the longest delay, 0 to 30 frames",
        arguments: [(.min, 0), (-1, 0), (0, 0), (5, 5), (30, 30), (31, 30), (.max, 30)] as [(Int, Int)])
    func longestDelay(_ delay: Int, _ frames: Int) {
        var settling = LensSettling(at: 0, settings: FocusSearchSettings().with { $0.lensDelay = delay }, learned: nil)
        func look(_ number: Int, _ position: Int64) -> LensSettling.Look {
            settling.look(Self.frame(number, position, 1))
        }
        #expect(look(0, 0) == .arrived(sharpness: 1))
        settling.move(to: 100)
        let looks = (0..<40).map { look($0 + 1, 100) }
        #expect(looks.firstIndex(of: .arrived(sharpness: 1)) == frames)
    }
}
