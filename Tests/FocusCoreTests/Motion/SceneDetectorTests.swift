import FocusCore
import SimulatedDevices
import Testing

/// Other scenes, the same scene in another light, and everything else.
struct SceneDetectorTests {
    static let rates: [Double] = [2, 2.5, 3, 4, 5, 7.5, 10, 15, 25, 30]

    struct Case: CustomTestStringConvertible {
        var name: String
        var marks: String
        /// The interval in which the change must be reported, in seconds; nil: no report.
        var seen: ClosedRange<Double>?
        var testDescription: String { name }
    }

    // Each mark is 100 ms. Two frames at 2 Hz are 0.5 s apart, and the scene must be still for another 0.5 s.
    static let cases = [
        Case(name: "nothing happens", marks: "............................................................"),
        Case(name: "somebody comes and stays", marks: "....................pppppppppppppppppppppp", seen: 2.5...3.6),
        Case(name: "somebody leaves", marks: "pppppppppppppppppppp......................", seen: 2.5...3.6),
        Case(name: "somebody goes elsewhere", marks: "pppppppppppppppppppprrrrrrrrrrrrrrrrrrrr", seen: 2.5...3.6),
        Case(
            name: "somebody walks about, then stays", marks: "...............wwwwwwwwwwwwrrrrrrrrrrrrrrrrr",
            seen: 3.2...4.3),
        Case(name: "somebody walks through", marks: "....................wwwwwwwwwwwwwwwwwwwwww..................."),
        Case(
            name: "somebody moves by a quarter of a cell", marks: "ppppppppppppppppppppssssssssssssssssssssssssssssss"),
        Case(name: "somebody moves by half a cell", marks: "pppppppppppppppppppphhhhhhhhhhhhhhhhhhhhhhhhhhhhhh"),
        Case(name: "somebody rocks", marks: "pppppppppppppppppppphhhhhhhpppppppsssssspppppppppphhhhhhpppp"),
        Case(name: "a flash", marks: "....................f.............................."),
        Case(name: "flashes", marks: "....................f.........f.........f.........f.........f........"),
        Case(name: "a flash while somebody stays", marks: "pppppppppppppppppppfpppppppppppppppppppppp"),
        Case(name: "a lamp of 1.2 times the light", marks: "....................++++++++++++++++++++++++++++++"),
        Case(
            name: "a lamp of 1.8 times the light", marks: "....................*********************", seen: 2.5...3.6),
        Case(name: "somebody comes with a lamp", marks: "++++++++++++++++++++pppppppppppppppppppp", seen: 2.5...3.6),
    ]

    @Test("A change counts once the scene is at rest after it, at any frame rate", arguments: cases)
    func changeThenStability(_ example: Case) {
        for rate in Self.rates {
            for seed in 0..<40 as Range<UInt64> {
                var line = SceneTimeLine(example.marks, rate: rate, seed: seed)
                let times = line.changes()
                guard let seen = example.seen else {
                    #expect(times.isEmpty, "seed \(seed), rate \(rate): \(times)")
                    continue
                }
                #expect(times.count == 1, "seed \(seed), rate \(rate): \(times)")
                #expect(times.allSatisfy(seen.contains), "seed \(seed), rate \(rate): \(times)")
            }
        }
    }

    @Test("Noise of 3 levels and bands of 5 levels by lamps on the mains are no change", arguments: rates)
    func noiseAndFlicker(_ rate: Double) {
        for seed in 0..<30 as Range<UInt64> {
            var still = SceneTimeLine(String(repeating: "p", count: 300), rate: rate, seed: seed)
            still.noise = seed % 2 == 0 ? 3 : 1
            still.flicker = seed % 2 == 0 ? 0 : 5
            #expect(still.changes().isEmpty, "seed \(seed)")
        }
    }

    @Test("A person who comes is seen under the same noise and the same bands", arguments: rates)
    func changeUnderNoise(_ rate: Double) {
        for seed in 0..<30 as Range<UInt64> {
            var line = SceneTimeLine(
                String(repeating: ".", count: 30) + String(repeating: "p", count: 30), rate: rate, seed: seed)
            line.noise = seed % 2 == 0 ? 3 : 1
            line.flicker = seed % 2 == 0 ? 0 : 5
            let times = line.changes()
            #expect(times.count == 1 && times.allSatisfy { $0 > 3.4 && $0 < 5 }, "seed \(seed): \(times)")
        }
    }

    @Test(
        "Daylight that grows or fades by a third in a minute is no change", arguments: [2.0, 5, 30], [0.005, -0.005])
    func daylight(_ rate: Double, _ drift: Double) {
        var line = SceneTimeLine(String(repeating: "p", count: 600), rate: rate, seed: 5)
        line.drift = drift
        #expect(line.changes().isEmpty)
    }

    @Test("A person who fills a quarter of the image is seen at a contrast of 60 levels, and not at 20")
    func contrast() {
        let marks = String(repeating: ".", count: 20) + String(repeating: "p", count: 20)
        var seen: [(Double, Bool)] = []
        for contrast in [10.0, 20, 30, 40, 50, 60, 70] {
            var line = SceneTimeLine(marks, rate: 5, seed: 3)
            line.contrast = contrast
            seen.append((contrast, !line.changes().isEmpty))
        }
        print("a quarter of the image changes by (levels, seen): \(seen)")
        #expect(!seen[0].1 && !seen[1].1 && seen[5].1 && seen[6].1)
    }

    @Test("A change is reported once; after a restart the next change is measured from what is seen then")
    func once() {
        var detector = SceneDetector()
        var said = 0
        func level(_ value: UInt8) -> LumaGrid { LumaGrid(cells: InlineArray(repeating: value)) }
        func feed(_ value: UInt8, from start: Int64, to end: Int64) {
            for tick in start..<end where detector.handle(level(value), at: Instant(nanoseconds: tick * 200_000_000)) {
                said += 1
            }
        }
        detector.restart(at: Instant(nanoseconds: 0))
        feed(60, from: 0, to: 20)
        feed(200, from: 20, to: 60)
        feed(60, from: 60, to: 100)
        #expect(said == 1)
        detector.restart(at: Instant(nanoseconds: 100 * 200_000_000))
        feed(200, from: 100, to: 120)
        #expect(said == 1)
        feed(60, from: 120, to: 140)
        #expect(said == 2)
    }

    @Test("Times that stand still, run backwards or leap do not trap, and settings out of range do not either")
    func anyTimesAndSettings() {
        let odd: [Double] = [.nan, -.infinity, .infinity, -1, 0, 1e300]
        for seed in 0..<300 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let settings = SceneSettings().with {
                $0.change = random.pick(odd)
                $0.changedShare = random.pick(odd)
                $0.stillness = random.pick(odd)
                $0.movingShare = random.pick(odd)
                $0.stillTime = TimeSpan(nanoseconds: random.pick([.min, -1, 0, .max]))
                $0.referenceTimeConstant = TimeSpan(nanoseconds: random.pick([.min, -1, 0, .max]))
                $0.lightFactor = random.pick(odd)
                $0.pause = TimeSpan(nanoseconds: random.pick([.min, -1, 0, .max]))
            }
            var detector = SceneDetector(settings: seed % 2 == 0 ? settings : SceneSettings())
            var saidSince = 0
            for _ in 0..<100 {
                let time = Instant(nanoseconds: random.pick([.min, .max, 0, Int64(truncatingIfNeeded: random.next())]))
                if random.chance(0.1) {
                    detector.restart(at: time)
                    saidSince = 0
                }
                let level = UInt8(truncatingIfNeeded: random.next())
                if detector.handle(LumaGrid(cells: InlineArray(repeating: level)), at: time) { saidSince += 1 }
                #expect(saidSince <= 1, "seed \(seed)")
            }
        }
    }

    private static func grid(_ level: UInt8, left: UInt8) -> LumaGrid {
        var grid = LumaGrid()
        for cell in 0..<48 { grid.cells[cell] = cell % LumaGrid.columns < 3 ? left : level }
        return grid
    }

    @Test("A scene that never rested is no reference; the first one at rest is")
    func neverAtRest() {
        var detector = SceneDetector(settings: SceneSettings())
        detector.restart(at: Instant(nanoseconds: 0))
        for tenth in 4..<100 as Range<Int64> {
            let grid = tenth == 4 ? Self.grid(120, left: 30) : Self.grid(120, left: 120)
            let isChanged = detector.handle(grid, at: Instant(nanoseconds: tenth * 100_000_000))
            #expect(!isChanged, "after \(tenth) tenths")
        }
    }

    @Test("A change as slow as daylight is followed, even in only a part of the image")
    func slowChange() {
        var detector = SceneDetector(settings: SceneSettings())
        detector.restart(at: Instant(nanoseconds: 0))
        for second in 1..<900 as Range<Int64> {
            let grid = Self.grid(100, left: 100 + UInt8(second / 10))
            let isChanged = detector.handle(grid, at: Instant(nanoseconds: second * 1_000_000_000))
            #expect(!isChanged, "after \(second) s")
        }
    }

    /// True when two seconds of grids, used in turn, count as a change after two seconds of another grid, at ten a
    /// second.
    private static func isSeen(_ grids: [LumaGrid], after rest: LumaGrid, _ settings: SceneSettings) -> Bool {
        var detector = SceneDetector(settings: settings)
        detector.restart(at: Instant(nanoseconds: 0))
        for tenth in 0..<40 {
            let grid = tenth < 20 ? rest : grids[tenth % grids.count]
            if detector.handle(grid, at: Instant(nanoseconds: Int64(tenth) * 100_000_000)) { return true }
        }
        return false
    }

    @Test(
        "As many changed cells as the share requires are enough, and one less is not",
        arguments: [(0.25, 12), (1, 48)] as [(Double, Int)])
    func changedShare(_ share: Double, _ count: Int) {
        let settings = SceneSettings().with { $0.changedShare = share }
        func grid(_ changed: Int) -> LumaGrid { LumaGrid(cells: InlineArray { $0 < changed ? 200 : 20 }) }
        #expect(Self.isSeen([grid(count)], after: grid(0), settings))
        #expect(!Self.isSeen([grid(count - 1)], after: grid(0), settings))
    }

    @Test(
        "A scene with as many moving cells as the share allows is at rest, and with one more it is not",
        arguments: [(0, 0), (0.08, 3), (0.25, 12)] as [(Double, Int)])
    func movingShare(_ share: Double, _ count: Int) {
        let settings = SceneSettings().with { $0.movingShare = share }
        /// A person covers a third of the cells; of the others, some flicker.
        func grids(_ moving: Int) -> [LumaGrid] {
            [80, 100].map { level in
                LumaGrid(cells: InlineArray { $0 < 16 ? 200 : $0 < 16 + moving ? level : 100 })
            }
        }
        let wall = LumaGrid(cells: InlineArray(repeating: 100))
        #expect(Self.isSeen(grids(count), after: wall, settings))
        #expect(!Self.isSeen(grids(count + 1), after: wall, settings))
    }

    @Test(
        "A limit of change below 0, or NaN, is 0: any difference is a change, and none is not",
        arguments: [0, -0.5, -1e300, .nan] as [Double])
    func noLimit(_ change: Double) {
        let settings = SceneSettings().with { $0.change = change }
        func grid(_ left: UInt8) -> LumaGrid { Self.grid(100, left: left) }
        #expect(Self.isSeen([grid(102)], after: grid(100), settings))
        #expect(!Self.isSeen([grid(100)], after: grid(100), settings))
    }
}
