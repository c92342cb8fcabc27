import CIIO
import Glibc

/// libiio's picture of the sensors in this machine, as it was when it was made.
final class IIOContext {
    let pointer: OpaquePointer

    init() throws(DeviceError) {
        do throws(SystemError) {
            pointer = try Kernel.pointer("iio_create_local_context") { iio_create_local_context() }
        } catch {
            // The kernel has no IIO devices, and then not even their directory.
            let isNone = [ENODEV, ENOENT, ENOSYS].contains(error.code)
            if isNone, !Self.isAnyConnected { throw .noAccelerometer }
            // One that is there may answer the next time.
            let reason = isNone ? SystemError(ENODEV) : error
            throw DeviceError(.accelerometer, attempt: "list", subject: "the sensors (libiio)", reason)
        }
    }

    private static var isAnyConnected: Bool {
        (try? Udev().devices(subsystem: "iio", prefix: "iio:device").isEmpty) == false
    }

    /// Takes over a context that was made in another way.
    init(adopting pointer: OpaquePointer) {
        self.pointer = pointer
    }

    deinit {
        iio_context_destroy(pointer)
    }

    /// Whatever has three axes of acceleration, whoever made it: names tell nothing.
    var accelerometers: [IIOSensor] {
        (0..<iio_context_get_devices_count(pointer)).compactMap { index in
            iio_context_get_device(pointer, index).flatMap { IIOSensor($0, of: self) }
        }
    }
}

/// An accelerometer within a context.
struct IIOSensor {
    let context: IIOContext
    let device: OpaquePointer
    let identity: AccelerometerIdentity
    let x: IIOChannel
    let y: IIOChannel
    let z: IIOChannel

    init?(_ device: OpaquePointer, of context: IIOContext) {
        func channel(_ name: String) -> IIOChannel? {
            iio_device_find_channel(device, name, false).map { IIOChannel($0) }
        }
        guard !iio_device_is_trigger(device), let x = channel("accel_x"), let y = channel("accel_y"),
            let z = channel("accel_z"), let id = iio_device_get_id(device)
        else { return nil }
        self.context = context
        self.device = device
        self.x = x
        self.y = y
        self.z = z
        identity = AccelerometerIdentity(
            id: String(cString: id), name: iio_device_get_name(device).map { String(cString: $0) } ?? "",
            label: iio_device_get_label(device).map { String(cString: $0) })
    }

    var axes: [IIOChannel] { [x, y, z] }

    /// The channel with the kernel's time of each sample, where there is one.
    var timestamp: IIOChannel? {
        iio_device_find_channel(device, "timestamp", false).map { IIOChannel($0) }
    }

    func readText(_ attribute: String) -> String? {
        guard iio_device_find_attr(device, attribute) != nil else { return nil }
        return try? withAttributeText { iio_device_attr_read(device, attribute, $0, $1) }
    }

    func write(_ attribute: String, _ text: String) throws(SystemError) {
        guard iio_device_find_attr(device, attribute) != nil else { throw SystemError(ENOENT) }
        try Kernel.library("iio_device_attr_write") { iio_device_attr_write(device, attribute, text) }
    }

    /// Scale, offset and mount matrix as the driver gives them. Attributes that are missing stand for "unchanged".
    func conversion() -> AccelerationConversion {
        func axis(_ channel: IIOChannel) -> AccelerationConversion.Axis {
            // "input" is in m/s² already.
            guard channel.has("raw") else { return AccelerationConversion.Axis() }
            return AccelerationConversion.Axis(
                offset: channel.has("offset") ? (try? channel.readDouble("offset")) ?? 0 : 0,
                scale: channel.has("scale") ? (try? channel.readDouble("scale")) ?? 1 : 1)
        }
        return AccelerationConversion(x: axis(x), y: axis(y), z: axis(z), mount: mountMatrix() ?? .identity)
    }

    private func mountMatrix() -> MountMatrix? {
        let ofChannel = x.has("mount_matrix") ? try? x.readText("mount_matrix") : nil
        let ofDevice = ["mount_matrix", "in_accel_mount_matrix", "in_mount_matrix"].lazy.compactMap { readText($0) }
        return (ofChannel ?? ofDevice.first).flatMap { MountMatrix($0) }
    }
}

extension DeviceError {
    static let noAccelerometer = DeviceError(
        .doesNotExist, .accelerometer, attempt: "find", subject: "an accelerometer", answer: "none is connected",
        remedy: "Go without one (--motion none), or connect one: \"tapfocus probe\" lists what is connected")
}
