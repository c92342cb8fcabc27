import CameraLaws
import FocusCore
import SimulatedDevices
import Testing

/// Cameras of which somebody knows how late they follow, and searches that end before they have.
struct QuirkDelayTests {
    @Test("The delays of a quirk are waited for, and a search with the longest one for the exposure ends in its time")
    func quirks() throws {
        let quirks = CameraQuirks(lensDelay: 6, exposureDelay: 30)
        var rig = EngineRig(
            started: CameraExamples.withFrames(
                [CameraExamples.focusAbsolute(), CameraExamples.exposureAuto(), CameraExamples.exposureAbsolute()],
                quirks: quirks))
        rig.camera?.image.exposureLag = 30
        rig.camera?.image.lensLag = 0
        rig.tap(0.25, 0.5)
        rig.film(9000)
        let reports: [ExposureReport] = rig.effects.compactMap {
            if case .exposed(let report) = $0 { report } else { nil }
        }
        #expect(reports.map(\.outcome) == [.converged])
        let search = try #require(rig.searches.first)
        #expect(search.frames >= 6 * (search.evaluations - 1), "\(search)")
    }

    @Test(
        "A lens whose delay a quirk tells is waited for so long, whatever the frames show",
        arguments: [0, 3, 8])
    func lens(_ delay: Int) throws {
        let range = try #require(LensRange(minimum: 0, maximum: 1023))
        let settings = FocusSearchSettings().with { $0.lensDelay = delay }
        var driver = FocusDriver(
            range: range, start: 0, settings: settings, learned: .given(frames: delay))
        var (position, age, sharpest) = (Int64(0), 0, 0.0)
        for number in 0..<2000 as Range<UInt32> {
            // The peak moves away now and then: nothing can be confirmed.
            let peak = Double(number / 60 * 211 % 1023)
            sharpest = SharpnessCurve.hyperbola(floor: 0).value(Double(position), peak: peak, width: 90)
            let frame = FrameStatistics(
                request: 1, sequence: number, captured: Instant(nanoseconds: 0), lens: position, sharpness: sharpest,
                mean: 0.5)
            let action = driver.look(frame)
            if case .move(let next) = action {
                #expect(number == 0 || age >= delay, "frame \(number)")
                (position, age) = (next, 0)
            } else {
                age += 1
            }
            if case .finished = action { break }
        }
        #expect(driver.learnedDelay == .given(frames: delay))
    }

    @Test("What was learned of a lens may be forgotten when a peak cannot be confirmed; what was told may not")
    func forgetting() {
        let learned = LensDelay.learned(LensMotion(lag: 3, upTo: 40))
        for (delay, stays) in [(learned, false), (.given(frames: 3), true)] {
            var settling = LensSettling(at: 0, settings: FocusSearchSettings(), learned: delay)
            settling.forget()
            #expect((settling.learned != nil) == stays)
        }
    }

    @Test("A search whose frames are over holds and leaves what was seen, never a step that nothing has shown")
    func framesAreOver() throws {
        for camera in [CameraExamples.byHand, CameraExamples.automatic] {
            var configuration = Configuration()
            configuration.autoexposure.mostFrames = 3
            var rig = EngineRig(started: camera, configuration)
            rig.camera?.image.exposureLag = 20
            rig.camera?.readsToRest = 0
            if camera == CameraExamples.automatic { rig.tap(0.25, 0.5) }
            rig.film(400)
            let reports: [ExposureReport] = rig.effects.compactMap {
                if case .exposed(let report) = $0 { report } else { nil }
            }
            #expect(reports.map(\.outcome) == [.gaveUp] && reports.first?.time == 157)
            #expect(rig.writes.contains { $0.hasPrefix("exposure=") && $0 != "exposure=157" }, "\(rig.writes)")
            #expect(rig.camera?.integer(.exposureAbsolute) == 157, "\(rig.writes)")
            #expect(rig.allViolations == [])
        }
    }

    @Test("A camera has no quirk that nobody has told of")
    func plain() {
        let none = CameraQuirks(
            unusable: InlineList(), lensMinimum: nil, lensMaximum: nil, lensDelay: nil, exposureDelay: nil,
            cannotBeReadBack: false, resetsAtStreamStart: false, exposureTimes: [], writePause: .zero,
            firstFrameTime: nil)
        #expect(CameraQuirks() == none)
    }
}
