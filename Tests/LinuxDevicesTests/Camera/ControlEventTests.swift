import CV4L2
import FocusCore
import Glibc
import Testing

@testable import LinuxDevices

@Suite("The driver tells when another program changes what rules focus and exposure")
struct ControlEventTests {
    @Test("A worker asks for the automatics that the camera has, and not for an echo of its own writes")
    func subscription() throws {
        let fake = FakeCamera(.webcam)
        try Interposition.with(fake) {
            let camera = try V4L2Camera(path: "/dev/video0")
            _ = camera.describe()
            camera.watchControls()
        }
        let (asked, offered) = fake.driver.withLock { ($0.capture.subscriptions, $0.controls.map(\.id)) }
        #expect(asked.map(\.id) == ControlEvents.watched.filter(offered.contains).map(\.rawValue))
        #expect(!asked.isEmpty && asked.allSatisfy { $0.flags == 0 })
    }

    @Test(
        "A value that has changed is news; flags that follow a write of our own are not",
        arguments: [([], ControlEvents.News.nothing), ([2], .other), ([2, 3, 2], .changed), ([1], .changed)])
    func news(_ changes: [UInt32], _ expected: ControlEvents.News) throws {
        var driver = FakeCamera.Driver.webcam
        driver.capture.controlChanges = changes
        let fake = FakeCamera(driver)
        try Interposition.with(fake) {
            let camera = try V4L2Camera(path: "/dev/video0")
            #expect(ControlEvents.take(from: camera.fileDescriptor) == expected)
            #expect(ControlEvents.take(from: camera.fileDescriptor) == .nothing)
        }
    }

    @Test("A driver without events is a camera all the same, and one whose events never end keeps nobody")
    func oddDrivers() throws {
        var driver = FakeCamera.Driver.webcam
        driver.capture.refusals = [tapfocus_vidioc_subscribe_event: ENOTTY]
        driver.capture.controlChanges = Array(repeating: 1, count: 1000)
        let fake = FakeCamera(driver)
        try Interposition.with(fake) {
            let camera = try V4L2Camera(path: "/dev/video0")
            #expect(!camera.describe().controls.isEmpty)
            camera.watchControls()
            #expect(ControlEvents.take(from: camera.fileDescriptor) == .changed)
        }
        #expect(fake.driver.withLock { $0.capture.controlChanges.count } >= 900)
    }
}
