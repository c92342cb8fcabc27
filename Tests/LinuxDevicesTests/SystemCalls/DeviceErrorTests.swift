import Glibc
import Testing

@testable import LinuxDevices

@Suite("An error is a sentence that a person can act on")
struct DeviceErrorTests {
    @Test("A camera that may not be opened names the group")
    func permission() {
        let error = DeviceError(.camera, attempt: "open", subject: "/dev/video0", SystemError(EACCES))
        #expect(error.kind == .permission)
        #expect(
            error.description == """
                cannot open /dev/video0: permission denied. Add the user to the group "video" \
                (sudo usermod -aG video NAME), then log in again.
                """)
    }

    @Test(
        "Each errno has its kind",
        arguments: [
            (ENOENT, DeviceError.Kind.doesNotExist), (ENOTTY, .wrongKind), (EISDIR, .wrongKind), (EBUSY, .busy),
            (EACCES, .permission), (EPERM, .permission), (ENODEV, .gone), (ENXIO, .gone), (EIO, .other), (4711, .other),
        ])
    func kinds(errno: Int32, kind: DeviceError.Kind) {
        for role in DeviceError.Role.allCases {
            #expect(DeviceError(role, attempt: "open", subject: "x", SystemError(errno)).kind == kind)
        }
    }

    @Test("Every errno makes one sentence, or two with a remedy", arguments: DeviceError.Role.allCases)
    func sentences(role: DeviceError.Role) {
        for errno in Int32(-3)...200 {
            let text = DeviceError(role, attempt: "open", subject: "/dev/x", SystemError(errno)).description
            #expect(text.hasPrefix("cannot open /dev/x: "))
            #expect(text.hasSuffix("."))
            #expect(!text.contains(".."))
        }
    }

    @Test("Abbreviations stay as they are")
    func abbreviations() {
        let error = DeviceError(.camera, attempt: "open", subject: "/dev/video0", SystemError(ELIBMAX))
        #expect(error.answer.first?.isLowercase == true)
        #expect(DeviceError(.machine, attempt: "open", subject: "x", SystemError(EL2HLT)).answer == "level 2 halted")
        #expect(DeviceError(.machine, attempt: "open", subject: "x", SystemError(ENOSR)).answer.hasPrefix("out of"))
    }

    @Test("An errno knows its name and its meaning")
    func systemError() {
        #expect(SystemError(EACCES).name == "EACCES")
        #expect(SystemError(EACCES).explanation == "Permission denied")
        #expect(SystemError(4711).name == "errno 4711")
        #expect(SystemError(-1).explanation == "Unknown error -1")
    }

    @Test("The error for a file that is not a camera says so", arguments: ["/dev/null", "/etc/passwd"])
    func noCamera(path: String) throws {
        let error = #expect(throws: DeviceError.self) { _ = try V4L2Camera(path: path) }
        #expect(error?.description.hasPrefix("cannot use \(path): it is no camera.") == true)
        let touch = #expect(throws: DeviceError.self) { _ = try EvdevTouchscreen(path: path) }
        #expect(touch?.description.hasPrefix("cannot open \(path): it is no touchscreen.") == true)
    }

    @Test("The errors for a missing file and for a directory say so")
    func absent() {
        let camera = #expect(throws: DeviceError.self) { _ = try V4L2Camera(path: "/dev/video-absent") }
        #expect(camera?.kind == .doesNotExist)
        #expect(camera?.description.hasPrefix("cannot open /dev/video-absent: no such file or directory.") == true)
        let directory = #expect(throws: DeviceError.self) { _ = try V4L2Camera(path: "/dev") }
        #expect(directory?.kind == .wrongKind)
        let touch = #expect(throws: DeviceError.self) { _ = try EvdevTouchscreen(path: "/dev") }
        #expect(touch?.kind == .wrongKind)
    }

    @Test("Every errno of opening a touchscreen becomes an error of its kind", arguments: someErrnos)
    func touchscreen(errno: Int32) {
        for call in ["open", "libevdev_new_from_fd"] {
            let kernel = FaultyKernel(fault: .init(call: call, occurrence: 1, errno: errno))
            let error = #expect(throws: DeviceError.self) {
                try Interposition.with(kernel) { _ = try EvdevTouchscreen(path: "/dev/null") }
            }
            #expect(error?.systemError?.code == (errno == EINVAL ? ENOTTY : errno))
            #expect(kernel.count(of: "close") == (call == "open" ? 0 : 1))
        }
    }
}
