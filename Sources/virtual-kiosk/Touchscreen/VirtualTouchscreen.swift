import CUinput
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
    private var file: FileDescriptor?
    private var touching: Set<Int> = []
    private var nextTrackingID: Int32 = 1

    init(log: EventLog) {
        self.log = log
    }

    var isPlugged: Bool { file != nil }

    func plug() throws {
        guard !isPlugged else { throw Failure("the touchscreen is plugged in already") }
        let file = try FileDescriptor.open(
            "/dev/uinput", flags: O_WRONLY | O_NONBLOCK, attempt: "open /dev/uinput",
            remedy: "Run as root, with the module loaded (modprobe uinput).")
        try create(file.number)
        self.file = file
        log.write("plugged", [("device", .string("touch"))])
    }

    func unplug() throws {
        guard let file else { throw Failure("the touchscreen is not plugged in") }
        _ = virtual_kiosk_uinput_destroy(file.number)
        self.file = nil
        touching = []
        log.write("unplugged", [("device", .string("touch"))])
    }

    /// Nil while it is not plugged in.
    var registeredNode: String? {
        guard let file else { return nil }
        var name = [CChar](repeating: 0, count: 64)
        guard virtual_kiosk_uinput_system_name(file.number, &name, Int32(name.count)) >= 0 else { return nil }
        let folder = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
        let names = Folders.names(in: "/sys/devices/virtual/input/" + folder)
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

    private func send(_ slot: Int, _ events: [(Int32, Int32, Int32)]) throws {
        guard let file else { throw Failure("the touchscreen is not plugged in") }
        let frame = [(EV_ABS, ABS_MT_SLOT, Int32(slot))] + events + [(EV_SYN, Int32(SYN_REPORT), 0)]
        let records = frame.map { event in
            input_event(
                time: timeval(), type: UInt16(truncatingIfNeeded: event.0), code: UInt16(truncatingIfNeeded: event.1),
                value: event.2)
        }
        // One write for the whole frame, so that no reader sees half of it.
        guard file.write(records.withUnsafeBytes(Array.init)) else { throw Failure.system("send a touch") }
    }

    private func create(_ number: Int32) throws {
        let axes: [(Int32, Int32, Int32)] = [
            (ABS_X, Self.width - 1, Self.unitsPerMillimetre), (ABS_Y, Self.height - 1, Self.unitsPerMillimetre),
            (ABS_MT_SLOT, Int32(Self.slots - 1), 0), (ABS_MT_TRACKING_ID, 65_535, 0),
            (ABS_MT_POSITION_X, Self.width - 1, Self.unitsPerMillimetre),
            (ABS_MT_POSITION_Y, Self.height - 1, Self.unitsPerMillimetre),
            (ABS_MT_TOUCH_MAJOR, Self.largestMajor, Self.unitsPerMillimetre), (ABS_MT_TOOL_TYPE, Self.palmTool, 0),
        ]
        var answers = [
            virtual_kiosk_uinput_enable_event(number, EV_KEY), virtual_kiosk_uinput_enable_event(number, EV_ABS),
            virtual_kiosk_uinput_enable_key(number, BTN_TOUCH),
            virtual_kiosk_uinput_enable_property(number, INPUT_PROP_DIRECT),
        ]
        for (code, maximum, resolution) in axes {
            answers.append(
                virtual_kiosk_uinput_enable_axis(number, UInt16(truncatingIfNeeded: code), 0, maximum, resolution))
        }
        // 1209:0002 is reserved for tests, like the camera's number.
        answers.append(virtual_kiosk_uinput_create(number, Self.name, UInt16(BUS_USB), 0x1209, 0x0002))
        guard answers.allSatisfy({ $0 >= 0 }) else { throw Failure.system("make a touchscreen through /dev/uinput") }
    }
}
