import CIIO
import Glibc

/// libiio's list of the sensors in this machine, as it was at creation.
final class IIOContext {
    let iio: iio_functions
    let pointer: OpaquePointer

    init() throws(DeviceError) {
        let iio = try IIOLibrary.functions()
        self.iio = iio
        do throws(SystemError) {
            pointer = try Kernel.pointer("iio_create_local_context") { iio.create_local_context() }
        } catch {
            // The kernel has no IIO devices, so even their directory is missing.
            let isNone = [ENODEV, ENOENT, ENOSYS].contains(error.code)
            if isNone, !Self.isAnyConnected { throw .noAccelerometer }
            // If there are devices, another attempt may succeed.
            let reason = isNone ? SystemError(ENODEV) : error
            throw DeviceError(.accelerometer, attempt: "list", subject: "the sensors (libiio)", reason)
        }
    }

    private static var isAnyConnected: Bool {
        (try? Udev().devices(subsystem: "iio", prefix: "iio:device").isEmpty) == false
    }

    /// libiio's own description of a machine, in its XML; nil if it cannot be read, or if there is no libiio.
    init?(xmlFile path: String) {
        guard let iio = try? IIOLibrary.functions(), let pointer = iio.create_xml_context(path) else { return nil }
        (self.iio, self.pointer) = (iio, pointer)
    }

    deinit { iio.context_destroy(pointer) }

    /// All sensors with three axes of acceleration. They are not recognised by name: names differ between makers.
    var accelerometers: [IIOSensor] {
        (0..<iio.context_get_devices_count(pointer)).compactMap { index in
            iio.context_get_device(pointer, index).flatMap { IIOSensor($0, of: self) }
        }
    }
}

struct IIOSensor {
    let context: IIOContext
    let device: OpaquePointer
    let identity: AccelerometerIdentity
    let x: IIOChannel
    let y: IIOChannel
    let z: IIOChannel

    init?(_ device: OpaquePointer, of context: IIOContext) {
        let iio = context.iio
        func channel(_ name: String) -> IIOChannel? {
            iio.device_find_channel(device, name, false).map { IIOChannel($0, iio) }
        }
        guard !iio.device_is_trigger(device), let x = channel("accel_x"), let y = channel("accel_y"),
            let z = channel("accel_z"), let id = iio.device_get_id(device)
        else { return nil }
        (self.context, self.device, self.x, self.y, self.z) = (context, device, x, y, z)
        identity = AccelerometerIdentity(
            id: String(cString: id), name: iio.device_get_name(device).map { String(cString: $0) } ?? "",
            label: iio.device_get_label(device).map { String(cString: $0) })
    }

    var axes: [IIOChannel] { [x, y, z] }

    /// The channel with the kernel's time of each sample; nil if the sensor has none.
    var timestamp: IIOChannel? {
        context.iio.device_find_channel(device, "timestamp", false).map { IIOChannel($0, context.iio) }
    }

    /// An attribute of the axes, or else of the sensor.
    func text(_ attribute: String) -> String? {
        x.has(attribute) ? try? x.readText(attribute) : readText(attribute)
    }

    private func readText(_ attribute: String) -> String? {
        guard context.iio.device_find_attr(device, attribute) != nil else { return nil }
        return try? withAttributeText { context.iio.device_attr_read(device, attribute, $0, $1) }
    }

    func write(_ attribute: String, _ text: String) throws(SystemError) {
        guard context.iio.device_find_attr(device, attribute) != nil else { throw SystemError(ENOENT) }
        try Kernel.library("iio_device_attr_write") { context.iio.device_attr_write(device, attribute, text) }
    }

    /// The driver's scale, offset and mount matrix. A missing attribute changes nothing.
    func conversion() -> AccelerationConversion {
        func axis(_ channel: IIOChannel) -> AccelerationConversion.Axis {
            // An "input" attribute is in m/s² already.
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
        remedy: "Go without one (--motion none), or connect one: \"tapfocus probe\" lists the connected devices")
}
