import FocusCore
import SimulatedDevices
import Testing

/// Cameras that take their time for what they are told, while frames go on coming.
struct SlowCameraTests {
    private static let powerLine = ControlDescription(
        id: .powerLineFrequency, maximum: 2, defaultValue: 1, menuItems: 0b111, value: .integer(1))

    @Test("A frame that was captured before the first write says nothing about it, also when it comes after the answer")
    func lateFrame() throws {
        var rig = EngineRig(started: CameraExamples.withFrames(CameraExamples.basics + [Self.powerLine]))
        rig.camera?.image.light = 0.45 / 300
        rig.answersAtOnce = false
        rig.tap(0.25, 0.5)
        let isTold = rig.film { $0.writes(.exposureAuto) }
        try #require(isTold)
        rig.answersAtOnce = false
        // Exposed by the automatic, with 157; the search begins at 200.
        var random = SplitMix64(seed: 1)
        let frame = try #require(
            rig.camera?.image.frame(lens: 100, exposure: 157, marks: (nil, nil), at: rig.now, &random))
        rig.answerOne()
        rig.forget()
        rig.send(.frames(.measured(frame)))
        rig.answersAtOnce = true
        rig.answerAll()
        #expect(rig.writes.filter { $0.hasPrefix("exposure=") } == ["exposure=200"], "\(rig.writes)")
        rig.film(5000)
        #expect(rig.exposures.map(\.outcome) == [.converged])
        #expect(rig.camera?.integer(.exposureAbsolute) == 300)
    }

    @Test(
        "Frames from before an exposure was written say nothing about it, however late that is answered",
        arguments: 0...8, 0...4)
    func unmarked(_ answer: Int, _ lag: Int) {
        for right in [100.0, 300] {
            // The automatic exposes with 157, so the search begins at 200, which is whole flashes of the lamps.
            var rig = EngineRig(started: CameraExamples.withFrames(CameraExamples.basics + [Self.powerLine]))
            rig.camera?.image.exposureLag = lag
            rig.camera?.image.light = 0.45 / right
            rig.tap(0.25, 0.5)
            rig.film(9000, answeringAfter: answer)
            rig.answerAll()
            #expect(rig.exposures.map(\.outcome) == [.converged], "right: \(right)")
            #expect(rig.camera?.integer(.exposureAbsolute) == Int64(right))
            #expect(rig.allViolations == [])
        }
    }
}

extension ControlCall.Operation {
    fileprivate func writes(_ id: ControlID) -> Bool {
        guard case .write(let settings) = self else { return false }
        var isThere = false
        settings.forEach { if $0.id == id { isThere = true } }
        return isThere
    }
}
