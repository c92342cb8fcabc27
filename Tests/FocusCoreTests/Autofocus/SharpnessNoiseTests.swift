import SimulatedDevices
import Testing

@testable import FocusCore

/// The noise of the sharpness, and the frames that a position needs.
struct SharpnessNoiseTests {
    /// Measures a position, as many frames as are wanted, and returns their number.
    private static func measure(
        _ noise: inout SharpnessNoise, summit: Double = 0, isNear: Bool = false, _ frame: () -> Double
    ) -> Int {
        var count = 0
        repeat {
            noise.add(frame())
            count += 1
        } while !noise.isEnough(summit: summit, isNear: isNear) && count < 100
        noise.learn()
        return count
    }

    @Test("In good light the first position takes two frames, most others a single one, and none more than four")
    func goodLight() {
        var random = SplitMix64(seed: 1)
        var single = 0
        for _ in 0..<200 {
            var noise = SharpnessNoise()
            #expect(Self.measure(&noise) { random.factor(noise: 0.01) } == 2)
            for _ in 0..<10 {
                noise.leave()
                let count = Self.measure(&noise, isNear: true) { random.factor(noise: 0.01) }
                #expect(count <= 4)
                if count == 1 { single += 1 }
            }
        }
        #expect(single > 1800, "\(single)")
    }

    @Test(
        "A first position whose frames differ is measured in eight frames, which show the noise",
        arguments: [0.5, 1, 3])
    func poorLight(_ deviation: Double) {
        var random = SplitMix64(seed: 2)
        var learned = 0
        var near = 0
        for _ in 0..<400 {
            var noise = SharpnessNoise()
            let count = Self.measure(&noise) { 1 + 5 * deviation * (random.factor(noise: 0.2) - 1) }
            #expect(count == 2 || count == 8)
            guard count == 8 else { continue }
            learned += 1
            if (0.4...1.8).contains(noise.deviation / deviation) { near += 1 }
        }
        #expect(learned > 300 && near * 10 > learned * 9, "\(learned), \(near)")
    }

    @Test("One broken frame among three or more changes neither the sharpness nor the noise by much", arguments: 3...12)
    func brokenFrame(_ count: Int) {
        var noise = SharpnessNoise()
        for number in 0..<count { noise.add(number == 1 ? 1000 : 10 + Double(number % 3) / 10) }
        #expect(noise.sharpness >= 10 && noise.sharpness <= 10.2)
        noise.learn()
        #expect(count < 4 || noise.deviation < 1)
    }

    @Test("A late frame shows the noise of the position that the lens has left, once")
    func lateFrame() {
        var noise = SharpnessNoise()
        noise.add(10)
        noise.leave()
        noise.addLate(12)
        #expect(noise.deviation == 2.0.squareRoot())
        noise.addLate(1000)
        #expect(noise.deviation == 2.0.squareRoot())
    }

    @Test("The noise counts as known once two pairs of frames have shown it, and as well known after four")
    func known() {
        for pairs in 0...4 {
            let noise = SharpnessNoise.shown(2, pairs: pairs)
            #expect((noise.knownDeviation != nil) == (pairs >= 2) && noise.isWellKnown == (pairs == 4), "\(pairs)")
            if pairs > 0 { #expect(abs(noise.deviation - 2) < 1e-9) }
        }
    }

    @Test("The fewer pairs of frames have shown the noise, the more is reckoned with")
    func fewPairs() {
        #expect(!SharpnessNoise.shown(0.05, pairs: 1).isQuiet(at: 2) && SharpnessNoise.shown(0.05).isQuiet(at: 2))
        #expect(!SharpnessNoise.shown(0.05).isQuiet(at: 1))
        #expect(SharpnessNoise.shown(0, pairs: 1).isQuiet(at: 1) && !SharpnessNoise().isQuiet(at: 1))
    }

    @Test("Two black readings show no noise")
    func black() {
        var noise = SharpnessNoise()
        for late in [0, 0.1] {
            noise.add(0)
            noise.leave()
            noise.addLate(late)
            #expect((noise.deviation > 0) == (late > 0) && noise.isQuiet(at: 10) == (late > 0))
        }
    }

    @Test("A first frame that leaves no doubt is enough, and noise below a fiftieth of the summit is none")
    func clear() {
        var noise = SharpnessNoise()
        noise.add(0.5)
        let isEnoughWhereClear = noise.isEnough(summit: 0.5, isNear: false, isClear: true)
        let isEnoughInDoubt = noise.isEnough(summit: 0.5, isNear: false, isClear: false)
        #expect(isEnoughWhereClear && !isEnoughInDoubt)
        #expect(noise.notable(at: 0.5) == nil)
        noise.add(0.52)
        noise.learn()
        #expect(noise.notable(at: 0.51) != nil && noise.notable(at: 1) == nil)
    }

    @Test("Two equal frames are enough; where other positions have shown noise it takes three; black ones never are")
    func equalFrames() {
        var random = SplitMix64(seed: 3)
        var noise = SharpnessNoise()
        #expect(Self.measure(&noise) { 0.4 } == 2)
        noise = SharpnessNoise()
        #expect(Self.measure(&noise) { random.number(0.1...2) } > 2)
        noise.leave()
        #expect(noise.deviation > 0.1)
        #expect(Self.measure(&noise, summit: 1, isNear: true) { 0.4 } == 3)
        #expect(noise.sharpness == 0.4 && noise.leftOut == 0)
        noise.leave()
        #expect(Self.measure(&noise, summit: 1, isNear: true) { 0 } > 3)
    }

    @Test("A picture that a driver gives twice does not end the measuring of a noisy position")
    func samePictureTwice() {
        var random = SplitMix64(seed: 3)
        var noise = SharpnessNoise()
        #expect(Self.measure(&noise) { random.number(0.1...2) } > 2)
        let deviation = noise.deviation
        noise.leave()
        var frames = [0.4, 0.4]
        let count = Self.measure(&noise, summit: 1, isNear: true) {
            frames.isEmpty ? random.number(0.1...2) : frames.removeFirst()
        }
        #expect(count > 3 && noise.deviation > deviation / 2)
    }

    @Test("Frames of a moving lens before three equal ones are neither sharpness nor noise")
    func movingLens() {
        var noise = SharpnessNoise()
        var frames = [0.2, 0.9, 0.5, 0.5005, 0.4995, 0.1, 0.1]
        #expect(Self.measure(&noise) { frames.removeFirst() } == 5)
        #expect(noise.sharpness == 0.5 && noise.count == 3 && noise.leftOut == 2 && noise.deviation == 0)
        noise.leave()
        #expect(noise.leftOut == 0)
    }

    @Test("Whatever the frames are, twelve are enough")
    func anyFrames() {
        for seed in 0..<2000 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            var noise = SharpnessNoise()
            for _ in 0..<10 {
                let isNear = random.chance(0.5)
                let count = Self.measure(&noise, summit: random.number(0...1e100), isNear: isNear) {
                    random.pick([0, 1e100, 1e-300, random.nextUnit()])
                }
                #expect(count <= SharpnessNoise.mostFrames, "seed \(seed)")
                #expect(noise.deviation >= 0 && noise.deviation.isFinite && noise.sharpness.isFinite, "seed \(seed)")
                noise.leave()
                let late = random.pick([random.nextUnit() * 1e100, .nan, .infinity, -1, 1e300])
                if random.chance(0.5) { noise.addLate(late) }
            }
        }
    }
}
