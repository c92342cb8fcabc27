import LinuxDevices
import Testing

@testable import tapfocus

@Suite struct ProbeLensTests {
    @Test("What is known of a camera's lens is said, and nothing where there is none")
    func words() {
        let error = DeviceError(.permission, .lens, attempt: "ask", subject: "/dev/media0", answer: "permission denied")
        for (finding, words): (LensFinding, String?) in [
            (.none, nil), (.paired(path: "/dev/v4l-subdev1", .named), nil),
            (.paired(path: "/dev/v4l-subdev1", .only), "/dev/v4l-subdev1: the only one of the camera's media device"),
            (
                .undecided(["/dev/v4l-subdev1"]),
                "could be /dev/v4l-subdev1, or none: choose one (tapfocus run --lens PATH)"
            ),
            (
                .undecided(["/dev/v4l-subdev1", "/dev/v4l-subdev2"]),
                "could be /dev/v4l-subdev1 or /dev/v4l-subdev2, or none: choose one (tapfocus run --lens PATH)"
            ),
            (.unanswered(path: "/dev/media0", error), "cannot ask /dev/media0: permission denied."),
        ] {
            #expect(ProbeWords.words(for: finding) == words)
        }
    }
}
