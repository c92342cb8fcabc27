import FocusCore
import Testing

/// Frames of two versions of the measure: whoever measures says which one it is.
struct MeasureVersionTests {
    /// A camera without autofocus that was kept sharp in version 1. Another program measures from now on, and finds two fifths
    /// of the sharpness.
    /// - Returns: the searches in the next 20 s.
    private static func searches(inMeasure measure: Int64) throws -> [FocusSearchReport] {
        var rig = EngineRig(started: CameraExamples.byHand)
        rig.film(6000)
        try #require(rig.searches.map(\.outcome) == [.found])
        rig.forget()
        (rig.camera?.image.measure, rig.camera?.image.scale) = (measure, 0.4)
        rig.send(.framesHeld(FrameHolder(givesFrames: true)))
        rig.film(20_000)
        #expect(rig.allViolations == [])
        return rig.searches
    }

    @Test("A sharpness that was found in one version is not compared with one of another version")
    func handedOver() throws {
        #expect(try Self.searches(inMeasure: 1).count == 1, "the same version: the scene is blurred")
        #expect(try Self.searches(inMeasure: 2).isEmpty)
    }
}
