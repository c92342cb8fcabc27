import CEvdev
import FocusCore

/// Translates the kernel's input events to contacts. It holds no device, and accepts any sequence of events.
///
/// A frame is the events between two SYN_REPORT; only its end tells where a contact is. Each contact that has changed
/// then gets one down, move or up, or up and down if another finger has replaced it in the same slot. Every down is
/// followed by an up, or by `.touchesLost`, which ends all contacts.
public struct TouchFrameTranslator: Sendable {
    /// The way a screen tells its contacts apart.
    public enum Mode: Equatable, Sendable {
        /// Protocol B: slots with tracking ids (ABS_MT_SLOT).
        case slots(count: Int32)
        /// One contact: BTN_TOUCH with ABS_X and ABS_Y.
        case single
    }

    /// More slots than any screen has. Events for higher slots are ignored.
    public static let maximumSlotCount: Int32 = 64

    private struct Slot {
        var x: Int32 = 0
        var y: Int32 = 0
        var major: Int32 = 0
        var isPalm = false
        /// The device's tracking id at this moment of the frame; -1 for no contact.
        var trackingID: Int32 = -1
        /// The contact as it was last reported: a down or move; nil if nothing touches the screen.
        var reported: TouchContact?
        /// True if the reported contact has ended in this frame, even if another one is there now.
        var hasEnded = false
        /// True if a contact began and ended within this frame.
        var wasBrief = false
        /// True if the contact is not reported, because its beginning was not seen; until it is lifted.
        var isHidden = false
    }

    private let mode: Mode
    private var slots: [Slot]
    /// The slot that events concern; nil if the device chose one that does not exist.
    private var current: Int?
    private var isResynchronising = false

    public init(mode: Mode) {
        self.mode = mode
        let count: Int32 = if case .slots(let slots) = mode { min(max(slots, 1), Self.maximumSlotCount) } else { 1 }
        slots = Array(repeating: Slot(), count: Int(count))
        current = 0
    }

    /// Sets a slot's state at opening. A contact that is down already is ignored until it is lifted.
    public mutating func prime(
        slot: Int32, trackingID: Int32, x: Int32, y: Int32, major: Int32 = 0, toolType: Int32 = 0
    ) {
        guard let index = index(of: slot) else { return }
        slots[index] = Slot(
            x: x, y: y, major: major, isPalm: toolType == tapfocus_tool_palm,
            trackingID: trackingID < 0 ? -1 : trackingID, isHidden: trackingID >= 0)
    }

    /// Sets the current slot at opening.
    public mutating func prime(currentSlot: Int32) { current = index(of: currentSlot) }

    /// Handles one event. At the end of a frame `body` is called for every contact that has changed.
    public mutating func translate(
        type: UInt32, code: UInt32, value: Int32, at time: Instant, _ body: (Input.Event, Instant) -> Void
    ) {
        switch (type, code) {
        case (tapfocus_event_synchronisation, tapfocus_code_report):
            if !isResynchronising { endFrame(at: time, body) }
        case (tapfocus_event_synchronisation, tapfocus_code_dropped): beginResynchronisation()
        case (tapfocus_event_absolute, _): takeAxis(code, value)
        case (tapfocus_event_key, tapfocus_code_touch) where mode == .single:
            setTrackingID(value == 0 ? -1 : 0, in: 0)
        default: break
        }
    }

    /// Begins after dropped events: the events that follow only update the state, until `endResynchronisation`.
    public mutating func beginResynchronisation() { isResynchronising = true }

    /// Ends the update: `.touchesLost` ends all contacts, and those that are still down are ignored until they are lifted.
    public mutating func endResynchronisation(at time: Instant, _ body: (Input.Event, Instant) -> Void) {
        isResynchronising = false
        for index in slots.indices {
            (slots[index].reported, slots[index].hasEnded, slots[index].wasBrief) = (nil, false, false)
            slots[index].isHidden = slots[index].trackingID >= 0
        }
        body(.touchesLost, time)
    }

    private func index(of slot: Int32) -> Int? {
        slot >= 0 && slot < Int32(clamping: slots.count) ? Int(slot) : nil
    }

    private mutating func takeAxis(_ code: UInt32, _ value: Int32) {
        guard mode != .single else {
            if code == tapfocus_code_x { slots[0].x = value }
            if code == tapfocus_code_y { slots[0].y = value }
            return
        }
        if code == tapfocus_code_slot {
            current = index(of: value)
            return
        }
        guard let current else { return }
        switch code {
        case tapfocus_code_tracking_id: setTrackingID(value, in: current)
        case tapfocus_code_position_x: slots[current].x = value
        case tapfocus_code_position_y: slots[current].y = value
        case tapfocus_code_touch_major: slots[current].major = value
        case tapfocus_code_tool_type: slots[current].isPalm = value == tapfocus_tool_palm
        default: break
        }
    }

    private mutating func setTrackingID(_ value: Int32, in index: Int) {
        let trackingID = value < 0 ? -1 : value
        let previous = slots[index].trackingID
        guard trackingID != previous else { return }
        if previous >= 0, !isResynchronising {
            if slots[index].reported != nil {
                slots[index].hasEnded = true
            } else if !slots[index].isHidden {
                slots[index].wasBrief = true
            }
            slots[index].isHidden = false
        }
        slots[index].trackingID = trackingID
    }

    private mutating func endFrame(at time: Instant, _ body: (Input.Event, Instant) -> Void) {
        for index in slots.indices {
            let slot = slots[index]
            let present = TouchContact(
                slot: Int32(clamping: index), phase: .down, x: slot.x, y: slot.y, major: slot.major, isPalm: slot.isPalm
            )
            if slot.hasEnded, let reported = slot.reported {
                // Its last position: events after the change of id belong to its successor.
                body(.touch(reported.with(.up)), time)
                slots[index].reported = nil
            }
            if slot.wasBrief {
                body(.touch(present), time)
                body(.touch(present.with(.up)), time)
            }
            slots[index].hasEnded = false
            slots[index].wasBrief = false
            guard slot.trackingID >= 0, !slot.isHidden else { continue }
            if let reported = slots[index].reported {
                let moved = present.with(.move)
                guard moved != reported.with(.move) else { continue }
                body(.touch(moved), time)
            } else {
                body(.touch(present), time)
            }
            slots[index].reported = present
        }
    }
}

extension TouchContact {
    fileprivate func with(_ phase: Phase) -> TouchContact {
        var copy = self
        copy.phase = phase
        return copy
    }
}
