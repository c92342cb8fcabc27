import FocusCore
import LinuxDevices
import SimulatedDevices
import Testing

@testable import KioskLines
@testable import KioskRuntime

/// Another program's frames: what it is asked, and what is believed of its answers.
@Suite struct HeldFramesTests {
    private static let interval = TimeSpan.milliseconds(40)
    private static let request = FrameRequest(
        focus: NormalizedRectangle(x: 0.25, y: 0.5, width: 0.25, height: 0.25), exposure: .whole)
    private static let now = Instant(nanoseconds: 100_000_000_000)

    private static func stream(
        _ stamp: HeldStream.Stamp = .endOfExposure, interval: TimeSpan = interval, crop: NormalizedRectangle = .whole
    ) -> HeldStream {
        HeldStream(width: 640, height: 480, interval: interval, stamp: stamp, crop: crop)
    }

    private static func frame(
        of request: UInt32 = 7, at time: Instant = now, sharpness: [Double] = [0.1], grid: [UInt8]? = nil
    ) -> HeldFrame {
        HeldFrame(
            request: request, sequence: 1, time: time, sharpness: sharpness, mean: 0.4, bright: 0, dark: 0, grid: grid)
    }

    private static func asked(_ stream: HeldStream, _ request: FrameRequest = request) -> HeldFrames {
        var frames = HeldFrames(stream)
        _ = frames.ask(request, id: 7)
        return frames
    }

    @Test("Regions are told in shares of the program's own frames")
    func regions() {
        func line(_ crop: NormalizedRectangle) -> String? {
            var frames = HeldFrames(Self.stream(crop: crop))
            return frames.ask(Self.request, id: 7).map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(
            line(.whole)
                == #"{"event":"measure","id":7,"focus":[0.25,0.5,0.25,0.25],"exposure":[0.0,0.0,1.0,1.0],"grid":false,"interval":0}"#
                + "\n")
        let half = NormalizedRectangle(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
        #expect(
            line(half)
                == #"{"event":"measure","id":7,"focus":[0.0,0.5,0.5,0.5],"exposure":[0.0,0.0,1.0,1.0],"grid":false,"interval":0}"#
                + "\n")
        #expect(line(NormalizedRectangle(x: 0.6, y: 0, width: 0.4, height: 1)) == nil, "the frames do not show it")
    }

    @Test("A region is never told that reaches beyond the frames", arguments: [3, 4, 5] as [UInt64])
    func regionsInside(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        func rectangle() -> NormalizedRectangle {
            let (x, y) = (random.nextUnit() * 0.9, random.nextUnit() * 0.9)
            return NormalizedRectangle(
                x: x, y: y, width: (1 - x) * max(random.nextUnit(), 0.01),
                height: (1 - y) * max(random.nextUnit(), 0.01))
        }
        for _ in 0..<2000 {
            let (region, crop) = (rectangle(), rectangle())
            guard let told = Self.stream(crop: crop).region(region) else { continue }
            #expect(told.hasArea && told.width <= 1 && told.height <= 1, "\(region) in \(crop), seed \(seed)")
        }
    }

    @Test("The mark is what was set when the exposure can have begun at the earliest, by the same rule for each stamp")
    func marks() {
        let writes = WriteRecord()
        // Lens positions 0, 1, 2 … set every 10 ms.
        for step in 0..<16 {
            writes.record(.focusAbsolute, Int64(step), at: Self.now.advanced(by: .milliseconds(Int64(step) * 10 - 150)))
        }
        func mark(
            _ stamp: HeldStream.Stamp, interval: TimeSpan = Self.interval
        ) -> (lens: Int64?, captured: Instant)? {
            var frames = Self.asked(Self.stream(stamp, interval: interval))
            guard case .measured(let statistics) = frames.judge(Self.frame(), at: Self.now, writes) else { return nil }
            return (statistics.lens, statistics.captured)
        }
        #expect(mark(.startOfExposure)?.lens == 15 && mark(.startOfExposure)?.captured == Self.now)
        #expect(mark(.endOfExposure)?.lens == 11 && mark(.endOfExposure)?.captured == Self.now)
        let received = mark(.received(delay: .milliseconds(50)))
        #expect(received?.lens == 6 && received?.captured == Self.now.advanced(by: .milliseconds(-50)))
        // A stream that does not tell its interval: an exposure may have taken 100 ms.
        #expect(mark(.endOfExposure, interval: .zero)?.lens == 5)
    }

    @Test("Frames of another request are passed over, and so are those that come too early")
    func passedOver() {
        var request = Self.request
        request.interval = .milliseconds(200)
        var frames = Self.asked(Self.stream(), request)
        var taken: [Int] = []
        for index in 0..<20 {
            let time = Self.now.advanced(by: .milliseconds(Int64(index) * 40))
            if case .measured = frames.judge(Self.frame(at: time), at: time, nil) { taken.append(index) }
        }
        #expect(taken == [0, 5, 10, 15])
        #expect(frames.judge(Self.frame(of: 6), at: Self.now, nil) == .passedOver)
        _ = frames.rest()
        #expect(frames.judge(Self.frame(), at: Self.now.advanced(by: .milliseconds(2000)), nil) == .passedOver)
    }

    @Test("Of a flood no more than two frames in an interval are passed on, also when each second one is older")
    func flood() {
        var frames = Self.asked(Self.stream())
        var taken = 0
        for index in 0..<10_000 {
            let time = Self.now.advanced(by: TimeSpan(nanoseconds: Int64(index) * 100_000))
            if case .measured = frames.judge(Self.frame(at: time), at: time, nil) { taken += 1 }
        }
        #expect(taken == 50)
        // Without an interval, one in a millisecond.
        frames = Self.asked(Self.stream(interval: .zero))
        taken = 0
        for index in 0..<100 {
            let time = Self.now.advanced(by: TimeSpan(nanoseconds: Int64(index) * 100_000))
            if case .measured = frames.judge(Self.frame(at: time), at: time, nil) { taken += 1 }
        }
        #expect(taken == 10)
        frames = Self.asked(Self.stream())
        let later = Self.now.advanced(by: .milliseconds(990))
        _ = frames.judge(Self.frame(at: later), at: later, nil)
        #expect(frames.judge(Self.frame(), at: Self.now.advanced(by: .milliseconds(1000)), nil) == .passedOver)
        frames = Self.asked(Self.stream())
        taken = 0
        for index in 0..<10_000 {
            let time = Self.now.advanced(by: TimeSpan(nanoseconds: Int64(index) * 100_000))
            let shown = time.advanced(by: .milliseconds(index.isMultiple(of: 2) ? 0 : -1000))
            if case .measured = frames.judge(Self.frame(at: shown), at: time, nil) { taken += 1 }
        }
        #expect(taken == 50)
    }

    @Test("The first frame of a stream has the time that a camera needs to wake up; each further one has two seconds")
    func firstFrame() {
        func patience(_ frames: HeldFrames) -> Int64? {
            frames.deadline.map { $0.since(Self.now).nanoseconds / 1_000_000 }
        }
        func asked(_ firstFrameTime: TimeSpan?) -> HeldFrames {
            var frames = HeldFrames(Self.stream())
            var request = Self.request
            request.firstFrameTime = firstFrameTime
            _ = frames.ask(request, id: 7, at: Self.now)
            return frames
        }
        #expect(patience(asked(nil)) == 4000)
        #expect(patience(asked(.milliseconds(9000))) == 9000)
        #expect(patience(asked(.milliseconds(500))) == 2000, "no less than any other frame")
        var frames = asked(nil)
        _ = frames.judge(Self.frame(at: Instant(nanoseconds: .max)), at: Self.now, nil)
        #expect(patience(frames) == 4000, "a frame that cannot be believed is none")
        _ = frames.judge(Self.frame(), at: Self.now, nil)
        #expect(patience(frames) == 2000)
        _ = frames.ask(Self.request, id: 8, at: Self.now)
        #expect(patience(frames) == 2000, "the stream runs already")
    }

    @Test("A frame whose time stands still is no sign of the stream; after a clock's step back the next one is again")
    func frozenTime() {
        func after(_ milliseconds: Int64) -> Instant { Self.now.advanced(by: .milliseconds(milliseconds)) }
        var frames = HeldFrames(Self.stream())
        _ = frames.ask(Self.request, id: 7, at: Self.now)
        for milliseconds in stride(from: 0, through: 1900, by: 100) as StrideThrough<Int64> {
            _ = frames.judge(Self.frame(), at: after(milliseconds), nil)
        }
        #expect(frames.deadline == after(2000))
        _ = frames.ask(Self.request, id: 8, at: after(2500))
        _ = frames.judge(Self.frame(of: 8), at: after(2600), nil)
        #expect(frames.deadline == after(4500))
        guard case .measured = frames.judge(Self.frame(of: 8, at: after(-1000)), at: after(2700), nil) else {
            Issue.record("the engine gets nothing after the step back")
            return
        }
        #expect(frames.deadline == after(4500))
        _ = frames.judge(Self.frame(of: 8, at: after(-960)), at: after(2800), nil)
        #expect(frames.deadline == after(4800))
    }

    @Test(
        "A holder may lie: what is passed on answers the request, is not of the future, and goes back only with the clock",
        arguments: [21, 22, 23] as [UInt64])
    func lies(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var frames = HeldFrames(Self.stream())
        var (now, last, id, passed) = (Self.now, nil as Instant?, 0 as UInt32, 0)
        var (former, isAsked) = (nil as Instant?, false)
        func away(_ milliseconds: Int64) -> Instant { now.advanced(by: .milliseconds(milliseconds)) }
        for _ in 0..<5000 {
            now = away(Int64(random.below(60)))
            let choice = random.below(40)
            if choice == 0 {
                (id, last, isAsked) = (id + 1, nil, true)
                _ = frames.ask(Self.request, id: id, at: now)
            } else if choice == 1 {
                _ = frames.rest()
                isAsked = false
            }
            let times = [
                now, away(-30), away(900), away(-6000), last ?? now, Instant(nanoseconds: .max),
                Instant(nanoseconds: .min),
            ]
            let frame = Self.frame(
                of: random.chance(0.9) ? id : UInt32(random.below(9)), at: random.pick(times),
                sharpness: random.pick([[0.1], [], [0.1, 0.2]]))
            let verdict = frames.judge(frame, at: now, nil)
            if case .unbelievable = verdict { continue }
            guard isAsked, frame.request == id else { continue }
            let isBack = former.map { frame.time < $0 } ?? false
            former = frame.time
            guard case .measured(let found) = verdict else { continue }
            passed += 1
            #expect(found.request == id && found.captured <= now)
            #expect(isBack || (last.map { found.captured > $0 } ?? true))
            last = found.captured
        }
        #expect(passed > 20)
    }

    @Test("What cannot be true is not believed, and the reason is told")
    func nonsense() {
        var request = Self.request
        request.includesGrid = true
        func reason(_ frame: HeldFrame) -> String {
            var frames = Self.asked(Self.stream(), request)
            if case .unbelievable(let reason) = frames.judge(frame, at: Self.now, nil) { return reason }
            return ""
        }
        let grid = [UInt8](repeating: 9, count: 48)
        #expect(reason(Self.frame(grid: grid)) == "")
        #expect(reason(Self.frame(at: Self.now.advanced(by: .milliseconds(999)), grid: grid)) == "")
        #expect(reason(Self.frame(at: Self.now.advanced(by: .milliseconds(1001)), grid: grid)).contains("future"))
        #expect(reason(Self.frame(at: Self.now.advanced(by: .milliseconds(-5001)), grid: grid)).contains("past"))
        #expect(reason(Self.frame(at: Instant(nanoseconds: .max), grid: grid)).contains("future"))
        #expect(reason(Self.frame(at: Instant(nanoseconds: .min), grid: grid)).contains("past"))
        #expect(reason(Self.frame(sharpness: [], grid: grid)).contains("1 number"))
        #expect(reason(Self.frame(sharpness: [1, 2], grid: grid)).contains("1 number"))
        #expect(reason(Self.frame()).contains("grid"))
        #expect(reason(Self.frame(grid: [1, 2, 3])).contains("48"))
    }

    @Test("The time of a frame never lies in the future, and its grid is passed on cell by cell")
    func believed() {
        var request = Self.request
        request.includesGrid = true
        var frames = Self.asked(Self.stream(), request)
        let grid = (0..<48).map { UInt8($0 * 5) }
        let early = Self.frame(at: Self.now.advanced(by: .milliseconds(20)), grid: grid)
        guard case .measured(let statistics) = frames.judge(early, at: Self.now, nil) else {
            Issue.record("it is not believed")
            return
        }
        #expect(statistics.captured == Self.now && statistics.lens == nil && statistics.request == 7)
        let cells = statistics.grid.map { grid in (0..<48).map { grid.cells[$0] } }
        #expect(cells == grid)
    }
}
