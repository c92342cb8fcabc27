import CV4L2
import FocusCore
import Glibc
import Testing

@testable import LinuxDevices

@Suite("A lens that is a device of its own counts as the camera's")
struct LensDeviceTests {
    private static let lensPath = "/dev/v4l-subdev2"

    private static var state: FakeMachine.State {
        var topology = FakeTopology.camera
        topology.addLens(2)
        return .withLenses(topology)
    }

    private func withCamera(
        _ state: FakeMachine.State = Self.state, _ selection: DeviceSelection = .automatic,
        _ body: (V4L2Camera, FakeMachine) throws -> Void
    ) throws {
        let machine = FakeMachine(state)
        try Interposition.with(machine) {
            let camera = try V4L2Camera(path: "/dev/video0")
            try camera.pairLens(selection, mediaPaths: ["/dev/media0"])
            try body(camera, machine)
        }
        #expect(machine.openPaths.isEmpty)
    }

    @Test("A camera without a position control gets the lens's, with its range, value and name")
    func added() throws {
        try withCamera { camera, _ in
            let description = camera.describe()
            #expect(
                description.control(.focusAbsolute)
                    == ControlDescription(id: .focusAbsolute, maximum: 1023, value: .integer(200)))
            #expect(description.controls.count == 5)
            #expect(camera.controlNames[.focusAbsolute] == "Control \(ControlID.focusAbsolute.rawValue)")
        }
    }

    @Test("The lens takes the place of a position that the camera's own node offers, or leaves it, if none is chosen")
    func replaced() throws {
        var state = Self.state
        state.drivers["/dev/video0"] = .webcam
        try withCamera(state) { camera, _ in
            let description = camera.describe()
            #expect(description.control(.focusAbsolute)?.maximum == 1023)
            #expect(description.controls.count { $0.id == .focusAbsolute } == 1)
        }
        try withCamera(state, .none) { camera, machine in
            #expect(camera.describe().control(.focusAbsolute)?.maximum == 250)
            #expect(camera.lensFinding == .none && machine.openPaths == ["/dev/video0"])
        }
    }

    @Test("A lens that is named is used without asking the media controller; another device is refused")
    func named() throws {
        var state = Self.state
        state.topologies.removeAll()
        try withCamera(state, .path("/dev/v4l-subdev3")) { camera, _ in
            #expect(camera.lensFinding == .paired(path: "/dev/v4l-subdev3", .named))
            #expect(camera.describe().control(.focusAbsolute)?.value == .integer(300))
        }
        for (path, kind) in [
            ("/dev/video0", DeviceError.Kind.wrongKind), ("/dev/media0", .doesNotExist), ("/dev/none", .doesNotExist),
        ] {
            let error = #expect(throws: DeviceError.self) { try withCamera(state, .path(path)) { _, _ in } }
            #expect(error?.kind == kind && error?.role == .lens && error?.description.contains(path) == true)
        }
        state.drivers[Self.lensPath]?.controls[0].flags = tapfocus_control_flag_read_only
        #expect(throws: DeviceError.self) { try withCamera(state, .path(Self.lensPath)) { _, _ in } }
    }

    @Test("A driver without VIDIOC_QUERY_EXT_CTRL is asked with VIDIOC_QUERYCTRL")
    func oldDriver() throws {
        var state = Self.state
        state.drivers[Self.lensPath]?.hasExtendedQuery = false
        try withCamera(state) { camera, _ in
            #expect(camera.describe().control(.focusAbsolute)?.maximum == 1023)
        }
    }

    @Test("Its file stays open for as long as the camera's")
    func staysOpen() throws {
        try withCamera { camera, machine in
            _ = camera.describe()
            _ = camera.perform(ControlCall(id: 1, operation: .write(list(.init(.focusAbsolute, .integer(7))))))
            #expect(machine.openPaths == ["/dev/video0", Self.lensPath])
            // Keeps the camera alive up to here.
            withExtendedLifetime(camera) {}
        }
    }

    @Test("A write of the position goes to the lens alone; others never do")
    func routed() throws {
        try withCamera { camera, machine in
            _ = camera.describe()
            let own = camera.perform(ControlCall(id: 4, operation: .write(list(.init(.focusAbsolute, .integer(512))))))
            #expect(own == ControlResult(call: 4, errno: 0, values: list(.integer(512))))
            #expect(camera.writeRecord.values(at: MonotonicClock.now()).lens == 512, "frames tell it")
            let other = camera.perform(ControlCall(id: 5, operation: .write(list(.init(.exposureAuto, .integer(1))))))
            #expect(other.errno == 0)
            #expect(machine.state.withLock { $0.writes } == [Self.lensPath, "/dev/video0"])
        }
    }

    @Test("A call that mixes both is split in its order, and answered in its order", arguments: [0, 1])
    func mixed(place: Int) throws {
        try withCamera { camera, machine in
            _ = camera.describe()
            let lens = ControlSetting(.focusAbsolute, .integer(9))
            let exposure = ControlSetting(.exposureAuto, .integer(1))
            let settings = place == 0 ? list(lens, exposure) : list(exposure, lens)
            let result = camera.perform(ControlCall(id: 6, operation: .write(settings)))
            #expect(result.errno == 0)
            #expect(result.values == (place == 0 ? list(.integer(9), .integer(1)) : list(.integer(1), .integer(9))))
            let order = machine.state.withLock { $0.writes }
            #expect(order == (place == 0 ? [Self.lensPath, "/dev/video0"] : ["/dev/video0", Self.lensPath]))
            let ids: InlineList<4, ControlID> = place == 0 ? list(.focusAbsolute, .gain) : list(.gain, .focusAbsolute)
            let read = camera.perform(ControlCall(id: 7, operation: .read(ids)))
            #expect(read.errno == 0)
            #expect(read.values == (place == 0 ? list(.integer(9), nil) : list(nil, .integer(9))))
        }
    }

    @Test("The first error of a split call wins, and nothing is written after it")
    func firstError() throws {
        try withCamera { camera, machine in
            _ = camera.describe()
            let tooFar = ControlSetting(.focusAbsolute, .integer(1024))
            let unknown = ControlSetting(.gain, .integer(1))
            let fine = ControlSetting(.exposureAuto, .integer(1))
            func write(_ settings: ControlSetting...) -> Int32 {
                var list = InlineList<4, ControlSetting>()
                for setting in settings { list.append(setting) }
                return camera.perform(ControlCall(id: 8, operation: .write(list))).errno
            }
            #expect(write(tooFar, fine) == ERANGE)
            #expect(write(tooFar, unknown) == ERANGE)
            #expect(machine.state.withLock { $0.writes }.isEmpty)
            #expect(write(unknown, tooFar) == EINVAL)
            #expect(machine.state.withLock { $0.writes } == ["/dev/video0"])
            #expect(write(fine, tooFar) == ERANGE)
        }
    }

    @Test("A lens that is unplugged fails like any other control", arguments: [ENODEV, EIO])
    func gone(errno: Int32) throws {
        try withCamera { camera, machine in
            _ = camera.describe()
            machine.state.withLock { $0.ioctlErrors[Self.lensPath] = errno }
            let write = camera.perform(ControlCall(id: 1, operation: .write(list(.init(.focusAbsolute, .integer(1))))))
            #expect(write.errno == errno && write.values.isEmpty)
            let read = camera.perform(ControlCall(id: 2, operation: .read(list(.focusAbsolute, .exposureAbsolute))))
            #expect(read.errno == 0 && read.values == list(nil, .integer(250)))
            let alone = camera.perform(ControlCall(id: 3, operation: .read(list(.focusAbsolute))))
            #expect(alone.errno == errno && alone.values == list(nil))
            #expect(camera.describe().control(.focusAbsolute)?.value == nil)
        }
    }

    @Test("A camera on USB has its USB id, wherever its node is in sysfs; other cameras have none")
    func usb() throws {
        for folder in ["/sys/dev/char/1:3/device/..", "/sys/dev/char/1:3/device"] {
            var state = Self.state
            state.texts[folder + "/idVendor"] = "046D\n"
            state.texts[folder + "/idProduct"] = "082d\n"
            try withCamera(state) { camera, _ in #expect(camera.identity.usbID == "046d:082d") }
            for product in ["82d\n", "0082d\n"] {
                state.texts[folder + "/idProduct"] = product
                try withCamera(state) { camera, _ in #expect(camera.identity.usbID == nil) }
            }
        }
        try withCamera { camera, _ in #expect(camera.identity.usbID == nil) }
    }

    @Test("A device's number is taken apart as glibc packs it")
    func number() {
        #expect(DeviceNumber(packed: 0x5103) == DeviceNumber(major: 0x51, minor: 3))
        #expect(DeviceNumber(packed: .max) == DeviceNumber(major: .max, minor: .max))
        // The values are those of Python's os.makedev.
        for (packed, major, minor): (UInt64, UInt32, UInt32) in [
            (0x51ff, 81, 255), (0x105100, 81, 256), (0x1000fff00, 4095, 1 << 20), (0x100000000005, 4096, 5),
        ] {
            #expect(DeviceNumber(packed: packed) == DeviceNumber(major: major, minor: minor))
        }
    }

    private func list<Element>(_ elements: Element...) -> InlineList<4, Element> {
        var list = InlineList<4, Element>()
        for element in elements { list.append(element) }
        return list
    }

    private func list(_ values: ControlValue?...) -> InlineList<4, ControlValue?> {
        var list = InlineList<4, ControlValue?>()
        for value in values { list.append(value) }
        return list
    }
}
