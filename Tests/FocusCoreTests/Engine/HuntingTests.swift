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

    /// A camera that was kept sharp, and refuses the lens in the search for something else that is there now.
    private static func refusing(_ milliseconds: Int64) throws -> EngineRig {
        var rig = EngineRig(started: CameraExamples.byHand)
        rig.film(6000)
        try #require(rig.searches.map(\.outcome) == [.found])
        rig.camera?.image.far = 200
        let isSearching = rig.film { $0.writesOnly(.focusAbsolute) }
        try #require(isSearching)
        rig.forget()
        rig.camera?.refusals[.focusAbsolute] = FakeCamera.inputOutputError
        rig.film(milliseconds)
        try #require(rig.searches.first?.outcome == .unfinished)
        return rig
    }

    @Test("A search that was refused once is begun again, until it has found what is there")
    func refusedOnce() throws {
        var rig = try Self.refusing(300)
        rig.camera?.refusals = [:]
        rig.film(20_000)
        #expect(rig.searches.map(\.outcome) == [.unfinished, .found])
        #expect(abs((rig.camera?.integer(.focusAbsolute) ?? 0) - 200) <= 8)
    }

    @Test("A camera that refuses every search is left alone in a scene that does not change")
    func refusedAlways() throws {
        let rig = try Self.refusing(200_000)
        #expect(rig.searches.count <= 3, "\(rig.searches.count) searches in more than three minutes")
    }
}
