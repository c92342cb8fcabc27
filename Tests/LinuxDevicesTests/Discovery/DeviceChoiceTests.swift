import Glibc
import Testing

@testable import LinuxDevices

@Suite("The device that a person has chosen is found")
struct DeviceChoiceTests {
    private let accelerometers = [
        AccelerometerIdentity(id: "iio:device0", name: "lis2dw12", label: "accel-base"),
        AccelerometerIdentity(id: "iio:device1", name: "lis2dw12"),
        AccelerometerIdentity(id: "iio:device2", name: "accel_3d", label: "accel-display"),
    ]

    @Test("An argument is automatic, none, a path or a name")
    func arguments() {
        #expect(DeviceSelection(argument: "auto") == .automatic)
        #expect(DeviceSelection(argument: "none") == .none)
        #expect(DeviceSelection(argument: "/dev/video3") == .path("/dev/video3"))
        #expect(DeviceSelection(argument: "accel_3d") == .name("accel_3d"))
    }

    @Test("Automatic prefers a sensor that moves with the camera")
    func automatic() throws {
        #expect(try AccelerometerChoice.index(.automatic, among: accelerometers) == 2)
        #expect(try AccelerometerChoice.index(.automatic, among: Array(accelerometers.prefix(2))) == 1)
        #expect(try AccelerometerChoice.index(.automatic, among: Array(accelerometers.prefix(1))) == 0)
    }

    @Test(
        "By name, label, id or path; upper and lower case are the same",
        arguments: [
            (DeviceSelection.name("ACCEL_3D"), 2), (.name("Accel-Base"), 0), (.name("iio:device1"), 1),
            (.name("display"), 2),
            (.path("/dev/iio:device1"), 1),
        ])
    func named(selection: DeviceSelection, index: Int) throws {
        #expect(try AccelerometerChoice.index(selection, among: accelerometers) == index)
    }

    @Test(
        "The reported failure is that of a device that is there, not of one that is gone again, or of another kind",
        arguments: [
            ("/dev/null", ENODEV, true), ("/dev/null", EIO, true), ("/dev/null", EBUSY, true),
            ("/dev/null", ENOTTY, false),
            ("/dev/null", ENOENT, false), ("/dev/no-such-node", ENODEV, false),
        ])
    func failing(path: String, errno: Int32, isReason: Bool) {
        let candidate = UdevDevice(node: path, systemName: "event0", subsystem: "input", action: nil)
        let (devices, failure) = DeviceFinder.openAll([candidate]) { path throws(DeviceError) -> Int in
            throw DeviceError(.touchscreen, attempt: "open", subject: path, SystemError(errno))
        }
        #expect(devices.isEmpty && (failure?.subject == path) == isReason)
    }

    @Test("A name that several devices have is an error that lists them")
    func ambiguous() {
        let error = #expect(throws: DeviceError.self) {
            try AccelerometerChoice.index(.name("lis2dw12"), among: accelerometers)
        }
        #expect(
            error?.description == """
                cannot choose accelerometer "lis2dw12": several have that name: lis2dw12 (accel-base), \
                lis2dw12 (iio:device1). Name one by its path.
                """)
    }

    @Test("A name that no device has is an error that lists the devices")
    func unknown() {
        let error = #expect(throws: DeviceError.self) {
            try AccelerometerChoice.index(.name("bmi160"), among: Array(accelerometers.suffix(1)))
        }
        #expect(
            error?.description == """
                cannot find accelerometer "bmi160": there is only accel_3d (accel-display). \
                Choose one of these, or connect it.
                """)
        let none = #expect(throws: DeviceError.self) { try AccelerometerChoice.index(.automatic, among: []) }
        #expect(none?.kind == .doesNotExist)
        let empty = #expect(throws: DeviceError.self) {
            try AccelerometerChoice.index(.name(""), among: accelerometers)
        }
        #expect(empty?.kind == .doesNotExist)
    }

    @Test("Events of udev become changes, and parents and triggers are left out")
    func changes() {
        func change(_ subsystem: String, _ name: String, _ action: String?) -> DeviceChange? {
            DeviceChange(UdevDevice(node: "/dev/x", systemName: name, subsystem: subsystem, action: action))
        }
        #expect(change("video4linux", "video0", "add")?.kind == .added)
        #expect(change("input", "event3", "remove")?.kind == .removed)
        #expect(change("iio", "iio:device0", "bind")?.kind == .changed)
        #expect(change("iio", "iio:device0", nil)?.kind == .changed)
        #expect(change("input", "input7", "add") == nil)
        #expect(change("iio", "trigger0", "add") == nil)
        #expect(change("video4linux", "v4l-subdev0", "add") == nil)
        #expect(change("usb", "video0", "add") == nil)
    }

    @Test("Devices are ordered by their number, not by their letters")
    func numbers() {
        func number(_ name: String) -> Int? {
            UdevDevice(node: nil, systemName: name, subsystem: "", action: nil).number
        }
        #expect(number("video10") == 10)
        #expect(number("iio:device2") == 2)
        #expect(number("video") == nil)
        #expect(number("event99999999999999999999") == nil)
    }

    @Test("Without any device, each search is one sentence, and a probe is empty")
    func nothing() throws {
        let kernel = FaultyKernel(
            fault: .init(call: "iio_create_local_context", occurrence: 1, errno: ENODEV, stays: true))
        Interposition.with(kernel) {
            let error = #expect(throws: DeviceError.self) { _ = try IIOAccelerometer(.automatic) }
            #expect(error?.description.hasPrefix("cannot find an accelerometer: none is connected.") == true)
            #expect(Probe().accelerometers.isEmpty)
        }
    }

    @Test("Every errno of listing sensors becomes an error", arguments: someErrnos)
    func sensors(errno: Int32) {
        let kernel = FaultyKernel(fault: .init(call: "iio_create_local_context", occurrence: 1, errno: errno))
        let error = #expect(throws: DeviceError.self) {
            try Interposition.with(kernel) { _ = try IIOAccelerometer() }
        }
        #expect(error?.role == .accelerometer)
    }

    @Test("Changes are read without waiting")
    func monitor() throws {
        let monitor = try DeviceMonitor()
        #expect(monitor.fileDescriptor >= 0)
        monitor.readChanges { _ in }
    }
}
