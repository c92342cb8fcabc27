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
        let isFirst = stream.began(Self.request, Self.answer(7), at: Self.time(1))
        #expect(isFirst && stream.request == Self.request && stream.interval == .milliseconds(33))
        #expect(stream.isCurrent(Self.frame(of: 7)) && !stream.isCurrent(Self.frame(of: 6)))
        stream.frameArrived()
        #expect(stream.hasFrame)
        stream.refused(errno: 5)
        stream.frameArrived()
        #expect(stream.request == nil && !stream.isCurrent(Self.frame(of: 7)) && !stream.hasFrame)
        #expect(stream.interval == .milliseconds(33), "what is held was exposed at this rate")
    }

    @Test(
        "Frames of which something else is measured are the same ones; of another size, rate or version they are others"
    )
    func others() {
        var stream = StreamLife()
        _ = stream.began(Self.request, Self.answer(1), at: Self.time(0))
        stream.frameArrived()
        let isOther = stream.began(Self.request, Self.answer(2), at: Self.time(1))
        #expect(!isOther && stream.hasFrame)
        #expect(stream.isCurrent(Self.frame(of: 2)) && !stream.isCurrent(Self.frame(of: 1)))
        let isSmaller = stream.began(Self.request, Self.answer(3, width: 320), at: Self.time(2))
        #expect(isSmaller && !stream.hasFrame)
        stream.frameArrived()
        let isSlower = stream.began(Self.request, Self.answer(4, width: 320, interval: 0), at: Self.time(3))
        #expect(isSlower && !stream.hasFrame && stream.interval == .zero)
        stream.frameArrived()
        let isOfOtherVersion = stream.began(
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
            _ = stream.began(Self.request, answer, at: Self.time(0))
            #expect(stream.begun == answer)
            _ = stream.released()
            #expect(stream.begun == answer)
            stream.ended()
            #expect(stream.begun == nil && stream.measure == version)
        }
    }

    @Test("After a minute a stream is healthy, however often it was measured in another way meanwhile")
    func health() {
        var stream = StreamLife()
        #expect(!stream.isHealthy(at: Self.time(100)))
        _ = stream.began(Self.request, Self.answer(1), at: Self.time(0))
        _ = stream.began(Self.request, Self.answer(2), at: Self.time(50))
        #expect(!stream.isHealthy(at: Instant(nanoseconds: 59_999_999_999)) && stream.isHealthy(at: Self.time(60)))
        let isOurs = stream.lost(2)
        #expect(isOurs && !stream.isHealthy(at: Self.time(61)))
        _ = stream.began(Self.request, Self.answer(3), at: Self.time(70))
        #expect(!stream.isHealthy(at: Self.time(129)) && stream.isHealthy(at: Self.time(130)))
    }

    /// The name of a state in the chart.
    private static func name(_ stream: StreamLife) -> String {
        switch stream.state {
        case .off: "off"
        case .asked: "asked"
        case .running: "running"
        case .changing: "changing"
        case .ending: "ending"
        case .unavailable: "unavailable"
        }
    }

    /// Does to a stream what a letter says: frames are requested (r), begin (b), are unavailable (u); the stream is lost (l), is
    /// released (f), and the release is answered (e).
    private static func follow(_ marks: String) -> StreamLife {
        var stream = StreamLife()
        for mark in marks {
            let id = stream.latestRequest
            switch mark {
            case "r": stream.requested(id + 1, isForUse: true)
            case "b": _ = stream.began(request, answer(id), at: time(0))
            case "u": stream.refused(errno: 5)
            case "l": _ = stream.lost(stream.begun?.request ?? id)
            case "f": _ = stream.released()
            default: stream.ended()
            }
        }
        return stream
    }

    @Test(
        "It is in the chart's state, and frames come in those in which they do",
        arguments: [
            ("", "off", false), ("r", "asked", false), ("rb", "running", true), ("ru", "unavailable", false),
            ("rbr", "changing", true), ("rbrb", "running", true), ("rbru", "unavailable", false),
            ("rbrl", "asked", false), ("rbl", "unavailable", false), ("rblr", "asked", false), ("rbf", "ending", true),
            ("rbfe", "off", false), ("rbfl", "unavailable", false), ("rbfle", "unavailable", false),
            ("ruf", "ending", false), ("rufe", "off", false), ("rl", "asked", false),
        ])
    func chart(_ marks: String, _ state: String, _ haveFrames: Bool) {
        let stream = Self.follow(marks)
        #expect(Self.name(stream) == state && (stream.request != nil) == haveFrames)
        #expect(stream.isOnOrAsked == (haveFrames || state == "asked"))
    }

    @Test("Only the stream from which frames come is lost")
    func another() {
        var stream = Self.follow("rb")
        let isAnother = stream.lost(7)
        #expect(!isAnother && Self.name(stream) == "running")
    }

    @Test("The scene is watched in frames that were requested to watch it; a tap's frames are none of them")
    func watch() {
        for isForUse in [false, true] {
            var stream = StreamLife()
            let isOther = stream.change(to: .scene(PointOfInterest(x: 0.5, y: 0.5)))
            stream.requested(1, isForUse: isForUse)
            _ = stream.began(Self.request, Self.answer(1), at: Self.time(0))
            #expect(isOther && stream.isWatchingScene(in: Self.frame(of: 1)) == isForUse)
            #expect(!stream.isWatchingScene(in: Self.frame(of: 2)))
            let isSame = !stream.change(to: .scene(PointOfInterest(x: 0.5, y: 0.5)))
            #expect(isSame)
            _ = stream.change(to: .nothing)
            #expect(!stream.isWatchingScene(in: Self.frame(of: 1)))
        }
    }

    @Test("A watch measures a grid five times a second; continuous use measures each frame only while it searches")
    func wanted() {
        let point = PointOfInterest(x: 0.5, y: 0.5)
        let watch = TimeSpan.milliseconds(200)
        let table: [(FrameUse, isSearching: Bool, interval: TimeSpan?, hasGrid: Bool)] = [
            (.nothing, true, nil, false), (.tap(point), false, .zero, true), (.scene(point), false, watch, true),
            (.continuous(point), true, .zero, true), (.continuous(point), false, watch, false),
        ]
        for (use, isSearching, interval, hasGrid) in table {
            var stream = StreamLife()
            _ = stream.change(to: use)
            let asked = FrameRequest(focus: .whole, exposure: .whole, includesGrid: true)
            let wanted = stream.wanted(asked, isSearching: isSearching)
            #expect(wanted?.interval == interval && (wanted?.includesGrid ?? false) == hasGrid, "\(use)")
        }
    }

    @Test("A stream that nobody needs any more is not requested again")
    func retry() {
        var stream = StreamLife()
        let unneeded = stream.delayOfRetry()
        _ = stream.change(to: .tap(PointOfInterest(x: 0, y: 0)))
        let needed = [stream.delayOfRetry(), stream.delayOfRetry()]
        #expect(unneeded == nil && needed == [.milliseconds(500), .milliseconds(1000)] && stream.failures.hasFailed)
    }

    @Test("Another program has the stream if the latest answer says so, until a tap begins")
    func taken() {
        for (errno, isTaken) in [(Int32(5), false), (StreamLife.busy, true)] {
            var stream = StreamLife()
            stream.refused(errno: errno)
            #expect(stream.failures.isTaken == isTaken)
            stream.tapBegan()
            #expect(!stream.failures.isTaken)
        }
    }
}
