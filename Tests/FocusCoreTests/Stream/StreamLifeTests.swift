import Testing

@testable import FocusCore

/// A stream from its beginning to its end.
struct StreamLifeTests {
    private static let request = FrameRequest(focus: .whole, exposure: .whole)

    private static func answer(
        _ id: UInt32, width: Int64 = 640, interval: Int64 = 33_000_000, measure: Int64 = 1
    ) -> FramesBegan {
        FramesBegan(
            request: id, width: width, height: 480, interval: TimeSpan(nanoseconds: interval), measure: measure)
    }

    private static func time(_ seconds: Int64) -> Instant { Instant(nanoseconds: seconds * 1_000_000_000) }

    private static func frame(of id: UInt32) -> FrameStatistics {
        FrameStatistics(request: id, sequence: 1, captured: time(0), sharpness: 0.1, mean: 0.4)
    }

    @Test("A stream begins when the camera says so, and its frames count until it ends")
    func life() {
        var stream = StreamLife()
        #expect(stream.request == nil && !stream.isCurrent(Self.frame(of: 0)) && !stream.hasFrame)
        let isFirst = stream.begin(Self.request, Self.answer(7), at: Self.time(1))
        #expect(isFirst && stream.request == Self.request && stream.interval == .milliseconds(33))
        #expect(stream.isCurrent(Self.frame(of: 7)) && !stream.isCurrent(Self.frame(of: 6)))
        stream.frameArrived()
        #expect(stream.hasFrame)
        stream.end()
        stream.frameArrived()
        #expect(stream.request == nil && !stream.isCurrent(Self.frame(of: 7)) && !stream.hasFrame)
        #expect(stream.interval == .milliseconds(33), "what is held was exposed at this rate")
    }

    @Test(
        "Frames of which something else is measured are the same ones; of another size, rate or version they are others"
    )
    func others() {
        var stream = StreamLife()
        _ = stream.begin(Self.request, Self.answer(1), at: Self.time(0))
        stream.frameArrived()
        let isOther = stream.begin(Self.request, Self.answer(2), at: Self.time(1))
        #expect(!isOther && stream.hasFrame)
        #expect(stream.isCurrent(Self.frame(of: 2)) && !stream.isCurrent(Self.frame(of: 1)))
        let isSmaller = stream.begin(Self.request, Self.answer(3, width: 320), at: Self.time(2))
        #expect(isSmaller && !stream.hasFrame)
        stream.frameArrived()
        let isSlower = stream.begin(Self.request, Self.answer(4, width: 320, interval: 0), at: Self.time(3))
        #expect(isSlower && !stream.hasFrame && stream.interval == .zero)
        stream.frameArrived()
        let isOfOtherVersion = stream.begin(
            Self.request, Self.answer(5, width: 320, interval: 0, measure: 2), at: Self.time(4))
        #expect(isOfOtherVersion && !stream.hasFrame && stream.measure == 2)
    }

    @Test("The version of the measure is that of the latest stream, and told with how its frames began")
    func measure() {
        var stream = StreamLife()
        #expect(stream.measure == nil)
        for version in [1, 2, 1] as [Int64] {
            var answer = Self.answer(1)
            answer.measure = version
            _ = stream.begin(Self.request, answer, at: Self.time(0))
            #expect(stream.begun == answer)
            stream.end()
            #expect(stream.begun == nil && stream.measure == version)
        }
    }

    @Test("After a minute a stream is healthy, however often it was measured in another way meanwhile")
    func health() {
        var stream = StreamLife()
        #expect(!stream.isHealthy(at: Self.time(100)))
        _ = stream.begin(Self.request, Self.answer(1), at: Self.time(0))
        _ = stream.begin(Self.request, Self.answer(2), at: Self.time(50))
        #expect(!stream.isHealthy(at: Instant(nanoseconds: 59_999_999_999)) && stream.isHealthy(at: Self.time(60)))
        stream.end()
        #expect(!stream.isHealthy(at: Self.time(61)))
        _ = stream.begin(Self.request, Self.answer(3), at: Self.time(70))
        #expect(!stream.isHealthy(at: Self.time(129)) && stream.isHealthy(at: Self.time(130)))
    }
}
