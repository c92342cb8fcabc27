import CEvdev
import Testing

@testable import LinuxDevices

/// The input devices that count as touchscreens, by their own description.
@Suite struct EvdevModeTests {
    private static let slot = (tapfocus_event_absolute, tapfocus_code_slot)
    private static let trackingID = (tapfocus_event_absolute, tapfocus_code_tracking_id)
    private static let slotX = (tapfocus_event_absolute, tapfocus_code_position_x)
    private static let slotY = (tapfocus_event_absolute, tapfocus_code_position_y)
    private static let x = (tapfocus_event_absolute, tapfocus_code_x)
    private static let y = (tapfocus_event_absolute, tapfocus_code_y)
    private static let touch = (tapfocus_event_key, tapfocus_code_touch)
    private static let pen = (tapfocus_event_key, UInt32(BTN_TOOL_PEN))
    private static let finger = (tapfocus_event_key, UInt32(BTN_TOOL_FINGER))

    private func mode(isDirect: Bool = true, _ codes: (UInt32, UInt32)...) throws -> TouchFrameTranslator.Mode? {
        let device = try #require(libevdev_new())
        defer { libevdev_free(device) }
        if isDirect { libevdev_enable_property(device, tapfocus_property_direct) }
        for (type, code) in codes {
            var range = input_absinfo()
            range.maximum = code == tapfocus_code_slot ? 9 : 4095
            if type == tapfocus_event_absolute {
                libevdev_enable_event_code(device, type, code, &range)
            } else {
                libevdev_enable_event_code(device, type, code, nil)
            }
        }
        return EvdevHandle.mode(of: device)
    }

    @Test("Slots, or a single position with a touch button, make a touchscreen")
    func touchscreens() throws {
        #expect(try mode(Self.slot, Self.trackingID, Self.slotX, Self.slotY, Self.touch) == .slots(count: 10))
        #expect(try mode(Self.x, Self.y, Self.touch) == .single)
        #expect(try mode(Self.x, Self.y, Self.touch, Self.finger) == .single)
        #expect(try mode(Self.x, Self.y, Self.touch, Self.finger, Self.pen) == .single)
    }

    @Test("A pen display, a tablet beside the screen and a joystick are not touchscreens")
    func others() throws {
        #expect(try mode(Self.x, Self.y, Self.touch, Self.pen) == nil)
        #expect(try mode(isDirect: false, Self.x, Self.y, Self.touch) == nil)
        #expect(try mode(Self.x, Self.y) == nil)
        #expect(try mode(Self.touch) == nil)
    }
}
