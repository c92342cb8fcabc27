import Testing

@testable import FocusCore

/// Frames that come before the camera has got what a search wants.
struct SearchCheckTests {
    @Test(
        "While a step waits to be written, no frame counts for its search; for the other component's search frames do",
        arguments: Component.allCases)
    func waiting(_ component: Component) throws {
        var controller = CameraController(CameraExamples.byHand, CameraSettings(Configuration()), compensation: 0)
        controller.frames.focus.begin(try SearchExamples.focus(from: 100), at: 100)
        controller.frames.exposure.begin(try SearchExamples.exposure(from: 200), at: Instant(nanoseconds: 0))
        controller.frames.focus.wanted = component == .focus ? 125 : nil
        controller.frames.exposure.wanted = component == .exposure ? ExposureSetting(time: 300) : nil
        for other in Component.allCases { #expect(controller.isHeeded(other) == (other != component)) }
    }
}
