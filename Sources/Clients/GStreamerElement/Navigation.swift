import CGStreamer
import CTapFocus

/// The presses on the picture, by the numbers of their fingers. A press is a tap only while no other finger is down: two of them pinch.
struct Presses {
    private var down: [guint] = []
    /// The number of the last tap that was sent; they count up from 1.
    var taps: UInt64 = 0

    /// Returns true if it is the only one.
    mutating func press(_ finger: guint) -> Bool {
        // A finger that comes twice has been lifted unseen.
        lift(finger)
        down.append(finger)
        return down.count == 1
    }

    mutating func lift(_ finger: guint) { down.removeAll { $0 == finger } }

    mutating func liftAll() { down.removeAll(keepingCapacity: true) }
}

extension TapFocusElement {
    /// A navigation event on its way upstream, in the thread of the window. Its coordinates are pixels of this element's
    /// frames: elements between here and the sink have undone what they do to the picture.
    func follow(_ event: UnsafeMutablePointer<GstEvent>) {
        guard let place = press(in: event) else { return }
        locked { sendTap(at: place) }
    }

    /// The point that was pressed; nil unless the event is a press of the first button or of a single finger.
    private func press(in event: UnsafeMutablePointer<GstEvent>) -> (x: Double, y: Double)? {
        var place = (x: 0.0, y: 0.0)
        var number: guint = 0
        switch gst_navigation_event_get_type(event) {
        case GST_NAVIGATION_EVENT_MOUSE_BUTTON_PRESS:
            var button: gint = 0
            let isRead = gst_navigation_event_parse_mouse_button_event(event, &button, &place.x, &place.y) != 0
            return isRead && button == 1 ? place : nil
        case GST_NAVIGATION_EVENT_TOUCH_DOWN:
            guard gst_navigation_event_parse_touch_event(event, &number, &place.x, &place.y, nil) != 0 else {
                return nil
            }
            return locked { presses.press(number) } ? place : nil
        case GST_NAVIGATION_EVENT_TOUCH_UP:
            if gst_navigation_event_parse_touch_up_event(event, &number, &place.x, &place.y) != 0 {
                locked { presses.lift(number) }
            }
        case GST_NAVIGATION_EVENT_TOUCH_CANCEL: locked { presses.liftAll() }
        default: break
        }
        return nil
    }

    /// Sends a tap, unless the press was beside the picture or taps are not taken, or nothing plays. The lock is held.
    private func sendTap(at place: (x: Double, y: Double)) {
        guard settings.takesTaps, isPlaying, let client = connection.client, let picture else { return }
        let share = (x: place.x / Double(picture.width), y: place.y / Double(picture.height))
        // The bars of a letterbox lie outside. A comparison with NaN is false.
        guard share.x >= 0, share.x <= 1, share.y >= 0, share.y <= 1 else { return }
        presses.taps += 1
        let crop = settings.crop
        let x = min(crop.x + share.x * crop.width, 1)
        let y = min(crop.y + share.y * crop.height, 1)
        let status = tapfocus_tap_picture(client, x, y, presses.taps)
        if status < 0 { log(GST_LEVEL_WARNING, instance, "a tap was not sent: ", tapfocus_explain(status)) }
    }
}
