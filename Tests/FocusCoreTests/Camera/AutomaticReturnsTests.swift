import FocusCore
import Testing

/// Another program switches an automatic on again that a tap has switched off.
struct AutomaticReturnsTests {
    private static let gain = ControlDescription(id: .gain, maximum: 255, value: .integer(64))

    private static func rig(_ camera: CameraDescription = CameraExamples.automatic) -> EngineRig {
        var rig = EngineRig(started: camera)
        rig.tap(0.25, 0.5)
        rig.film(9000)
        rig.forget()
        return rig
    }

    @Test("Each tap at the level software finds the focus after another program has set the automatic back")
    func eachTapWorks() throws {
        var rig = Self.rig()
        for (x, lens) in [(0.75, 60.0), (0.25, 180), (0.75, 60)] {
            // So late that it is not noticed before the tap.
            rig.camera?.setByOthers(.focusAuto, 1)
            rig.camera?.setByOthers(.exposureAuto, 3)
            rig.forget()
            rig.tap(x, 0.5)
            rig.film(9000)
            let report = try #require(rig.settled.first)
            #expect(report.focus == .converged && report.focusLevel == .software)
            #expect(report.exposure == .converged && report.exposureLevel == .software)
            #expect(report.verified == [.focus, .exposure])
            #expect(abs(Double(rig.camera?.integer(.focusAbsolute) ?? 0) - lens) <= 8)
            #expect(rig.camera?.integer(.focusAuto) == 0)
            #expect(rig.faults == [])
        }
        #expect(rig.allViolations == [])
    }

    @Test("An automatic that comes back during a search is switched off once more, and the search goes on")
    func duringSearch() throws {
        for after in 1...20 as ClosedRange<Int64> {
            var rig = EngineRig(started: CameraExamples.automatic)
            rig.tap(0.25, 0.5)
            rig.film(after * 50)
            rig.camera?.setByOthers(.focusAuto, 1)
            rig.camera?.setByOthers(.exposureAuto, 3)
            rig.film(9000)
            let report = try #require(rig.settled.first)
            #expect(report.verified == [.focus, .exposure], "after \(after * 50) ms: \(report), \(rig.faults)")
            #expect(rig.camera?.integer(.focusAuto) == 0)
            #expect(rig.camera?.integer(.exposureAuto) == 1)
            #expect(rig.allViolations == [])
        }
    }

    @Test("An automatic that comes back after every write ends the tap in one report, and is told once")
    func fights() throws {
        var rig = Self.rig()
        rig.camera?.rivals = [.focusAuto: 1]
        rig.tap(0.75, 0.5)
        rig.film(9000)
        let report = try #require(rig.settled.first)
        #expect(report.focus == .failed && report.exposure == .converged)
        #expect(rig.faults.filter { $0 == .automaticReturns(.focusAuto) }.count == 1)
        #expect(rig.writes.count < 30)
        rig.camera?.rivals = [:]
        rig.forget()
        rig.tap(0.25, 0.5)
        rig.film(9000)
        #expect(rig.settled.first?.focus == .converged, "the next tap works as soon as the camera obeys")
        #expect(rig.faults == [])
    }

    @Test("A gain that its own automatic rules is written again after that was switched off")
    func gain() throws {
        let autogain = ControlDescription(id: .autogain, maximum: 1, value: .integer(1))
        var rig = Self.rig(CameraExamples.withFrames(CameraExamples.basics + [autogain, Self.gain]))
        rig.camera?.setByOthers(.autogain, 1)
        rig.camera?.image.light = 0.45 / 8000
        rig.tap(0.25, 0.5)
        rig.film(9000)
        let report = try #require(rig.settled.first)
        #expect(report.verified.contains(.exposure))
        #expect(rig.camera?.integer(.autogain) == 0)
        #expect(rig.faults.allSatisfy { $0 != .automaticReturns(.autogain) })
    }

    @Test("An automatic gain that comes back during a search is switched off once more, and the search goes on")
    func gainDuringSearch() throws {
        let autogain = ControlDescription(id: .autogain, maximum: 1, value: .integer(1))
        for after in 1...20 as ClosedRange<Int64> {
            var rig = EngineRig(
                started: CameraExamples.withFrames(CameraExamples.basics + [autogain, Self.gain]))
            rig.camera?.image.light = 0.45 / 8000
            rig.tap(0.25, 0.5)
            rig.film(after * 50)
            rig.camera?.setByOthers(.autogain, 1)
            rig.film(9000)
            let report = try #require(rig.settled.first)
            #expect(report.exposureReason != .refused, "after \(after * 50) ms: \(rig.writes)")
            #expect(report.verified.contains(.exposure) && rig.camera?.integer(.autogain) == 0)
            #expect(rig.allViolations == [])
        }
    }

    @Test("A position that is restored at the end is written although another program has switched the automatic on")
    func atTheEnd() {
        var rig = EngineRig(started: CameraExamples.manual)
        rig.tap(0.25, 0.5)
        rig.pass(1500)
        rig.camera?.setByOthers(.focusAuto, 1)
        rig.camera?.setByOthers(.exposureAuto, 3)
        rig.send(.stop)
        #expect(rig.effects.contains(.stopped(isComplete: true)))
        #expect(rig.camera?.integer(.focusAbsolute) == 35)
        #expect(rig.camera?.integer(.exposureAbsolute) == 500)
    }
}
