import CEvdev
import Glibc

/// A touchscreen in the kernel, through /dev/uinput: multi-touch protocol B with ten slots, and single touch beside it,
/// like real ones (Documentation/input/multi-touch-protocol.rst in the kernel's sources).
final class VirtualTouchscreen: VirtualDevice {
    static let name = "Virtual Kiosk Touchscreen"
    static let width: Int32 = 1280
    static let height: Int32 = 800
    static let slots = 10
    /// 6 units per millimetre: 213 × 133 mm, a screen of 10 inches.
    private static let unitsPerMillimetre: Int32 = 6
    /// The width of a finger's touch, 8 mm, in the same units.
    static let fingerMajor: Int32 = 48
    /// The width of a palm's touch, 50 mm, in the same units.
    static let palmMajor: Int32 = 300
    private static let largestMajor: Int32 = 500
    /// MT_TOOL_FINGER and MT_TOOL_PALM of the kernel.
    private static let fingerTool: Int32 = 0
    private static let palmTool: Int32 = 2

    private let log: EventLog
    /// A `libevdev_uinput`; nil while it is not plugged in.
    private var device: OpaquePointer?
    private var touching: Set<Int> = []
    private var nextTrackingID: Int32 = 1

    init(log: EventLog) {
        self.log = log
    }

    var isPlugged: Bool { device != nil }

    func plug() throws {
        guard !isPlugged else { throw Failure("the touchscreen is plugged in already") }
        device = try Self.create()
        log.write("plugged", [("device", .string("touch"))])
    }

    func unplug() throws {
        guard let device else { throw Failure("the touchscreen is not plugged in") }
        libevdev_uinput_destroy(device)
        self.device = nil
        touching = []
        log.write("unplugged", [("device", .string("touch"))])
    }

    /// Nil while it is not plugged in.
    var registeredNode: String? {
        guard let device, let folder = libevdev_uinput_get_syspath(device) else { return nil }
        // libevdev has looked for the node once only, and the kernel may load evdev later.
        let names = Folders.names(in: String(cString: folder))
        return names.first { $0.hasPrefix("event") }.map { "/dev/input/" + $0 }
    }

    /// A contact begins. The coordinates are sent unchecked, even outside of the screen, because real devices do that, too.
    func down(slot: Int, x: Int32, y: Int32, major: Int32) throws {
        guard !touching.contains(slot) else { throw Failure("slot \(slot) is down already") }
        touching.insert(slot)
        let trackingID = nextTrackingID
        nextTrackingID = nextTrackingID % 65_535 + 1
        try send(
            slot,
            [
                (EV_ABS, ABS_MT_TRACKING_ID, trackingID), (EV_ABS, ABS_MT_TOOL_TYPE, Self.fingerTool),
                (EV_ABS, ABS_MT_POSITION_X, x), (EV_ABS, ABS_MT_POSITION_Y, y), (EV_ABS, ABS_MT_TOUCH_MAJOR, major),
            ] + (touching.count == 1 ? [(EV_KEY, BTN_TOUCH, Int32(1))] : []) + single(slot, x, y))
        report("down", slot, x, y)
    }

    func move(slot: Int, x: Int32, y: Int32, major: Int32?) throws {
        try requireDown(slot)
        try send(
            slot,
            [(EV_ABS, ABS_MT_POSITION_X, x), (EV_ABS, ABS_MT_POSITION_Y, y)]
                + (major.map { [(EV_ABS, ABS_MT_TOUCH_MAJOR, $0)] } ?? []) + single(slot, x, y))
        report("move", slot, x, y)
    }

    /// A contact ends. `cancelled`: the touchscreen has recognised a palm, and withdraws it.
    func up(slot: Int, cancelled: Bool = false) throws {
        try requireDown(slot)
        touching.remove(slot)
        let release = touching.isEmpty ? [(EV_KEY, BTN_TOUCH, Int32(0))] : []
        if cancelled { try send(slot, [(EV_ABS, ABS_MT_TOOL_TYPE, Self.palmTool)]) }
        try send(slot, [(EV_ABS, ABS_MT_TRACKING_ID, -1)] + release)
        log.write("finger", [("action", .string(cancelled ? "cancel" : "up")), ("slot", .integer(Int64(slot)))])
    }

    private func requireDown(_ slot: Int) throws {
        guard touching.contains(slot) else { throw Failure("slot \(slot) is not down") }
    }

    /// The single-touch axes follow the first slot.
    private func single(_ slot: Int, _ x: Int32, _ y: Int32) -> [(Int32, Int32, Int32)] {
        slot == 0 ? [(EV_ABS, ABS_X, x), (EV_ABS, ABS_Y, y)] : []
    }

    private func report(_ action: String, _ slot: Int, _ x: Int32, _ y: Int32) {
        log.write(
            "finger",
            [
                ("action", .string(action)), ("slot", .integer(Int64(slot))), ("x", .integer(Int64(x))),
                ("y", .integer(Int64(y))),
            ])
    }

    /// The kernel hands a frame on at its end, so no reader sees half of it.
    private func send(_ slot: Int, _ events: [(Int32, Int32, Int32)]) throws {
        guard let device else { throw Failure("the touchscreen is not plugged in") }
        let frame = [(EV_ABS, ABS_MT_SLOT, Int32(slot))] + events + [(EV_SYN, Int32(SYN_REPORT), 0)]
        for (type, code, value) in frame {
            let answer = libevdev_uinput_write_event(device, UInt32(type), UInt32(code), value)
            guard answer == 0 else { throw Failure.system("send a touch", code: -answer) }
        }
    }

    private static func create() throws -> OpaquePointer {
        let axes: [(Int32, Int32, Int32)] = [
            (ABS_X, width - 1, unitsPerMillimetre), (ABS_Y, height - 1, unitsPerMillimetre),
            (ABS_MT_SLOT, Int32(slots - 1), 0), (ABS_MT_TRACKING_ID, 65_535, 0),
            (ABS_MT_POSITION_X, width - 1, unitsPerMillimetre), (ABS_MT_POSITION_Y, height - 1, unitsPerMillimetre),
            (ABS_MT_TOUCH_MAJOR, largestMajor, unitsPerMillimetre), (ABS_MT_TOOL_TYPE, palmTool, 0),
        ]
        let description = libevdev_new()
        defer { libevdev_free(description) }
        libevdev_set_name(description, name)
        libevdev_set_id_bustype(description, BUS_USB)
        // 1209:0002 is reserved for tests, like the camera's number.
        libevdev_set_id_vendor(description, 0x1209)
        libevdev_set_id_product(description, 0x0002)
        libevdev_enable_property(description, tapfocus_property_direct)
        libevdev_enable_event_code(description, tapfocus_event_key, tapfocus_code_touch, nil)
        for (code, maximum, resolution) in axes {
            var axis = input_absinfo(value: 0, minimum: 0, maximum: maximum, fuzz: 0, flat: 0, resolution: resolution)
            libevdev_enable_event_code(description, tapfocus_event_absolute, UInt32(code), &axis)
        }
        var device: OpaquePointer?
        let answer = libevdev_uinput_create_from_device(description, tapfocus_uinput_open_managed, &device)
        guard answer == 0, let device else {
            throw Failure.system(
                "make a touchscreen through /dev/uinput", code: -answer,
                remedy: "Run as root, with the module loaded (modprobe uinput).")
        }
        return device
    }
}
