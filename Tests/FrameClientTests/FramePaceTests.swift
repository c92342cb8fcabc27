import Testing

@testable import FrameClient

struct FramePaceTests {
    /// The frames that are measured of those that are captured at the given times, µs.
    private func measured(_ times: some Sequence<Int64>, interval: Int64, stream: Int64) -> [Int64] {
        var pace = FramePace(interval: interval, streamInterval: stream)
        var measured: [Int64] = []
        for time in times where pace.isDue(time) {
            pace.measured(time)
            measured.append(time)
        }
        return measured
    }

    @Test("With an interval of 0 every frame is due")
    func everyFrame() {
        #expect(measured([5, 6, 6, 7], interval: 0, stream: 0) == [5, 6, 6, 7])
    }

    @Test("A frame that comes a quarter of the stream's interval too early is due, and one µs earlier is not")
    func quarter() {
        #expect(measured([0, 24_999, 25_000], interval: 33_333, stream: 33_332) == [0, 25_000])
    }

    @Test("At 30 frames a second with jitter, 66.7 ms mean every second frame and 200 ms every sixth")
    func jitter() {
        let times = (0..<600 as Range<Int64>).map { number -> Int64 in number * 33_333 + number * 7919 % 6000 }
        #expect(measured(times, interval: 66_667, stream: 33_333).count == 300)
        #expect(measured(times, interval: 200_000, stream: 33_333).count == 100)
    }

    @Test("Without a stream's interval nothing comes too early")
    func unknownInterval() {
        #expect(measured([0, 99, 100, 199, 201], interval: 100, stream: 0) == [0, 100, 201])
    }

    @Test("A clock that goes back does not stop the frames")
    func clockGoesBack() {
        #expect(measured([1_000_000, 10, 50, 110], interval: 100, stream: 0) == [1_000_000, 10, 110])
    }

    @Test("Times at the ends of the range do no harm", arguments: [Int64.min, -1, 0, .max])
    func extremes(time: Int64) {
        var pace = FramePace(interval: 86_400_000_000, streamInterval: 60_000_000)
        #expect(pace.isDue(time) == (time >= 0))
        pace.measured(.max)
        #expect(pace.isDue(time) == (0..<Int64.max ~= time))
    }
}
