import CGStreamer
import CTapFocus

enum ClockKind {
    /// There is no clock yet: nothing plays.
    case none
    /// CLOCK_MONOTONIC itself, as with most pipelines of a camera.
    case monotonic
    /// Something else, that of a sound card for example.
    case other
}

/// Numbers frames whose buffers have no number: decoders drop it.
struct FrameCounter {
    private var last: Int64 = 0
    private var number: UInt32 = 0

    /// The number of the frame that was captured then. Frames that are missing, by their times, are counted, too. `interval`
    /// and `captured` are in µs; an interval of 0 is unknown.
    mutating func next(_ captured: Int64, interval: Int64) -> UInt32 {
        let elapsed = captured - last
        let frames = interval > 0 && last > 0 && elapsed > 0 ? (elapsed + interval / 2) / interval : 1
        number &+= UInt32(truncatingIfNeeded: max(1, min(frames, 1 << 20)))
        last = captured
        return number
    }
}

extension TapFocusElement {
    /// Stores the kind of the pipeline's clock. Called without the lock.
    func useClock(_ given: UnsafeMutablePointer<GstClock>?) {
        let kind = given.map(kind(of:)) ?? .none
        locked { clock = kind }
    }

    private func kind(of clock: UnsafeMutablePointer<GstClock>) -> ClockKind {
        let object = clock.as(GObject.self)
        guard object.pointee.g_type_instance.g_class?.pointee.g_type == gst_system_clock_get_type() else {
            return .other
        }
        var value = GValue()
        g_value_init(&value, gst_clock_type_get_type())
        defer { g_value_unset(&value) }
        g_object_get_property(object, text("clock-type"), &value)
        guard g_value_get_enum(&value) == gint(GST_CLOCK_TYPE_MONOTONIC.rawValue) else { return .other }
        // A clock that is steered by another one tells that one's time.
        var inner: GstClockTime = 0
        var outer: GstClockTime = 0
        var rate: (GstClockTime, GstClockTime) = (1, 1)
        gst_clock_get_calibration(clock, &inner, &outer, &rate.0, &rate.1)
        return inner == outer && rate.0 == rate.1 ? .monotonic : .other
    }

    /// When the frame was captured, in µs of CLOCK_MONOTONIC; never later than now. Nil where the buffer or the pipeline
    /// has no time. The lock is held.
    func captureTime(of buffer: UnsafeMutablePointer<GstBuffer>) -> Int64? {
        let time = buffer.pointee.pts
        guard time != tapfocus_no_time, clock != .none else { return nil }
        let running = gst_segment_to_running_time(&instance.pointee.parent.segment, GST_FORMAT_TIME, time)
        guard running != tapfocus_no_time else { return nil }
        let element = instance.as(GstElement.self)
        let stamped = gst_element_get_base_time(element) &+ running
        let captured = clock == .monotonic ? Int64(clamping: stamped / 1000) : monotonic(stamped)
        return captured.map { min($0, tapfocus_now()) }
    }

    /// When CLOCK_MONOTONIC showed what the pipeline's clock calls `stamped`, in µs. Between the readings of the two clocks
    /// the thread may be put to sleep; so they are read again when that took long.
    private func monotonic(_ stamped: GstClockTime) -> Int64? {
        guard let clock = gst_element_get_clock(instance.as(GstElement.self)) else { return nil }
        defer { gst_object_unref(clock) }
        var now: Int64 = 0
        var time: GstClockTime = 0
        for _ in 0..<4 {
            let before = tapfocus_now()
            time = gst_clock_get_time(clock)
            now = tapfocus_now()
            if now - before <= 50 { break }
        }
        guard time != tapfocus_no_time else { return nil }
        return now - (Int64(clamping: time) - Int64(clamping: stamped)) / 1000
    }

    /// The frame's number: that of the driver, which v4l2src passes on as the buffer's offset, or a counted one.
    func sequence(of buffer: UnsafeMutablePointer<GstBuffer>, _ captured: Int64, interval: Int64) -> UInt32 {
        let counted = counter.next(captured, interval: interval)
        let offset = buffer.pointee.offset
        return offset == tapfocus_no_offset ? counted : UInt32(truncatingIfNeeded: offset)
    }
}
