import LinuxDevices
import Testing

@testable import KioskRuntime

@Suite struct LensWordsTests {
    private static let error = DeviceError(
        .permission, .lens, attempt: "ask", subject: "/dev/media0", answer: "permission denied", remedy: "Ask for it")

    @Test(
        "A lens that could not be chosen, opened or looked for is announced with a remedy; a found one is not")
    func findings() {
        for (finding, words): (LensFinding, String?) in [
            (.none, nil), (.paired(path: "/dev/v4l-subdev1", .named), nil),
            (.paired(path: "/dev/v4l-subdev1", .linked), nil), (.paired(path: "/dev/v4l-subdev1", .only), nil),
            (
                .undecided(["/dev/v4l-subdev1", "/dev/v4l-subdev2"]),
                "the camera's lens could be /dev/v4l-subdev1 or /dev/v4l-subdev2, or it has none of its own: none is used. "
                    + "Choose one with --lens PATH, or use --lens none."
            ),
            (
                .unusable(path: "/dev/v4l-subdev1", Self.error),
                "cannot ask /dev/media0: permission denied. Ask for it. The camera is used without it."
            ),
            (
                .unanswered(path: "/dev/media0", Self.error),
                "cannot ask /dev/media0: permission denied. Ask for it. If the camera's lens is a device of its own, it "
                    + "is not found: name it with --lens PATH, or use --lens none."
            ),
        ] {
            #expect(AnnouncementWords.words(for: finding) == words)
        }
    }
}
