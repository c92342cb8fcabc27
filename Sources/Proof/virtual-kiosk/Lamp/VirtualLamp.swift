import CEvdev
import Glibc

/// A lamp of the kernel's LED class, through /dev/uinput: `input-leds` makes `inputN::misc` of an input device with an LED, and every write
/// to its brightness comes back as an event.
final class VirtualLamp: VirtualDevice {
    static let name = "Virtual Kiosk Lamp"

    private let loop: EventLoop
    private let log: EventLog
    /// A `libevdev_uinput`; nil while it is not plugged in.
    private var device: OpaquePointer?
    private(set) var isOn = false
    /// Called when it goes on or off.
    var switched: (Bool) -> Void = { _ in }

    init(loop: EventLoop, log: EventLog) {
        self.loop = loop
        self.log = log
    }

    var isPlugged: Bool { device != nil }

    /// Its folder in the LED class; nil while it is not plugged in.
    var registeredNode: String? {
        guard let device, let folder = libevdev_uinput_get_syspath(device) else { return nil }
        let name = Folders.names(in: String(cString: folder)).first { $0.hasSuffix("::misc") }
        return name.map { "/sys/class/leds/" + $0 }
    }

    func plug() throws {
        guard !isPlugged else { throw Failure("the lamp is plugged in already") }
        let device = try Self.create()
        self.device = device
        loop.whenReadable(libevdev_uinput_get_fd(device)) { [unowned self] in self.receive() }
        log.write("plugged", [("device", .string("lamp"))])
    }

    func unplug() throws {
        guard let device else { throw Failure("the lamp is not plugged in") }
        loop.forget(libevdev_uinput_get_fd(device))
        libevdev_uinput_destroy(device)
        self.device = nil
        light(false)
        log.write("unplugged", [("device", .string("lamp"))])
    }

    private func receive() {
        guard let device else { return }
        var event = input_event()
        let count = read(libevdev_uinput_get_fd(device), &event, MemoryLayout<input_event>.size)
        guard count == MemoryLayout<input_event>.size, UInt32(event.type) == tapfocus_event_led else { return }
        light(event.value != 0)
    }

    private func light(_ isOn: Bool) {
        guard isOn != self.isOn else { return }
        self.isOn = isOn
        log.write("lamp", [("on", .bool(isOn))])
        switched(isOn)
    }

    private static func create() throws -> OpaquePointer {
        let description = libevdev_new()
        defer { libevdev_free(description) }
        libevdev_set_name(description, name)
        libevdev_set_id_bustype(description, BUS_USB)
        // 1209:0004 is reserved for tests, like the camera's number.
        libevdev_set_id_vendor(description, 0x1209)
        libevdev_set_id_product(description, 0x0004)
        libevdev_enable_event_code(description, tapfocus_event_led, tapfocus_code_led, nil)
        var device: OpaquePointer?
        let answer = libevdev_uinput_create_from_device(description, tapfocus_uinput_open_managed, &device)
        guard answer == 0, let device else {
            throw Failure.system(
                "make a lamp through /dev/uinput", code: -answer,
                remedy: "Run as root, with the module loaded (modprobe uinput).")
        }
        return device
    }
}
