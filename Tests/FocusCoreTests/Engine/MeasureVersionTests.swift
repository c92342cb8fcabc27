import FocusCore
import Testing

/// Frames of two versions of the measure: whoever measures says which one it is.
struct MeasureVersionTests {
    /// A camera without autofocus is searched in frames of version 1. The frames with which its scene is watched after that come
    /// in this version, and show two fifths of the sharpness.
    /// - Returns: the searches in the next 20 s.
    private static func searches(watchedIn measure: Int64) throws -> [FocusSearchReport] {
        var rig = EngineRig(started: CameraExamples.byHand)
        rig.camera?.image.measure = measure
        for _ in 0..<300 where rig.searches.isEmpty { rig.film(33) }
        try #require(rig.searches.map(\.outcome) == [.found])
        rig.camera?.image.scale = 0.4
        rig.forget()
        rig.film(20_000)
        #expect(rig.allViolations == [])
        return rig.searches
    }

    @Test("A sharpness that was found in one version is not compared with one of another version")
    func otherVersion() throws {
        #expect(try Self.searches(watchedIn: 1).count == 1, "the same version: the scene is blurred")
        #expect(try Self.searches(watchedIn: 2).isEmpty)
    }
}
