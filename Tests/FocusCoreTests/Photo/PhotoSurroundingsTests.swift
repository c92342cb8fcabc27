import Testing

@testable import FocusCore

/// The state of focus and exposure, for a photo.
@Suite struct PhotoSurroundingsTests {
    private static let point = PointOfInterest(x: 0.25, y: 0.5)

    private static func state(_ state: FocusState, _ cause: StateReport.Cause) -> Effect {
        var point: PointOfInterest?
        if state != .continuousAuto { point = Self.point }
        return .state(
            StateReport(
                state: state, point: point, cause: cause, rule: .tapped, indicator: .unchanged))
    }

    private static func surroundings(focus level: CameraLevel = .software) -> PhotoSurroundings {
        var surroundings = PhotoSurroundings()
        surroundings.follow(
            .levels(
                LevelReport(
                    focus: LevelFinding(level: level, reason: .framesOffered),
                    exposure: LevelFinding(level: .software, reason: .framesOffered))))
        return surroundings
    }

    private static let settled = SettledReport(
        focus: .converged, focusLevel: .software, exposure: .failed, exposureLevel: .software, verified: .focus)

    @Test("Without a tap, both follow the scene; what the camera does not have is left out")
    func following() {
        let both = Self.surroundings().outcomes(isCalm: true)
        #expect(both == PhotoOutcomes(focus: .following, exposure: .following) && both.areGood)
        let one = Self.surroundings(focus: .none).outcomes(isCalm: true)
        #expect(one == PhotoOutcomes(focus: nil, exposure: .following) && one.areGood)
    }

    @Test("A tap counts from its report until the next tap, or until the hold ends")
    func held() {
        var surroundings = Self.surroundings()
        surroundings.follow(Self.state(.autoAndForceLocked(Self.point), .tap))
        #expect(surroundings.point == Self.point)
        surroundings.follow(.settled(Self.settled))
        #expect(surroundings.outcomes(isCalm: true) == PhotoOutcomes(focus: .converged, exposure: .failed))
        #expect(surroundings.knowsLens && !surroundings.knowsExposure)
        // The force lock ends, and the hold goes on.
        surroundings.follow(Self.state(.unlockableLocked, .timer))
        #expect(surroundings.outcomes(isCalm: true).focus == .converged)
        surroundings.follow(Self.state(.autoAndForceLocked(Self.point), .tap))
        #expect(surroundings.settled == nil)
        surroundings.follow(.settled(Self.settled))
        surroundings.follow(Self.state(.continuousAuto, .motion))
        #expect(surroundings.outcomes(isCalm: true).focus == .following && surroundings.point == nil)
        #expect(!surroundings.knowsLens)
    }

    @Test("In a light the exposure stands as it was found there, and as before when the light has gone")
    func light() {
        var surroundings = Self.surroundings()
        surroundings.follow(Self.state(.autoAndForceLocked(Self.point), .tap))
        surroundings.follow(
            .settled(
                SettledReport(
                    focus: .failed, focusLevel: .software, exposure: .converged, exposureLevel: .software,
                    verified: .exposure)))
        surroundings.follow(.relit(LightReport(isOn: true, exposure: .searching)))
        surroundings.follow(.relit(LightReport(isOn: true, exposure: .failed)))
        #expect(surroundings.outcomes(isCalm: true) == PhotoOutcomes(focus: .failed, exposure: .failed))
        #expect(!surroundings.knowsExposure)
        surroundings.follow(.relit(LightReport(isOn: false, exposure: .restored)))
        #expect(surroundings.outcomes(isCalm: true) == PhotoOutcomes(focus: .failed, exposure: .converged))
        #expect(surroundings.knowsExposure)
    }

    @Test("The held point is where the zoom shows it, and is held while it shows it no more")
    func zoomed() {
        func zoomed(_ point: PointOfInterest?) -> Effect {
            .zoomed(ZoomReport(linear: 0.5, factor: 2, largest: 4, point: point))
        }
        var surroundings = Self.surroundings()
        surroundings.follow(zoomed(nil))
        #expect(!surroundings.isHeld)
        surroundings.follow(Self.state(.autoAndForceLocked(Self.point), .tap))
        surroundings.follow(zoomed(nil))
        #expect(surroundings.isHeld && surroundings.point == nil)
        surroundings.follow(zoomed(Self.point))
        #expect(surroundings.point == Self.point)
    }

    @Test("While something settles, both are unsettled, and that is not good")
    func unsettled() {
        let outcomes = Self.surroundings().outcomes(isCalm: false)
        #expect(outcomes == PhotoOutcomes(focus: .unsettled, exposure: .unsettled) && !outcomes.areGood)
    }
}
