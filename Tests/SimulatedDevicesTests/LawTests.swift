import CameraLaws
import FocusCore
import SimulatedDevices
import Testing

/// The laws that simulated cameras share.
@Suite("The laws of simulated cameras")
struct LawTests {
    @Test("A value takes effect the given number of frames after it was set, the first one at once")
    func delay() {
        for frames in [0, 1, 3, 100] {
            var line = DelayLine<Int>()
            #expect(line.inEffect(after: frames) == nil)
            for number in 0..<300 {
                #expect(line.pass(number, delay: frames) == max(number - frames, 0))
                #expect(line.inEffect(after: 0) == number)
            }
            line.jump(to: -1)
            #expect(line.pass(7, delay: frames) == (frames == 0 ? 7 : -1))
        }
        var line = DelayLine(5)
        #expect(line.pass(6, delay: 2) == 5 && line.pass(7, delay: 2) == 5 && line.pass(8, delay: 2) == 6)
        #expect(line.pass(9, delay: 0) == 9, "the delay may change from frame to frame")
    }

    @Test("Integers are of their range, and all of a small range come up, for each type")
    func integers() {
        var random = SplitMix64(seed: 5)
        var seen: Set<Int8> = []
        for _ in 0..<20_000 {
            let value = random.integer(Int8(-100)...100)
            #expect((-100...100).contains(value))
            seen.insert(value)
            #expect((3...4).contains(random.integer(3...4 as ClosedRange<Int32>)))
            #expect(random.integer(7...7) == 7)
            _ = random.integer(Int64.min...Int64.max)
            #expect((-1...1).contains(random.noise(0.2)) && (0..<5).contains(random.below(5)))
        }
        #expect(seen.count == 201)
    }

    @Test("A curve has its summit at the peak, and is lower the farther the lens is from it")
    func curves() {
        let curves: [SharpnessCurve] = [
            .hyperbola(floor: 0.1), .square(floor: 0.1), .bell(floor: 0.1), .skewed(floor: 0.1),
        ]
        for curve in curves {
            #expect(abs(curve.value(300, peak: 300, width: 40) - 1.1) < 1e-9)
            for side in [-1.0, 1] {
                let values = (0...10).map { curve.value(300 + side * 20 * Double($0), peak: 300, width: 40) }
                #expect(zip(values, values.dropFirst()).allSatisfy(>) && values.allSatisfy { $0 > 0.1 })
            }
        }
        #expect(abs(SharpnessCurve.hyperbola(floor: 0).value(340, peak: 300, width: 40) - 0.5) < 1e-12)
        // e^(-1/2) and e^-2: Abramowitz and Stegun, table 4.4.
        #expect(abs(SharpnessCurve.bell(floor: 0).value(340, peak: 300, width: 40) - 0.60653) < 1e-5)
        #expect(abs(SharpnessCurve.bell(floor: 0).value(220, peak: 300, width: 40) - 0.13534) < 1e-5)
    }

    @Test("A write breaks a rule exactly if a driver would refuse or change it")
    func rules() {
        let lens = ControlDescription(id: .focusAbsolute, minimum: 10, maximum: 250)
        let mode = ControlDescription(id: .exposureAuto, maximum: 3, menuItems: 0b1010)
        let bounds = PixelRectangle(left: 0, top: 0, width: 640, height: 480)
        var region = ControlDescription(id: .regionRectangle)
        (region.bounds, region.minimumWidth, region.minimumHeight) = (bounds, 16, 16)
        func broken(_ control: ControlDescription?, _ value: ControlValue) -> String? {
            ControlRules.violation(of: ControlSetting(control?.id ?? .gain, value), control)
        }
        #expect(broken(lens, .integer(10)) == nil && broken(lens, .integer(250)) == nil)
        #expect(broken(lens, .integer(9)) != nil && broken(lens, .integer(251)) != nil)
        #expect(broken(mode, .integer(1)) == nil && broken(mode, .integer(3)) == nil)
        #expect(broken(mode, .integer(0)) != nil && broken(mode, .integer(2)) != nil)
        #expect(broken(region, .rectangle(bounds)) == nil)
        #expect(broken(region, .rectangle(PixelRectangle(left: 630, top: 0, width: 16, height: 16))) != nil)
        #expect(broken(region, .rectangle(PixelRectangle(left: 0, top: 0, width: 15, height: 16))) != nil)
        #expect(broken(lens, .rectangle(bounds)) != nil && broken(nil, .integer(1)) != nil)
    }
}
