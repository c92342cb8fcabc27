import CV4L2
import FocusCore
import Glibc
import Testing

@testable import LinuxDevices

@Suite("A camera's description is that of its driver")
struct CameraDescriptionTests {
    @Test("An opened camera has its identity")
    func identity() throws {
        let fake = FakeCamera(.webcam)
        try Interposition.with(fake) {
            let camera = try V4L2Camera(path: "/dev/video0")
            #expect(
                camera.identity
                    == CameraIdentity(path: "/dev/video0", name: "Lab Camera", driver: "uvcvideo", busInfo: "usb-1"))
            #expect(fake.driver.withLock { $0.ioctlFlags } == O_RDWR | O_NONBLOCK | O_CLOEXEC)
        }
        #expect(!fake.hasOpenDescriptors)
    }

    @Test("Ranges, menus, flags, values and the rectangle's bounds are read")
    func description() throws {
        let fake = FakeCamera(.webcam)
        let (description, names) = try Interposition.with(fake) {
            let camera = try V4L2Camera(path: "/dev/video0")
            return (camera.describe(), camera.controlNames)
        }
        #expect(description.imageWidth == 1280)
        #expect(description.imageHeight == 720)
        #expect(names.count == 7)
        #expect(description.controls.count == 6)
        #expect(
            description.control(.focusAbsolute)
                == ControlDescription(id: .focusAbsolute, maximum: 250, step: 5, value: .integer(30)))
        #expect(
            description.control(.exposureAuto)
                == ControlDescription(
                    id: .exposureAuto, maximum: 3, defaultValue: 3, menuItems: 0b1010, value: .integer(3)))
        let whole = PixelRectangle(left: 0, top: 0, width: 1280, height: 720)
        #expect(
            description.control(.regionRectangle)
                == ControlDescription(
                    id: .regionRectangle, bounds: whole, minimumWidth: 16, minimumHeight: 16, value: .rectangle(whole)))
        #expect(description.control(.regionAuto)?.maximum == 0b1001)
        // uvcvideo reports step 0 for a mask; only a number has a step.
        #expect(description.control(.regionAuto)?.step == 1)
    }

    @Test("A driver without VIDIOC_QUERY_EXT_CTRL is asked with VIDIOC_QUERYCTRL")
    func oldDriver() throws {
        var driver = FakeCamera.Driver.webcam
        driver.hasExtendedQuery = false
        driver.controls.removeAll { $0.type == tapfocus_control_type_rectangle }
        let description = try describe(driver)
        #expect(description.control(.focusAbsolute)?.maximum == 250)
        #expect(description.control(.exposureAuto)?.menuItems == 0b1010)
        #expect(description.controls.count == 5)
    }

    @Test("A control on which the camera stalls does not hide the ones after it")
    func stall() throws {
        var driver = FakeCamera.Driver.webcam
        driver.stallsAt = .exposureAuto
        let description = try describe(driver)
        #expect(description.control(.exposureAuto) == nil)
        #expect(description.control(.focusAuto) != nil)
    }

    @Test("Without minimum and maximum the rectangle's default is its bounds")
    func boundsFromDefault() throws {
        var driver = FakeCamera.Driver.webcam
        for index in driver.controls.indices {
            driver.controls[index].flags &= ~tapfocus_control_flag_has_minimum_maximum
        }
        let rectangle = try #require(try describe(driver).control(.regionRectangle))
        #expect(rectangle.bounds == PixelRectangle(left: 0, top: 0, width: 1280, height: 720))
        #expect(rectangle.minimumWidth == 1)
    }

    @Test("Step 0 and an inverted range are passed on, for the engine to judge")
    func nonsense() throws {
        var driver = FakeCamera.Driver()
        driver.controls = [
            .init(id: .focusAbsolute, minimum: 10, maximum: -10, step: 0),
            .init(id: .exposureAbsolute, minimum: .min, maximum: .max, step: .max),
            .init(id: .exposureAuto, type: tapfocus_control_type_menu, minimum: .min, maximum: .max),
            .init(id: .regionRectangle, type: tapfocus_control_type_integer, elementSize: 4),
            .init(id: .focusAuto, type: 0xffff_ffff),
        ]
        let description = try describe(driver)
        #expect(description.control(.focusAbsolute)?.step == 0)
        #expect(description.control(.focusAbsolute)?.maximum == -10)
        #expect(description.control(.exposureAbsolute)?.step == .max)
        #expect(description.control(.focusAuto) == nil)
    }

    @Test("A menu of integers has the values of its items, with 0 for those that do not exist")
    func integerMenu() throws {
        var driver = FakeCamera.Driver()
        driver.controls = [
            .init(
                id: .exposureBias, type: tapfocus_control_type_integer_menu, minimum: 2, maximum: 5, items: [2, 4, 5])
        ]
        let control = try #require(try describe(driver).control(.exposureBias))
        #expect(control.menuItems == 0b110100)
        #expect(control.menuIntegers == [500, 0, 1000, 1250])
        #expect(try describe(.webcam).controls.allSatisfy(\.menuIntegers.isEmpty))
    }

    @Test("Disabled controls and class titles are no controls")
    func disabled() throws {
        var driver = FakeCamera.Driver()
        driver.controls = [
            .init(id: .focusAuto, type: tapfocus_control_type_boolean, flags: tapfocus_control_flag_disabled),
            .init(id: .focusAbsolute, type: tapfocus_control_type_class),
        ]
        #expect(try describe(driver).controls.isEmpty)
    }

    @Test(
        "A node without video is no camera, and the error says what it is",
        arguments: [
            (UInt32(0x0480_0000), "metadata"), (0x0420_0002, "no video"), (0x0020_0001, "streamed"),
            (0x0420_1000, "multi-planar (V4L2_CAP_VIDEO_CAPTURE_MPLANE), which is not supported yet"),
        ])
    func metadata(abilities: UInt32, words: String) {
        var driver = FakeCamera.Driver.webcam
        driver.deviceCapabilities = abilities
        let fake = FakeCamera(driver)
        let error = #expect(throws: DeviceError.self) {
            try Interposition.with(fake) { _ = try V4L2Camera(path: "/dev/video1") }
        }
        #expect(error?.kind == .wrongKind && error?.answer.contains(words) == true)
        #expect(!fake.hasOpenDescriptors)
    }

    private func describe(_ driver: FakeCamera.Driver) throws -> CameraDescription {
        try Interposition.with(FakeCamera(driver)) { try V4L2Camera(path: "/dev/video0").describe() }
    }
}
