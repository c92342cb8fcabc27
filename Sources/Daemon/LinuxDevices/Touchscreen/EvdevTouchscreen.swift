import CEvdev
import FocusCore
import Glibc

/// A touchscreen's identity.
public struct TouchscreenIdentity: Equatable, Sendable {
    /// Its device node, for example /dev/input/event3.
    public var path: String
    /// The driver's name for it, for people.
    public var name: String
}

/// A touchscreen through libevdev. Other programs, the compositor first of all, still receive the same touches.
public final class EvdevTouchscreen {
    public let identity: TouchscreenIdentity
    private let handle: EvdevHandle
    private let mode: TouchFrameTranslator.Mode
    private var translator: TouchFrameTranslator

    /// Opens a touchscreen, and checks that it is one. A contact that is down already is ignored until it is lifted.
    /// - Throws: `DeviceError` if it cannot be opened, or is not a touchscreen: a mouse, a pen, a camera's button, a
    ///   file; of the kind `.unready` if udev has not set its calibration yet.
    public init(path: String) throws(DeviceError) {
        let handle = try EvdevHandle(path: path)
        let name = libevdev_get_name(handle.device).map { String(cString: $0) } ?? path
        guard let mode = EvdevHandle.mode(of: handle.device) else {
            throw DeviceError(
                .wrongKind, .touchscreen, attempt: "use", subject: path, answer: "\(name) is no touchscreen",
                remedy: "Choose another one: \"tapfocus probe\" lists the connected devices")
        }
        // Without its calibration, every touch would be misplaced until the screen is connected again.
        if let number = Kernel.status(of: handle.fd)?.st_rdev, let udev = try? Udev(),
            udev.isBeingSetUp(characterDevice: number)
        {
            throw DeviceError(
                .unready, .touchscreen, attempt: "use", subject: path, answer: "udev is still setting it up",
                remedy: "It can be used once that is done: \"udevadm settle\" waits for it")
        }
        identity = TouchscreenIdentity(path: path, name: name)
        self.mode = mode
        translator = TouchFrameTranslator(mode: mode)
        translator.prime(from: handle.device, mode)
        self.handle = handle
    }

    /// Readable when events are waiting: then call `readEvents`.
    public var fileDescriptor: Int32 { handle.fd }

    /// The driver's ranges, unchecked, and udev's calibration matrix (the identity if there is none).
    public func describe() -> TouchscreenDescription {
        TouchscreenDescription(handle.device, mode, calibration: calibration() ?? .identity)
    }

    /// Reads all waiting events, and calls `body` for each contact that has changed, with the kernel's time. Changes
    /// before an error have been handed out by then.
    /// - Throws: `DeviceError` of the kind `.gone` when the touchscreen has been unplugged; it is useless then.
    public func readEvents(_ body: (Input.Event, Instant) -> Void) throws(DeviceError) {
        do throws(SystemError) {
            // To the end: libevdev has a queue of its own, which epoll does not see.
            while let (status, event) = try nextEvent(tapfocus_read_normal) {
                if status == tapfocus_status_sync {
                    try resynchronise(body)
                } else {
                    translate(event, body)
                }
            }
        } catch {
            throw DeviceError(.touchscreen, attempt: "read", subject: identity.path, error)
        }
    }

    /// The kernel dropped events. libevdev reports where contacts are now, but not what they did meanwhile.
    private func resynchronise(_ body: (Input.Event, Instant) -> Void) throws(SystemError) {
        translator.beginResynchronisation()
        // The contacts are lost, whether it succeeds or fails.
        defer { translator.endResynchronisation(at: MonotonicClock.now(), body) }
        while let (_, event) = try nextEvent(tapfocus_read_sync) { translate(event, body) }
    }

    private func translate(_ event: input_event, _ body: (Input.Event, Instant) -> Void) {
        let seconds = Int64(event.time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000).partialValue
        let time = Instant(nanoseconds: seconds &+ Int64(event.time.tv_usec) &* 1000)
        translator.translate(type: UInt32(event.type), code: UInt32(event.code), value: event.value, at: time, body)
    }

    /// Nil when no event is left.
    private func nextEvent(_ flag: UInt32) throws(SystemError) -> (status: Int32, event: input_event)? {
        var event = input_event()
        do throws(SystemError) {
            let status = try Kernel.library("libevdev_next_event") {
                Int(libevdev_next_event(handle.device, flag, &event))
            }
            return (Int32(truncatingIfNeeded: status), event)
        } catch {
            guard error.code == EAGAIN else { throw error }
            return nil
        }
    }

    private func calibration() -> CalibrationMatrix? {
        guard let number = Kernel.status(of: handle.fd)?.st_rdev, let udev = try? Udev() else { return nil }
        return udev.property("LIBINPUT_CALIBRATION_MATRIX", ofCharacterDevice: number)
            .flatMap { CalibrationMatrix(libinputProperty: $0) }
    }
}

extension CalibrationMatrix {
    /// Reads the udev property LIBINPUT_CALIBRATION_MATRIX: six numbers, separated by spaces. Nil for any other text. A
    /// matrix that cannot be inverted is passed on: the engine reports it.
    public init?(libinputProperty text: String) {
        let words = text.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "\n" })
        let numbers = words.compactMap { Double(String($0)) }
        guard words.count == 6, numbers.count == 6 else { return nil }
        self.init(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5])
    }
}

extension TouchscreenDescription {
    /// The ranges that libevdev tells, unchecked.
    init(_ device: OpaquePointer, _ mode: TouchFrameTranslator.Mode, calibration: CalibrationMatrix) {
        let isSingle = mode == .single
        let codeX = isSingle ? tapfocus_code_x : tapfocus_code_position_x
        let codeY = isSingle ? tapfocus_code_y : tapfocus_code_position_y
        self.init(
            minimumX: libevdev_get_abs_minimum(device, codeX), maximumX: libevdev_get_abs_maximum(device, codeX),
            minimumY: libevdev_get_abs_minimum(device, codeY), maximumY: libevdev_get_abs_maximum(device, codeY),
            unitsPerMillimetreX: max(libevdev_get_abs_resolution(device, codeX), 0),
            unitsPerMillimetreY: max(libevdev_get_abs_resolution(device, codeY), 0), calibration: calibration)
    }
}

extension TouchFrameTranslator {
    /// Starts from libevdev's state at opening, because the kernel reports only later changes.
    fileprivate mutating func prime(from device: OpaquePointer, _ mode: Mode) {
        func value(_ slot: Int32, _ code: UInt32) -> Int32 { libevdev_get_slot_value(device, UInt32(slot), code) }
        switch mode {
        case .slots(let count):
            for slot in 0..<min(max(count, 0), Self.maximumSlotCount) {
                prime(
                    slot: slot, trackingID: value(slot, tapfocus_code_tracking_id),
                    x: value(slot, tapfocus_code_position_x), y: value(slot, tapfocus_code_position_y),
                    major: value(slot, tapfocus_code_touch_major), toolType: value(slot, tapfocus_code_tool_type))
            }
            prime(currentSlot: libevdev_get_current_slot(device))
        case .single:
            let isDown = libevdev_get_event_value(device, tapfocus_event_key, tapfocus_code_touch) != 0
            prime(
                slot: 0, trackingID: isDown ? 0 : -1,
                x: libevdev_get_event_value(device, tapfocus_event_absolute, tapfocus_code_x),
                y: libevdev_get_event_value(device, tapfocus_event_absolute, tapfocus_code_y))
        }
    }
}

/// An open input device and libevdev's state for it.
struct EvdevHandle: ~Copyable {
    let fd: Int32
    let device: OpaquePointer

    /// Opens the device for reading. It is not grabbed, so the compositor still receives its touches.
    init(path: String) throws(DeviceError) {
        do throws(SystemError) {
            let descriptor = try Kernel.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            let fd = descriptor.rawValue
            var pointer: OpaquePointer?
            try Kernel.library("libevdev_new_from_fd") { Int(libevdev_new_from_fd(fd, &pointer)) }
            guard let device = pointer else { throw SystemError(ENOTTY) }
            do throws(SystemError) {
                // Touches and timers then have one clock. It has to be set before the first event is read.
                try Kernel.library("libevdev_set_clock_id") {
                    Int(libevdev_set_clock_id(device, Int32(CLOCK_MONOTONIC)))
                }
            } catch {
                libevdev_free(device)
                throw error
            }
            self.fd = descriptor.release()
            self.device = device
        } catch {
            // A device that is not an input device answers libevdev with one of these two errors.
            let error = error.code == EINVAL ? SystemError(ENOTTY) : error
            throw DeviceError(.touchscreen, attempt: "open", subject: path, error)
        }
    }

    deinit {
        libevdev_free(device)
        Kernel.close(fd)
    }

    /// The device's multi-touch protocol; nil if it is not a touchscreen. A touchscreen is a direct device that reports
    /// either protocol-B slots or a single position with a touch button. A pen display also reports a single position. A
    /// device with a pen and no finger (BTN_TOOL_PEN without BTN_TOOL_FINGER) is therefore not a touchscreen.
    static func mode(of device: OpaquePointer) -> TouchFrameTranslator.Mode? {
        func has(_ type: UInt32, _ code: UInt32) -> Bool { libevdev_has_event_code(device, type, code) != 0 }
        guard libevdev_has_property(device, tapfocus_property_direct) != 0 else { return nil }
        let slotCount = libevdev_get_num_slots(device)
        if slotCount > 0, has(tapfocus_event_absolute, tapfocus_code_position_x),
            has(tapfocus_event_absolute, tapfocus_code_position_y),
            has(tapfocus_event_absolute, tapfocus_code_tracking_id)
        {
            return .slots(count: slotCount)
        }
        let isPenOnly =
            has(tapfocus_event_key, UInt32(BTN_TOOL_PEN)) && !has(tapfocus_event_key, UInt32(BTN_TOOL_FINGER))
        if !isPenOnly, has(tapfocus_event_key, tapfocus_code_touch), has(tapfocus_event_absolute, tapfocus_code_x),
            has(tapfocus_event_absolute, tapfocus_code_y)
        {
            return .single
        }
        return nil
    }
}
