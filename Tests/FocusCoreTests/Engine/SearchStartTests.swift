import FocusCore
import Testing

/// The first frame that counts for a search.
struct SearchStartTests {
    private static let powerLine = ControlDescription(
        id: .powerLineFrequency, maximum: 2, defaultValue: 1, menuItems: 0b111, value: .integer(1))

    /// The number of frames until a search that has written where it begins writes something else.
    private static func framesUntilStep(_ rig: inout EngineRig) -> Int? {
        rig.forget()
        for frames in 1...20 {
            rig.film(33)
            if !rig.writes.isEmpty { return frames }
        }
        return nil
    }

    @Test(
        "The first frame counts where nothing moves at the beginning; else as many pass as lens or exposure may need",
        arguments: [
            // A focus search looks at two frames where it begins: the second one shows the noise.
            ([CameraExamples.focusAbsolute()], 2),
            ([CameraExamples.focusAuto(), CameraExamples.focusAbsolute()], 7),
            ([CameraExamples.exposureAbsolute()], 1),
            // It begins at 200, which is whole flashes of the lamps.
            ([CameraExamples.exposureAbsolute(), powerLine], 5),
            ([CameraExamples.exposureAuto(), CameraExamples.exposureAbsolute()], 5),
        ] as [([ControlDescription], Int)])
    func rest(_ controls: [ControlDescription], _ frames: Int) {
        var rig = EngineRig(started: CameraExamples.withFrames(controls))
        if controls.contains(where: { $0.id == .focusAuto || $0.id == .exposureAuto }) { rig.tap(0.25, 0.5) }
        #expect(Self.framesUntilStep(&rig) == frames)
        #expect(rig.allViolations == [])
    }

    @Test(
        "Frames that are marked with a rounded time count as soon as those of a camera that takes each",
        arguments: [1, 50] as [Int64])
    func rounded(_ grid: Int64) {
        let quirks = CameraQuirks(cannotBeReadBack: true)
        var rig = EngineRig()
        rig.arrive(CameraExamples.withFrames([CameraExamples.exposureAbsolute()], quirks: quirks))
        rig.camera?.integerGrids = [.exposureAbsolute: grid]
        rig.send(.start)
        #expect(rig.camera?.integer(.exposureAbsolute) == (grid == 1 ? 157 : 150))
        #expect(Self.framesUntilStep(&rig) == 1)
    }

    @Test(
        "An unmarked frame from before the first write does not count, until that is so long ago that its clock is another",
        arguments: [(0, false), (999, false), (1000, true)] as [(Int64, Bool)])
    func unmarked(_ age: Int64, _ counts: Bool) {
        let quirks = CameraQuirks(lensMinimum: 20)
        var rig = EngineRig(
            started: CameraExamples.withFrames([CameraExamples.focusAbsolute(0)], quirks: quirks))
        #expect(rig.writes == ["focus=20"])
        let captured = Instant(nanoseconds: rig.now.nanoseconds - 1)
        rig.forget()
        rig.jump(age)
        rig.send(
            .frames(
                .measured(
                    FrameStatistics(
                        request: rig.camera?.image.id ?? 0, sequence: 1, captured: captured, sharpness: 0.6, mean: 0.4))
            ))
        #expect(!rig.writes.isEmpty == counts, "\(rig.writes)")
    }

    @Test(
        "A search begins where the automatic has left lens or exposure, not where they were when the camera came",
        arguments: [
            ([CameraExamples.focusAuto(), CameraExamples.focusAbsolute(100)], .focusAbsolute, 40),
            ([CameraExamples.exposureAuto(), CameraExamples.exposureAbsolute(157)], .exposureAbsolute, 90),
            (CameraExamples.basics, .focusAbsolute, 40),
        ] as [([ControlDescription], ControlID, Int64)])
    func afterAutomatic(_ controls: [ControlDescription], _ id: ControlID, _ place: Int64) {
        var rig = EngineRig(started: CameraExamples.withFrames(controls))
        rig.camera?.setByOthers(id, place)
        rig.tap(0.25, 0.5)
        #expect(rig.camera?.integer(id) == place, "\(rig.writes)")
        #expect(rig.allViolations == [])
    }

    @Test("A search that finds nothing leaves the lens where the automatic had it, not where an earlier tap has put it")
    func afterTapAndAutomatic() {
        var rig = EngineRig(started: CameraExamples.automatic)
        rig.tap(0.25, 0.5)
        rig.film(9000)
        #expect(rig.settled.map(\.focus) == [.converged])
        rig.send(.viewShown)
        rig.camera?.setByOthers(.focusAbsolute, 40)
        rig.camera?.image.isFlat = true
        rig.tap(0.75, 0.5)
        rig.film(9000)
        #expect(rig.settled.map(\.focus) == [.converged, .failed])
        #expect(rig.camera?.integer(.focusAbsolute) == 40)
        #expect(rig.allViolations == [])
    }

    @Test(
        "A lens that the driver has put beside where the search begins is not sent there again",
        arguments: [1, 30] as [Int64])
    func roundedLens(_ grid: Int64) {
        let quirks = CameraQuirks(cannotBeReadBack: true)
        var rig = EngineRig()
        rig.arrive(CameraExamples.withFrames([CameraExamples.focusAbsolute(100)], quirks: quirks))
        rig.camera?.integerGrids = [.focusAbsolute: grid]
        rig.send(.start)
        #expect(rig.writes == ["focus=100"])
        #expect(rig.camera?.integer(.focusAbsolute) == (grid == 1 ? 100 : 90))
        #expect(Self.framesUntilStep(&rig) == 2)
        #expect(rig.writes.first != "focus=100")
    }
}
