import Testing

@testable import FocusCore

/// The end of searches, and what is left of them.
struct SearchEndTests {
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
