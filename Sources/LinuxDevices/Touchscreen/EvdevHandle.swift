import CEvdev
import Glibc

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

    /// The way contacts are told apart; nil if the device is not a touchscreen. A touchscreen is a direct device with
    /// either protocol-B slots or a single position with a touch button. A pen display has the latter too, so a device
    /// that reports a pen and no finger (BTN_TOOL_PEN without BTN_TOOL_FINGER) does not count.
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
