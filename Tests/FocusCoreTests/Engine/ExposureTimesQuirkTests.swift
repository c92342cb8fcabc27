import FocusCore
import Testing

/// A camera that takes only some exposure times, and exposes with the longest for all others.
struct ExposureTimesQuirkTests {
    private static let times: [Int64] = [1, 2, 4, 9, 19, 39, 78, 156, 312, 625, 1250, 2500, 5000, 10_000]

    private static func exposureAbsolute(_ value: Int64) -> ControlDescription {
        ControlDescription(id: .exposureAbsolute, minimum: 1, maximum: 10_000, value: .integer(value))
    }

    private static func rig(_ controls: [ControlDescription], knows: Bool) -> EngineRig {
        var rig = EngineRig(
            started: CameraExamples.withFrames(controls, quirks: CameraQuirks(exposureTimes: knows ? times : [])))
        rig.camera?.takenTimes = times
        rig.camera?.image.light = 0.45 / 156
        return rig
    }

    /// The exposure times that were written, the restored one excepted.
    private static func written(_ rig: EngineRig) -> [Int64] {
        rig.writes.flatMap { $0.split(separator: ",") }.compactMap {
            $0.hasPrefix("exposure=") ? Int64($0.dropFirst("exposure=".count)) : nil
        }
    }

    @Test("A search chooses among the times of the list and ends well exposed; without the quirk it does not")
    func search() throws {
        for knows in [false, true] {
            var rig = Self.rig([CameraExamples.exposureAuto(), Self.exposureAbsolute(40)], knows: knows)
            rig.forget()
            rig.tap(0.25, 0.5)
            rig.film(9000)
            #expect(rig.allViolations == [] && rig.settled.count == 1)
            let mean = try #require(rig.camera).image.mean(isLeft: true)
            let written = Self.written(rig)
            #expect(!written.isEmpty && written.allSatisfy(Self.times.contains) == knows, "\(written)")
            #expect((abs(mean - 0.45) < 0.1) == knows, "\(mean)")
            if knows { #expect(rig.exposures.map(\.outcome) == [.converged], "\(rig.exposures)") }
        }
    }

    @Test("A compensation of a search, too, ends at a time of the list", arguments: [-2.0, -1, 1, 2])
    func compensation(stops: Double) throws {
        var rig = Self.rig([CameraExamples.exposureAuto(), Self.exposureAbsolute(156)], knows: true)
        rig.tap(0.25, 0.5)
        rig.film(9000)
        let before = try #require(rig.camera?.integer(.exposureAbsolute))
        rig.forget()
        rig.send(.exposureCompensation(stops))
        rig.pass(1000)
        let after = try #require(rig.camera?.integer(.exposureAbsolute))
        // More than a frame's time is not to be had, and between two times of the list there is none.
        #expect(Self.times.contains(after) && (stops < 0 ? after < before : after >= before), "\(before) \(after)")
        #expect(Self.written(rig).allSatisfy(Self.times.contains))
    }

    @Test("What an automatic came to is held with the nearest time of the list; without the quirk, as it was told")
    func held() throws {
        for knows in [false, true] {
            let controls = [CameraExamples.exposureAuto(), Self.exposureAbsolute(130)]
            let quirks = CameraQuirks(exposureTimes: knows ? Self.times : [])
            var description = CameraExamples.camera(controls + CameraExamples.region(bits: 1))
            description.quirks = quirks
            var rig = EngineRig(started: description)
            rig.camera?.takenTimes = Self.times
            rig.forget()
            rig.tap(0.25, 0.5)
            rig.pass(3000)
            let camera = try #require(rig.camera)
            #expect(rig.settled.first?.exposure == .converged && rig.allViolations == [])
            #expect(camera.exposure == (knows ? 156 : 10_000), "\(rig.writes)")
            #expect(rig.faults == [] && rig.settled.first?.verified == .exposure)
        }
    }

    @Test("A time that stood there at the start is put back, in the list or not")
    func original() throws {
        var rig = Self.rig([CameraExamples.exposureAuto(1), Self.exposureAbsolute(333)], knows: true)
        rig.tap(0.25, 0.5)
        rig.film(9000)
        rig.send(.stop)
        #expect(rig.camera?.integer(.exposureAbsolute) == 333 && rig.stops == 1)
    }
}
