import Testing

@testable import FocusCore

/// Frames with a number outside its range.
struct FrameStatisticsTests {
    private static func isUsable(
        sharpness: Double = 0.5, mean: Double = 0.5, bright: Double = 0.5, dark: Double = 0.5
    ) -> Bool {
        let frame = FrameStatistics(
            request: 1, sequence: 1, captured: Instant(nanoseconds: 0), sharpness: sharpness, mean: mean,
            bright: bright, dark: dark)
        return frame.isUsable
    }

    @Test("Shares from 0 to 1 and any sharpness from 0 are usable, both ends included")
    func usable() {
        for share in [0, 0.5, 1] {
            #expect(Self.isUsable(mean: share) && Self.isUsable(bright: share) && Self.isUsable(dark: share))
        }
        #expect(Self.isUsable(sharpness: 0) && Self.isUsable(sharpness: 1e300))
    }

    @Test(
        "One number outside its range makes the frame unusable, whichever it is",
        arguments: [-0.5, 1.5, .nan, .infinity])
    func unusable(_ wrong: Double) {
        #expect(!Self.isUsable(mean: wrong) && !Self.isUsable(bright: wrong) && !Self.isUsable(dark: wrong))
        if wrong != 1.5 { #expect(!Self.isUsable(sharpness: wrong)) }
    }
}
