import FocusCore
import Testing

/// A scene that does not change is not searched again and again.
struct HuntingTests {
    @Test(
        "What a tap has found sharp is no measure for a view that an automatic focuses: its exposure is searched once")
    func automaticFocus() throws {
        var rig = EngineRig(started: CameraExamples.exposureByHand)
        rig.tap(0.25, 0.5)
        rig.film(9000)
        try #require(rig.searches.last?.outcome == .found)
        rig.forget()
        rig.send(.viewShown)
        rig.film(70_000)
        #expect(rig.exposures.count == 1)
        #expect(rig.allViolations == [])
    }

    @Test("A search that was given up leaves no measure either: what it has left is watched, not searched")
    func givenUp() throws {
        var rig = EngineRig(started: CameraExamples.byHand)
        rig.film(6000)
        try #require(rig.searches.map(\.outcome) == [.found])
        // Something else is there, and the camera refuses the lens in the middle of the search for it.
        rig.camera?.image.far = 200
        let isSearching = rig.film { $0.writesOnly(.focusAbsolute) }
        try #require(isSearching)
        rig.camera?.refusals[.focusAbsolute] = FakeCamera.inputOutputError
        rig.film(1000)
        rig.camera?.refusals = [:]
        try #require(rig.searches.last?.outcome == .unfinished)
        rig.forget()
        rig.film(70_000)
        #expect(rig.searches == [])
    }
}
