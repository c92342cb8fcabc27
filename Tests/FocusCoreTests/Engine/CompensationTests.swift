import FocusCore
import Testing

/// A picture that shall be brighter or darker.
struct CompensationTests {
    @Test("A compensation before the start writes nothing, and is in force from the start on")
    func beforeStart() {
        var control = ControlDescription(id: .exposureBias, maximum: 4, menuItems: 0b11111, value: .integer(2))
        control.menuIntegers = [-2000, -1000, 0, 1000, 2000]
        var rig = EngineRig()
        rig.arrive(CameraExamples.camera(CameraExamples.basics + [control]))
        rig.send(.exposureCompensation(1))
        #expect(rig.calls.isEmpty && rig.timers.isEmpty)
        rig.send(.start)
        #expect(rig.camera?.integer(.exposureBias) == 3)
        #expect(rig.allViolations == [])
    }

    @Test("At the software level the target moves: before the tap, during the search, and while held")
    func software() throws {
        for moment in [Int64(-1), 60, 6000] {
            var rig = EngineRig(started: CameraExamples.automatic)
            if moment < 0 { rig.send(.exposureCompensation(-1)) }
            rig.tap(0.25, 0.5)
            if moment > 0 {
                rig.film(moment)
                rig.send(.exposureCompensation(-1))
            }
            rig.film(8000)
            let image = try #require(rig.camera?.image)
            let mean = image.mean(isLeft: true)
            // Half the light is 2^(-1/2.2) of the encoded mean, which a linear picture reaches by another time; while held,
            // the time itself is halved.
            let wanted = moment == 6000 ? 0.225 : 0.3284
            #expect(abs(mean / wanted - 1) <= 0.06, "mean \(mean) after \(moment) ms")
            #expect(rig.allViolations == [])
        }
    }

    @Test("Where the automatic has no bias, what it came to is multiplied when it is held, and again when that changes")
    func held() {
        var rig = EngineRig(started: CameraExamples.withRegion)
        rig.send(.exposureCompensation(1))
        rig.tap(0.25, 0.5)
        rig.film(2500)
        let first = rig.camera?.integer(.exposureAbsolute) ?? 0
        rig.send(.exposureCompensation(0))
        rig.film(500)
        let second = rig.camera?.integer(.exposureAbsolute) ?? 0
        #expect(abs(Double(first) / Double(max(second, 1)) - 2) < 0.02, "\(first), \(second)")
        #expect(rig.allViolations == [])
    }

    @Test(
        "A compensation that a search could not apply is not taken back from the exposure that stood", arguments: 0...1)
    func searchFails(_ how: Int) throws {
        var rig = EngineRig(started: CameraExamples.automatic)
        rig.send(.exposureCompensation(1))
        rig.tap(0.25, 0.5)
        let stood = rig.camera?.integer(.exposureAbsolute)
        if how == 0 {
            // The first exposure that the search wants is refused.
            rig.camera?.failuresAhead = 1
            rig.film(9000)
        } else {
            // No frame ever comes.
            rig.pass(9000)
        }
        try #require(rig.settled.first?.exposure == .failed)
        rig.send(.exposureCompensation(0))
        rig.film(500)
        #expect(rig.camera?.integer(.exposureAbsolute) == stood)
    }

    @Test("A camera with a bias gets the item that is nearest, in continuous and at a tap, and its own at the end")
    func bias() {
        var control = ControlDescription(id: .exposureBias, maximum: 4, menuItems: 0b11111, value: .integer(2))
        control.menuIntegers = [-2000, -1000, 0, 1000, 2000]
        var rig = EngineRig(started: CameraExamples.camera(CameraExamples.basics + [control]))
        rig.send(.exposureCompensation(0.8))
        #expect(rig.camera?.integer(.exposureBias) == 3)
        rig.tap(0.5, 0.5)
        rig.film(3000)
        rig.send(.exposureCompensation(-3))
        rig.send(.viewShown)
        #expect(rig.camera?.integer(.exposureBias) == 0)
        rig.send(.stop)
        #expect(rig.camera?.integer(.exposureBias) == 2)
        #expect(rig.allViolations == [])
    }

    private static let withBias: [ControlDescription] = {
        var control = ControlDescription(id: .exposureBias, maximum: 4, menuItems: 0b11111, value: .integer(2))
        control.menuIntegers = [-2000, -1000, 0, 1000, 2000]
        return CameraExamples.basics + [control]
    }()

    @Test("A compensation that is given to what is held by its time is given to the bias by the next tap")
    func biasAtNextTap() {
        var rig = EngineRig(started: CameraExamples.camera(Self.withBias))
        rig.tap(0.25, 0.5)
        rig.pass(3000)
        rig.send(.exposureCompensation(1))
        rig.pass(1000)
        #expect(rig.camera?.integer(.exposureBias) == 2)
        rig.tap(0.75, 0.5)
        #expect(rig.camera?.integer(.exposureBias) == 3)
        #expect(rig.allViolations == [])
    }

    @Test(
        "What the bias has given is not given again to an exposure that no frame could better",
        arguments: [false, true])
    func biasWithoutFrames(_ isLater: Bool) throws {
        var configuration = Configuration()
        configuration.exposureCompensation = isLater ? 0 : 1
        var rig = EngineRig(started: CameraExamples.withFrames(Self.withBias), configuration)
        if isLater { rig.send(.exposureCompensation(1)) }
        rig.tap(0.25, 0.5)
        let stood = try #require(rig.camera?.integer(.exposureAbsolute))
        rig.pass(9000)
        try #require(rig.settled.first?.exposure == .failed)
        #expect(rig.camera?.integer(.exposureAbsolute) == stood)
        #expect(rig.engine.missingCompensation == 0)
    }

    @Test(
        "A configured compensation that is no number is reported and counts as none; too much counts as the most",
        arguments: [(Double.nan, 0.0), (.infinity, 0), (100, 4), (-100, -4)])
    func unusableConfiguration(_ configured: Double, _ counted: Double) {
        func held(_ value: Double) -> (exposure: Int64?, faults: [Fault]) {
            var configuration = Configuration()
            configuration.exposureCompensation = value
            var rig = EngineRig(started: CameraExamples.withRegion, configuration)
            rig.tap(0.25, 0.5)
            rig.film(2500)
            return (rig.camera?.integer(.exposureAbsolute), rig.faults)
        }
        let (result, expected) = (held(configured), held(counted))
        #expect(result.exposure == expected.exposure)
        #expect(result.faults == (configured.isFinite ? [] : [.compensationUnusable]) + expected.faults)
    }

    @Test("What is no number is reported and ignored; what is too much is taken as the most")
    func unusable() {
        var rig = EngineRig(started: CameraExamples.withRegion)
        rig.send(.exposureCompensation(.nan))
        rig.send(.exposureCompensation(.infinity))
        #expect(rig.faults == [.compensationUnusable, .compensationUnusable])
        rig.send(.exposureCompensation(100))
        #expect(rig.allViolations == [])
    }

    @Test(
        "A camera whose bias has all of ±4 EV is given all of it, and no more is asked for",
        arguments: [(4.0, 8), (-4, 0), (3, 7), (-3, 1), (100, 8), (-100, 0)] as [(Double, Int64)])
    func wholeRange(_ value: Double, _ item: Int64) {
        var control = ControlDescription(id: .exposureBias, maximum: 8, menuItems: 0x1ff, value: .integer(4))
        control.menuIntegers = [-4000, -3000, -2000, -1000, 0, 1000, 2000, 3000, 4000]
        var rig = EngineRig(started: CameraExamples.camera(CameraExamples.basics + [control]))
        rig.send(.exposureCompensation(value))
        #expect(rig.camera?.integer(.exposureBias) == item)
    }

    @Test("A picture that is too bright at the shortest time lacks nothing of a compensation that brightens it")
    func tooBrightAnyway() throws {
        var rig = EngineRig(started: CameraExamples.automatic)
        rig.camera?.image.light = 10
        rig.send(.exposureCompensation(1))
        rig.tap(0.25, 0.5)
        rig.film(9000)
        try #require(rig.exposures.map(\.outcome) == [.limited])
        #expect(rig.engine.missingCompensation == 0 && rig.faults == [])
    }
}
