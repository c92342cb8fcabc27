import Testing

@testable import FocusCore

/// The arrival of a lens whose delay is unknown.
struct LensSettlingTests {
    /// Moves a lens from where the image has a sharpness of 1.
    /// - Returns: the number of frames until it counts as arrived, and the delay that was learned.
    private static func frames(_ sharpness: [Double]) -> (count: Int?, learned: Int?) {
        var settling = LensSettling(at: 0, settings: FocusSearchSettings(), learned: nil)
        func frame(_ number: Int, _ position: Int64, _ sharpness: Double) -> FrameStatistics {
            FrameStatistics(
                request: 1, sequence: UInt32(number), captured: Instant(nanoseconds: 0), lens: position,
                sharpness: sharpness, mean: 0.5)
        }
        guard case .arrived = settling.look(frame(1, 0, 1)) else { return (nil, nil) }
        settling.move(to: 100)
        for number in 0..<20 {
            let look = settling.look(frame(number + 2, 100, sharpness[min(number, sharpness.count - 1)]))
            if case .arrived = look { return (number + 1, settling.learned?.frames(for: 100)) }
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

    @Test(
        "A move without a visible change counts as done after the longest delay, 0 to 30 frames",
        arguments: [(.min, 0), (-1, 0), (0, 0), (5, 5), (30, 30), (31, 30), (.max, 30)] as [(Int, Int)])
    func longestDelay(_ delay: Int, _ frames: Int) {
        var settling = LensSettling(at: 0, settings: FocusSearchSettings().with { $0.lensDelay = delay }, learned: nil)
        func look(_ number: Int, _ position: Int64) -> LensSettling.Look {
            settling.look(
                FrameStatistics(
                    request: 1, sequence: UInt32(number), captured: Instant(nanoseconds: 0), lens: position,
                    sharpness: 1, mean: 0.5))
        }
        #expect(look(0, 0) == .arrived(sharpness: 1))
        settling.move(to: 100)
        let looks = (0..<40).map { look($0 + 1, 100) }
        #expect(looks.firstIndex(of: .arrived(sharpness: 1)) == frames)
    }
}
