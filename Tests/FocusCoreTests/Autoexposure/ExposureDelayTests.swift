import SimulatedDevices
import Testing

@testable import FocusCore

/// Given delays, and searches that end before a step was seen.
struct ExposureDelayTests {
    private static func sensor(delay: Int, seed: UInt64 = 1) -> TestSensor {
        var sensor = TestSensor()
        sensor.delay = delay
        sensor.random = SplitMix64(seed: seed)
        sensor.expose(for: 0.45, at: ExposureSetting(time: 60))
        sensor.setting = ExposureSetting(time: 240)
        return sensor
    }

    @Test(
        "A delay that is seen shorter once stays; at the second time in a row it gets shorter, and longer at once",
        arguments: [
            ([4], 4), ([4, 3], 4), ([4, 3, 3], 3), ([4, 2, 3], 3), ([4, 3, 4, 3], 4), ([4, 5], 5),
            ([4, 3, 6, 5], 6), ([0, 0], 0),
        ] as [([Int], Int)])
    func sightings(_ ages: [Int], _ known: Int) {
        var sightings = ExposureDelays.Sightings(known: nil)
        for age in ages { sightings.saw(age) }
        #expect(sightings.known == known)
    }

    @Test(
        "With a given delay nothing is learned: each step is judged exactly at that delay", arguments: 0...30)
    func given(_ delay: Int) throws {
        for real in Set([0, delay / 2, delay]) {
            var sensor = Self.sensor(delay: real)
            var control = ExposureControl(
                range: try ExposureControlTests.range(), start: sensor.setting, learnedDelay: 1, givenDelay: delay)
            var last: Int?
            for number in 1...400 {
                let action = control.look(sensor.frame().statistics)
                if case .set(let time, _) = action {
                    if let last { #expect(number - last == delay + 1, "frame \(number)") }
                    last = number
                    sensor.setting.time = time
                }
                if case .finished(let report) = action {
                    #expect(report.outcome == .converged && abs(Double(report.time) - 60) < 6, "\(report)")
                    #expect(report.frames < 240, "eight seconds")
                    break
                }
            }
            #expect(control.learnedDelay == delay)
        }
    }

    @Test("With a given delay, a change that a frame shows far too early is not taken for all of it")
    func ramp() throws {
        /// The sensor moves to a new exposure in six even steps.
        func run(_ givenDelay: Int?) throws -> Int {
            var sensor = Self.sensor(delay: 0)
            sensor.noise = 0
            var control = ExposureControl(
                range: try ExposureControlTests.range(), start: sensor.setting, givenDelay: givenDelay)
            var (stops, time, sets) = (0.0, sensor.setting.time, 0)
            var (from, age) = (Double(time).binaryLogarithm, 6)
            for number in 0..<200 {
                let to = Double(time).binaryLogarithm
                stops = from + (to - from) * Double(min(age, 6)) / 6
                age += 1
                let mean = min(0.45 * (stops.powerOfTwo / 60), 1)
                let frame = FrameStatistics(
                    request: 1, sequence: UInt32(number), captured: Instant(nanoseconds: 0), exposure: time,
                    sharpness: 0, mean: mean, bright: mean >= 1 ? 1 : 0)
                switch control.look(frame) {
                case .wait: break
                case .set(let wanted, _):
                    (from, age, time) = (stops, 1, wanted)
                    sets += 1
                case .finished: return sets
                }
            }
            return .max
        }
        #expect(try run(6) <= 3)
        #expect(try run(6) < run(nil), "learned too short, it overshoots and comes back")
    }

    @Test("With a delay of 30 an invisible step costs 30 frames, and the search still ends before its deadline")
    func longestDelay() throws {
        for gain in [nil, ControlSteps(least: 16, most: 480)] {
            var control = ExposureControl(
                range: try ExposureControlTests.range(gains: gain), start: ExposureSetting(time: 60, gain: 16),
                givenDelay: 30)
            var frames = 0
            var sets: [Int] = []
            while frames < 300 {
                frames += 1
                let frame = FrameStatistics(
                    request: 1, sequence: UInt32(frames), captured: Instant(nanoseconds: 0), sharpness: 0, mean: 0.2)
                let action = control.look(frame)
                if case .set = action { sets.append(frames) }
                if case .finished = action { break }
            }
            #expect(frames < 240, "\(frames) frames, \(sets)")
        }
    }

    @Test("Whenever the frames stop, the search ends with the best setting that frames have shown")
    func endsWithWhatWasSeen() throws {
        for delay in [0, 1, 2, 4] {
            for most in 1...30 {
                for way in [true, false] {
                    var sensor = Self.sensor(delay: delay)
                    sensor.noise = 0
                    var control = ExposureControl(
                        range: try ExposureControlTests.range(),
                        settings: ExposureSettings().with { $0.mostFrames = most },
                        start: sensor.setting)
                    var seen: [Int64] = []
                    var report: ExposureReport?
                    for number in 1...40 where report == nil {
                        let frame = sensor.frame().statistics
                        let shown = Int64((frame.mean / 0.45 * 60).nearestWhole)
                        seen.append(frame.mean < 1 ? shown : 240)
                        let action = control.look(frame)
                        if case .set(let time, _) = action { sensor.setting.time = time }
                        if case .finished(let end) = action { report = end }
                        if way, number == most, report == nil { report = control.giveUp() }
                    }
                    let end = try #require(report)
                    guard end.outcome == .gaveUp else { continue }
                    #expect(end.time == 240 || seen.contains { abs($0 - end.time) <= 1 }, "\(end) of \(seen)")
                }
            }
        }
    }

    @Test(
        "A search that is aborted during a step ends with a setting that frames have shown, not with the step"
    )
    func givenUpWhileWaiting() throws {
        var control = ExposureControl(range: try ExposureControlTests.range(), start: ExposureSetting(time: 60))
        let frame = FrameStatistics(
            request: 1, sequence: 1, captured: Instant(nanoseconds: 0), exposure: 60, sharpness: 0, mean: 0.1)
        guard case .set(let time, _) = control.look(frame) else {
            Issue.record("nothing was set")
            return
        }
        #expect(time > 60)
        let report = control.giveUp()
        #expect(report.outcome == .gaveUp && report.time == 60)
    }

    @Test(
        "A search whose frames are never judged ends at the limit of frames, which rises with a delay of more than 8",
        arguments: [(0, 60), (4, 60), (8, 60), (9, 66), (18, 120), (30, 192)] as [(Int, Int)])
    func mostFrames(_ delay: Int, _ most: Int) throws {
        var control = ExposureControl(
            range: try ExposureControlTests.range(),
            settings: ExposureSettings().with {
                $0.longestDelay = delay
                $0.mostFrames = 60
            }, start: ExposureSetting(time: 60))
        for number in 1...most {
            let frame = FrameStatistics(
                request: 1, sequence: UInt32(number), captured: Instant(nanoseconds: 0), sharpness: 0,
                mean: .nan)
            var isOver = false
            if case .finished = control.look(frame) { isOver = true }
            #expect(isOver == (number == most), "frame \(number)")
        }
    }

    @Test("No frame ends a search while the camera has not answered, however many come")
    func unanswered() throws {
        var control = ExposureControl(range: try ExposureControlTests.range(), start: ExposureSetting(time: 60))
        for number in 1...5000 {
            let frame = FrameStatistics(
                request: 1, sequence: UInt32(number), captured: Instant(nanoseconds: 0), sharpness: 0, mean: 0.2)
            if case .finished(let report) = control.look(frame, isHeeded: false) {
                Issue.record("frame \(number) ended the search: \(report)")
                break
            }
        }
    }
}
