import Testing

@testable import KioskRuntime
@testable import LinuxDevices

@Suite struct HoldWishTests {
    private static let camera = CameraIdentity(
        path: "/dev/null", name: "Lab Camera", driver: "uvcvideo", busInfo: "usb-1", usbID: "046d:082d")

    /// Notes the paths that are looked at.
    private final class Looks: SystemCallInterposer {
        let paths = Locked<[String]>([])

        func answer(_ call: SystemCall) -> SystemCallAnswer? {
            if case .pathStatus(let path) = call { paths.withLock { $0.append(path) } }
            return nil
        }
    }

    @Test(
        "A camera is named by its path or a link in /dev, its USB id or a part of its name",
        arguments: [
            ("/dev/null", true), ("/dev/../dev/null", false), ("/dev/zero", false), ("/dev/./null", true),
            ("046D:082d", true), ("lab", true), ("", false), ("other", false),
        ])
    func named(name: String, isFor: Bool) {
        #expect(HoldWish(camera: name).isFor(Self.camera) == isFor)
    }

    @Test(
        "No file is looked at outside the folders in which only root makes devices: it might be on a network that is away",
        arguments: [
            "/mnt/away/video0", "/home/kiosk/camera", "dev/null", "./null", "/dev/../mnt/away", "/dev/shm/link", "/dev",
            "/dev/./shm/link", "/dev//.//shm/link", "/./dev/shm/link", "/dev/.", "/dev/fd/3", "//", "/",
        ])
    func elsewhere(name: String) {
        let looks = Looks()
        Interposition.with(looks) { #expect(!HoldWish(camera: name).isFor(Self.camera)) }
        #expect(looks.paths.withLock { $0 } == [])
    }
}
