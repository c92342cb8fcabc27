import FocusCore
import Testing

/// Compensation of an exposure that is held.
struct HeldCompensationTests {
    struct Case: CustomTestStringConvertible {
        /// V4L2_CID_POWER_LINE_FREQUENCY: 0 none, 1 50 Hz, 2 60 Hz.
        var powerLine: Int64
        /// The right exposure.
        var time: Int64
        var hasGain: Bool
        var testDescription: String { "power line \(powerLine), \(time)\(hasGain ? ", gain" : "")" }
    }

    static let cases: [Case] = [(0, 90), (0, 300), (1, 100), (1, 300), (2, 83), (2, 333)].flatMap { line, time in
        [false, true].map { Case(powerLine: line, time: time, hasGain: $0) }
    }

    private static func powerLine(_ value: Int64) -> ControlDescription {
        ControlDescription(
            id: .powerLineFrequency, maximum: 2, defaultValue: 1, menuItems: 0b111, value: .integer(value))
    }

    private static let gain = ControlDescription(id: .gain, maximum: 255, defaultValue: 64, value: .integer(64))

    private static func missing(_ rig: EngineRig) -> [Double] {
        rig.faults.compactMap { if case .compensationLimited(let missing) = $0 { missing } else { nil } }
    }

    private static func product(_ rig: EngineRig) -> Double {
        Double(rig.camera?.integer(.exposureAbsolute) ?? 0) * Double(rig.camera?.integer(.gain) ?? 1)
    }

    @Test(
        "At the level software, what is held follows as far as the camera can, and says what is missing",
        arguments: cases)
    func software(_ example: Case) throws {
        let controls =
            CameraExamples.basics + [Self.powerLine(example.powerLine)] + (example.hasGain ? [Self.gain] : [])
        var rig = EngineRig(started: CameraExamples.withFrames(controls))
        rig.camera?.image.light = 0.45 / Double(example.time)
        rig.tap(0.25, 0.5)
        rig.film(8000)
        let found = (rig.camera?.integer(.exposureAbsolute), rig.camera?.integer(.gain))
        let product = Self.product(rig)
        try #require(abs(product / Double(example.time * (example.hasGain ? 64 : 1)) - 1) < 0.06)
        for change in [0.5, 1, 1.5, 2, -0.5, -1, -1.5, -2, 0.5, 0, 0.7, -0.3, 0] {
            rig.forget()
            rig.send(.exposureCompensation(change))
            rig.film(500)
            let given = (Self.product(rig) / product).logarithm
            let told = rig.engine.missingCompensation
            #expect(abs(change - given - told) < 0.11, "\(change) EV: \(given) given, \(told) missing")
            #expect(Self.missing(rig) == (told == 0 ? [] : [told]), "\(change) EV")
            if example.hasGain { #expect(told == 0, "\(change) EV") }
            if change == 0 {
                #expect(rig.camera?.integer(.exposureAbsolute) == found.0 && rig.camera?.integer(.gain) == found.1)
            }
        }
        rig.send(.exposureCompensation(1))
        rig.send(.viewShown)
        rig.pass(100)
        #expect(rig.engine.missingCompensation == 0, "nothing is held")
        #expect(rig.camera?.integer(.exposureAuto) == 3 && rig.camera?.integer(.gain) == (example.hasGain ? 64 : nil))
        rig.send(.stop)
        #expect(rig.camera?.integer(.exposureAuto) == 3 && rig.camera?.integer(.gain) == (example.hasGain ? 64 : nil))
        #expect(rig.allViolations == [])
    }

    @Test(
        "What an automatic came to follows by its time; its gain is its own, and what is missing is told",
        arguments: [CameraExamples.region(), []], [Int64(0), 1, 2])
    func automatic(_ region: [ControlDescription], _ line: Int64) throws {
        var rig = EngineRig(
            started: CameraExamples.camera(CameraExamples.basics + region + [Self.powerLine(line), Self.gain]))
        rig.tap(0.25, 0.5)
        rig.pass(3000)
        let found = try #require(rig.camera?.integer(.exposureAbsolute))
        for change in [0.5, 1, -0.5, -1, -2, 0.5, 0] {
            rig.forget()
            rig.send(.exposureCompensation(change))
            rig.pass(500)
            let time = try #require(rig.camera?.integer(.exposureAbsolute))
            let given = (Double(time) / Double(found)).logarithm
            let told = rig.engine.missingCompensation
            #expect(abs(change - given - told) < 0.11, "\(change) EV from \(found): \(time), \(told) missing")
            #expect(Self.missing(rig) == (told == 0 ? [] : [told]))
            if line == 0 { #expect(told == 0) }
            if change == 0 { #expect(time == found) }
            #expect(!rig.writes.contains { $0.contains("control") }, "the gain is not written: \(rig.writes)")
        }
        rig.send(.viewShown)
        rig.pass(100)
        #expect(rig.camera?.integer(.exposureAuto) == 3)
        #expect(rig.allViolations == [])
    }

    @Test("A step of the compensation writes the time alone where nothing else changes, and never the mode again")
    func fewestWrites() {
        let searched = CameraExamples.withFrames(CameraExamples.basics + [Self.powerLine(0)])
        let amplified = CameraExamples.withFrames(CameraExamples.basics + [Self.powerLine(0), Self.gain])
        let automatic = CameraExamples.camera(
            CameraExamples.basics + CameraExamples.region() + [Self.powerLine(0), Self.gain])
        for (camera, most) in [(searched, 1), (amplified, 2), (automatic, 1)] {
            var rig = EngineRig(started: camera)
            rig.tap(0.25, 0.5)
            rig.film(8000)
            for change in [-0.1, -0.2, -0.3, -0.5, 0.2, 0] {
                rig.forget()
                rig.send(.exposureCompensation(change))
                rig.film(500)
                let settings = rig.writes.flatMap { $0.split(separator: ",") }
                #expect((1...most).contains(settings.count), "\(change) EV: \(rig.writes)")
                #expect(!settings.contains { $0.hasPrefix("exposureAuto") }, "\(change) EV: \(rig.writes)")
            }
            #expect(rig.allViolations == [])
        }
    }

    @Test("After a step that the camera has ignored, the mode is written again, too")
    func ignoredStep() {
        var rig = EngineRig(started: CameraExamples.automatic)
        rig.tap(0.25, 0.5)
        rig.film(8000)
        rig.camera?.ignored = [.exposureAbsolute: 1]
        rig.forget()
        rig.send(.exposureCompensation(-1))
        rig.film(2000)
        #expect(rig.writes.count == 2, "\(rig.writes)")
        #expect(rig.writes.first?.hasPrefix("exposure=") == true)
        #expect(rig.writes.last?.hasPrefix("exposureAuto=1,exposure=") == true)
    }

    /// An exposure that is held, of a camera that is left alone otherwise.
    private static func held(_ camera: CameraDescription) -> EngineRig {
        var rig = EngineRig(started: camera, Configuration().with { $0.sceneWatch = .never })
        rig.tap(0.25, 0.5)
        rig.film(8000)
        rig.forget()
        return rig
    }

    @Test("After a step that the camera has refused, all is written once, and the exposure stays held")
    func refusedStep() {
        var rig = Self.held(CameraExamples.automatic)
        rig.camera?.failuresAhead = 1
        rig.send(.exposureCompensation(-1))
        rig.film(1000)
        #expect(rig.writes.count == 2, "\(rig.writes)")
        #expect(rig.writes.first?.hasPrefix("exposure=") == true && rig.writes.first?.hasSuffix("!") == true)
        #expect(rig.writes.last?.hasPrefix("exposureAuto=1,exposure=") == true)
        #expect(rig.faults == [] && rig.allViolations == [])
        rig.camera?.failuresAhead = 2
        rig.send(.exposureCompensation(-2))
        rig.film(1000)
        #expect(rig.faults == [.holdLost(.exposureAbsolute)], "a second refusal counts")
    }

    @Test("A step writes the mode, too, after news of another program, and where nothing can be read back")
    func uncertainMode() {
        var rig = Self.held(CameraExamples.automatic)
        rig.send(.controlsChanged)
        rig.send(.exposureCompensation(-1))
        #expect(rig.writes.first?.hasPrefix("exposureAuto=1,exposure=") == true, "\(rig.writes)")
        let quirks = CameraQuirks(cannotBeReadBack: true)
        rig = Self.held(CameraExamples.withFrames(CameraExamples.basics, quirks: quirks))
        rig.camera?.setByOthers(.exposureAuto, 3)
        // The camera takes the time without a word, and exposes by itself.
        rig.camera?.takesRuledWrites = [.exposureAbsolute]
        rig.send(.exposureCompensation(-1))
        #expect(rig.writes.first?.hasPrefix("exposureAuto=1,exposure=") == true, "\(rig.writes)")
        #expect(rig.camera?.integer(.exposureAuto) == 1)
    }

    @Test("At the longest time without a gain nothing more can be had, and that is told once for each wish")
    func atTheLimit() {
        var rig = EngineRig(started: CameraExamples.automatic)
        rig.camera?.image.light = 0.45 / 333
        rig.tap(0.25, 0.5)
        rig.film(8000)
        rig.forget()
        rig.send(.exposureCompensation(1))
        rig.film(2000)
        #expect(Self.missing(rig).count == 1 && (Self.missing(rig).first ?? 0) > 0.9)
        rig.send(.exposureCompensation(2))
        rig.film(2000)
        #expect(Self.missing(rig).count == 2 && rig.engine.missingCompensation > 1.9)
        rig.send(.exposureCompensation(0))
        #expect(rig.engine.missingCompensation == 0 && Self.missing(rig).count == 2)
    }

    @Test("A search that came short of its target has not given all of the compensation, and that is told and counted")
    func searchCameShort() throws {
        var rig = EngineRig(started: CameraExamples.automatic)
        rig.camera?.image.light = 0.45 / 250
        rig.send(.exposureCompensation(2))
        rig.tap(0.25, 0.5)
        rig.film(9000)
        try #require(rig.exposures.map(\.outcome) == [.limited])
        let found = try #require(rig.camera?.integer(.exposureAbsolute))
        let missing = rig.engine.missingCompensation
        #expect((0.3...2).contains(missing) && Self.missing(rig) == [missing])
        rig.send(.exposureCompensation(0))
        rig.film(1000)
        let time = try #require(rig.camera?.integer(.exposureAbsolute))
        #expect(abs((Double(time) / Double(found)).logarithm - (missing - 2)) < 0.05, "\(time) from \(found)")
        #expect(rig.engine.missingCompensation == 0)
    }

    @Test("Of a bias counts what its item stands for: the rest is given by time, and only that much is taken back")
    func biasAtItsEnd() throws {
        var control = ControlDescription(id: .exposureBias, maximum: 4, menuItems: 0b11111, value: .integer(2))
        control.menuIntegers = [-2000, -1000, 0, 1000, 2000]
        func held(_ wishes: [Double]) throws -> Int64 {
            var rig = EngineRig(started: CameraExamples.camera(CameraExamples.basics + [control]))
            rig.send(.exposureCompensation(wishes[0]))
            rig.tap(0.5, 0.5)
            rig.pass(3000)
            for wish in wishes.dropFirst() {
                rig.send(.exposureCompensation(wish))
                rig.pass(1000)
            }
            return try #require(rig.camera?.integer(.exposureAbsolute))
        }
        let found = try held([2])
        #expect(abs((Double(try held([3])) / Double(found)).logarithm - 1) < 0.02)
        #expect(abs((Double(try held([4, 0])) / Double(found)).logarithm + 2) < 0.02)
    }

    @Test("A camera that goes on telling its last manual time cannot be compensated while held, and says so")
    func staleTime() {
        var rig = EngineRig(started: CameraExamples.withRegion)
        rig.camera?.readsToRest = 0
        rig.tap(0.25, 0.5)
        rig.pass(2000)
        rig.forget()
        rig.send(.exposureCompensation(-1))
        rig.pass(1000)
        #expect(rig.writes == [])
        #expect(Self.missing(rig) == [-1] && rig.engine.missingCompensation == -1)
    }

    @Test("A lock keeps what it has found: it follows no compensation, and that is told")
    func lock() {
        var rig = EngineRig(started: CameraExamples.withLock)
        rig.tap(0.25, 0.5)
        rig.pass(3000)
        rig.forget()
        rig.send(.exposureCompensation(1))
        rig.pass(1000)
        #expect(Self.missing(rig) == [1])
    }

    @Test("A compensation that goes and comes back finds the same exposure, though the scene is watched by then")
    func scene() throws {
        var configuration = Configuration().with { $0.sceneWatch = .always }
        configuration.exposureCompensation = 1.4
        var rig = EngineRig(
            started: CameraExamples.withFrames(CameraExamples.basics + CameraExamples.region()), configuration)
        rig.tap(0.25, 0.5)
        rig.pass(2600)
        let held = try #require(rig.camera?.integer(.exposureAbsolute))
        rig.film(1000)
        for change in [0, 1.4] {
            rig.send(.exposureCompensation(change))
            rig.film(500)
        }
        #expect(rig.camera?.integer(.exposureAbsolute) == held)
        #expect(rig.settled.first?.exposureLevel == .region && held > 333, "held at \(held)")
    }
}

extension Double {
    /// To the base of two; only here, and good to three digits.
    fileprivate var logarithm: Double {
        var (number, whole) = (self, 0.0)
        guard number > 0, number < .infinity else { return .nan }
        while number >= 2 { (number, whole) = (number / 2, whole + 1) }
        while number < 1 { (number, whole) = (number * 2, whole - 1) }
        var (bit, rest) = (0.5, 0.0)
        for _ in 0..<30 {
            number *= number
            if number >= 2 { (number, rest) = (number / 2, rest + bit) }
            bit /= 2
        }
        return whole + rest
    }
}
