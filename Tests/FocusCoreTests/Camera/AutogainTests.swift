import FocusCore
import Testing

/// V4L2_CID_AUTOGAIN: it belongs to the exposure.
struct AutogainTests {
    private static func camera(autogain: Int64?, givesFrames: Bool = false) -> CameraDescription {
        let controls =
            CameraExamples.basics + [
                ControlDescription(id: .gain, maximum: 255, value: .integer(64)),
                ControlDescription(
                    id: .autogain, maximum: 1, defaultValue: 1, value: autogain.map(ControlValue.integer)),
            ]
        return givesFrames ? CameraExamples.withFrames(controls) : CameraExamples.camera(controls)
    }

    @Test("At each level a hold switches it off, and is verified only when it reads 0", arguments: [false, true])
    func held(_ givesFrames: Bool) throws {
        var rig = EngineRig(started: Self.camera(autogain: 1, givesFrames: givesFrames))
        rig.tap(0.25, 0.5)
        rig.film(9000)
        #expect(rig.settled.first?.verified == [.focus, .exposure])
        #expect(rig.camera?.integer(.autogain) == 0)
        #expect(rig.allViolations == [])
        rig.send(.viewShown)
        #expect(rig.camera?.integer(.autogain) == 1)

        rig.forget()
        rig.camera?.alwaysReads = [.autogain: 1]
        rig.tap(0.25, 0.5)
        rig.film(9000)
        let report = try #require(rig.settled.first)
        #expect(report.exposure == .failed && report.verified == .focus)
    }

    @Test("It goes off before a gain is written: the camera never has to refuse one")
    func order() {
        var rig = EngineRig(started: Self.camera(autogain: 1, givesFrames: true))
        rig.camera?.image.light = 0.45 / 8000
        rig.tap(0.25, 0.5)
        rig.film(9000)
        #expect(rig.writes.contains { $0.contains("gain=") && !$0.contains("autogain") })
        #expect(rig.writes.allSatisfy { !$0.hasSuffix("!") })
    }

    @Test("Somebody who had it off gets it off in continuous, and both it and the gain at the end", arguments: [0, 1])
    func original(_ value: Int64) {
        var rig = EngineRig(started: Self.camera(autogain: value, givesFrames: true))
        #expect(rig.camera?.integer(.autogain) == value)
        rig.camera?.image.light = 0.45 / 8000
        rig.tap(0.25, 0.5)
        rig.film(9000)
        rig.send(.viewShown)
        #expect(rig.camera?.integer(.autogain) == value)
        rig.tap(0.25, 0.5)
        rig.film(9000)
        rig.send(.stop)
        #expect(rig.camera?.integer(.autogain) == value)
        if value == 0 { #expect(rig.camera?.integer(.gain) == 64) }
        #expect(rig.effects.contains(.stopped(isComplete: true)))
        #expect(rig.writes.allSatisfy { !$0.hasSuffix("!") })
    }

    @Test("Where its original is not known, it is on in continuous")
    func unknown() {
        var rig = EngineRig(started: Self.camera(autogain: nil))
        rig.send(.viewShown)
        #expect(rig.camera?.integer(.autogain) == 1)
    }

    @Test(
        "While another program streams, a tap holds it off as well, and the end puts it and the gain back",
        arguments: [0, 1])
    func busy(_ value: Int64) throws {
        var rig = EngineRig(started: Self.camera(autogain: value, givesFrames: true))
        rig.camera?.image.light = 0.45 / 8000
        for isBusy in [true, false, true, true] {
            rig.forget()
            rig.camera?.framesErrno = isBusy ? 16 : 0
            rig.tap(isBusy ? 0.75 : 0.25, 0.5)
            rig.film(9000)
            let report = try #require(rig.settled.first)
            #expect(rig.settled.count == 1)
            #expect(report.exposureLevel == (isBusy ? .wholeFrame : .software))
            #expect(report.verified == [.focus, .exposure])
            #expect(rig.faults == (isBusy ? [.framesRefused(errno: 16)] : []))
            #expect(rig.camera?.integer(.autogain) == 0 && rig.camera?.integer(.exposureAuto) == 1)
            #expect(rig.writes.allSatisfy { !$0.hasSuffix("!") }, "\(rig.writes)")
        }
        rig.send(.viewShown)
        rig.film(3000)
        #expect(rig.camera?.integer(.autogain) == value && rig.camera?.integer(.exposureAuto) == 3)
        if value == 0 { #expect(rig.camera?.integer(.gain) == 64, "no gain of a search stays in continuous") }
        rig.tap(0.75, 0.5)
        rig.film(9000)
        rig.send(.stop)
        #expect(rig.effects.contains(.stopped(isComplete: true)))
        #expect(rig.camera?.integer(.autogain) == value && rig.camera?.integer(.exposureAuto) == 3)
        if value == 0 { #expect(rig.camera?.integer(.gain) == 64) }
        #expect(rig.writes.allSatisfy { !$0.hasSuffix("!") } && rig.allViolations == [])
    }
}
