import FocusCore
import Testing

/// Taps while another program streams, those before and after, and streams that cannot be had otherwise.
struct BusyStreamTests {
    private static let busy: Int32 = 16

    private static func lens(_ rig: EngineRig) -> Int64 { rig.camera?.integer(.focusAbsolute) ?? -1 }

    /// A tap that the camera's own automatic follows, because there are no frames. Where it has left the lens.
    private static func tapWhileBusy(_ rig: inout EngineRig) -> Int64 {
        rig.camera?.framesErrno = busy
        rig.tap(0.75, 0.5)
        rig.film(4000)
        rig.camera?.framesErrno = 0
        return lens(rig)
    }

    @Test("What the automatic has focused for a tap without frames is where the next search begins, and goes back to")
    func automaticBetween() throws {
        var rig = EngineRig(started: CameraExamples.automatic)
        rig.tap(0.25, 0.5)
        rig.film(8000)
        let searched = Self.lens(rig)
        let between = Self.tapWhileBusy(&rig)
        try #require(between != searched && rig.settled.last?.focusLevel == .wholeFrame)
        rig.camera?.image.isFlat = true
        rig.tap(0.25, 0.5)
        rig.film(9000)
        #expect(rig.settled.last?.focus == .failed)
        #expect(Self.lens(rig) == between)
    }

    @Test("A search that was interrupted by a tap without frames is no place to go back to")
    func interruptedBefore() throws {
        var rig = EngineRig(started: CameraExamples.automatic)
        rig.tap(0.25, 0.5)
        rig.film(700)
        let between = Self.tapWhileBusy(&rig)
        try #require(between != 100 && rig.settled.last?.focusLevel == .wholeFrame)
        rig.camera?.image.isFlat = true
        rig.tap(0.25, 0.5)
        rig.film(9000)
        #expect(Self.lens(rig) == between)
    }
}
