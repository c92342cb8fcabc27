import Testing

@testable import FocusCore

/// The end of searches, and what is left of them.
struct SearchEndTests {
    private static let controller = CameraController(
        CameraExamples.byHand,
        CameraSettings(
            sceneWatch: .never, regions: RegionSizes(), settle: SettleTimes(), autofocus: FocusSearchSettings(),
            autoexposure: ExposureSettings()),
        compensation: 0)

    @Test("A search that ends leaves no read-back behind", arguments: Component.allCases)
    func nothingLeft(_ component: Component) throws {
        var controller = Self.controller
        _ = controller.frames.stream.began(
            FrameRequest(focus: .whole, exposure: .whole), FramesBegan(request: 1), at: Instant(nanoseconds: 0))
        switch component {
        case .focus:
            var search = try SearchExamples.focus(from: 100)
            _ = search.giveUp()
            controller.frames.focus.begin(search, at: 100)
            controller.frames.focus.wanted = nil
        case .exposure:
            var search = try SearchExamples.exposure(from: 200)
            _ = search.giveUp()
            controller.frames.exposure.begin(search, at: Instant(nanoseconds: 0))
            controller.frames.exposure.wanted = nil
        }
        _ = controller.frames.writes[component].mustBeRead(isShown: false, isLast: false)
        #expect(controller.frames.writes[component].isReadDue)
        // A call is under way, so that the read-back has to wait.
        var context = StepContext(
            time: Instant(nanoseconds: 1_000_000_000), timers: TimerBank(), lastIDs: LastIDs())
        controller.make(.call(.read(InlineList())), for: .stream, &context)
        _ = controller.look(at: SearchExamples.frame(lens: 100, exposure: 200), &context)
        #expect(!controller.frames.isSearching && !controller.frames.writes[component].isReadDue)
    }

    /// Sixty frames with a camera that has not answered are two seconds here, as 240 are at 120 frames a second.
    private static let configuration: Configuration = {
        var configuration = Configuration()
        configuration.autoexposure.mostFrames = 15
        return configuration
    }()

    private static func exposed(_ rig: EngineRig) -> [ExposureOutcome] {
        rig.effects.compactMap { if case .exposed(let report) = $0 { report.outcome } else { nil } }
    }

    @Test("A tap on a camera that takes 5 s for a call fails because its time is over, however many frames come")
    func late() throws {
        var rig = EngineRig(
            started: CameraExamples.withFrames([CameraExamples.exposureAbsolute()]), Self.configuration)
        rig.film(60_000, answeringAfter: 150)
        rig.forget()
        rig.tap(0.25, 0.5)
        rig.film(60_000, answeringAfter: 150)
        #expect(rig.settled.map(\.exposureReason) == [.timeOver], "\(rig.settled)")
    }

    @Test("A search for which no tap waits ends after the time of a tap's search, when the camera does not answer")
    func lateWithoutTap() throws {
        var rig = EngineRig(started: CameraExamples.byHand, Self.configuration)
        rig.answersAtOnce = false
        _ = rig.filmUntil { $0.camera?.image.request != nil }
        rig.answersAtOnce = false
        let start = rig.now
        while Self.exposed(rig).isEmpty, rig.now.since(start) < .milliseconds(20_000) { rig.film(33) }
        #expect(Self.exposed(rig) == [.gaveUp])
        let time = rig.now.since(start)
        #expect(time > .milliseconds(7900) && time < .milliseconds(8200), "\(time)")
    }
}
