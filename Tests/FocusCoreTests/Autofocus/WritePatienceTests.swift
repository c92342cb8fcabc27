import Testing

@testable import FocusCore

/// A written position that no frame confirms.
struct WritePatienceTests {
    private static func frame(_ number: Int) -> FrameStatistics {
        FrameStatistics(
            request: 1, sequence: UInt32(number), captured: Instant(nanoseconds: 0), lens: 300, sharpness: 1, mean: 0.5)
    }

    @Test(
        "It is written again after the set number of frames, 1 to 300, and given up after as many more",
        arguments: [(.min, 1), (0, 1), (1, 1), (2, 2), (15, 15), (300, 300), (301, 300), (.max, 300)] as [(Int, Int)])
    func patience(_ patience: Int, _ frames: Int) throws {
        let range = try #require(LensRange(minimum: 0, maximum: 1023))
        var driver = FocusDriver(
            range: range, start: 300,
            settings: FocusSearchSettings().with {
                $0.writePatience = patience
                $0.attempts = 1
            })
        let write = driver.look(Self.frame(0))
        guard case .move = write else {
            Issue.record("nothing was written")
            return
        }
        for number in 1...frames {
            #expect(driver.look(Self.frame(number)) == (number == frames ? write : .wait), "frame \(number)")
        }
        for number in 1..<frames { #expect(driver.look(Self.frame(frames + number)) == .wait, "frame \(number)") }
        let end = driver.look(Self.frame(2 * frames))
        #expect(end == .finished(driver.giveUp()))
    }
}
