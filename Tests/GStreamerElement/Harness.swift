import CGStreamer
import CGStreamerCheck
import Foundation

/// The element between two pads that a test plays, on the system's clock.
final class Harness {
    let harness: UnsafeMutablePointer<GstHarness>
    let element: UnsafeMutablePointer<GstElement>
    let bus: UnsafeMutablePointer<GstBus>

    /// `properties` as in gst-launch-1.0; `caps` of the buffers.
    init(_ properties: String, _ caps: String, clock: Bool = true) {
        harness = gst_harness_new_parse("tapfocus name=it \(properties)")
        element = gst_harness_find_element(harness, "tapfocus")
        bus = gst_bus_new()
        gst_element_set_bus(element, bus)
        if clock { gst_harness_use_systemclock(harness) }
        gst_harness_set_src_caps_str(harness, caps)
    }

    deinit {
        gst_element_set_bus(element, nil)
        gst_object_unref(bus)
        gst_object_unref(element)
        gst_harness_teardown(harness)
    }

    /// A buffer that was captured now.
    func buffer(_ bytes: [UInt8], sequence: guint64? = nil, age: guint64 = 0) -> UnsafeMutablePointer<GstBuffer> {
        let buffer = gst_buffer_new_allocate(nil, gsize(bytes.count), nil)!
        gst_buffer_fill(buffer, 0, bytes, gsize(bytes.count))
        stamp(buffer, sequence: sequence, age: age)
        return buffer
    }

    /// Gives a buffer the time of now, less `age` in nanoseconds.
    func stamp(_ buffer: UnsafeMutablePointer<GstBuffer>, sequence: guint64? = nil, age: guint64 = 0) {
        let clock = gst_element_get_clock(element)!
        buffer.pointee.pts = gst_clock_get_time(clock) - gst_element_get_base_time(element) - age
        gst_object_unref(clock)
        if let sequence { buffer.pointee.offset = sequence }
    }

    /// Pushes a buffer, and returns what comes out; nil if nothing does.
    @discardableResult
    func pass(_ buffer: UnsafeMutablePointer<GstBuffer>) -> UnsafeMutablePointer<GstBuffer>? {
        guard gst_harness_push(harness, buffer) == GST_FLOW_OK else { return nil }
        return gst_harness_try_pull(harness)
    }

    /// Pushes buffers until something is true, for at most half a minute.
    func pass(_ bytes: [UInt8], until isDone: () -> Bool) -> Bool {
        let end = Date() + 30
        var number: guint64 = 0
        while !isDone() {
            guard Date() < end, let out = pass(buffer(bytes, sequence: number)) else { return false }
            gst_mini_object_unref(UnsafeMutableRawPointer(out).assumingMemoryBound(to: GstMiniObject.self))
            number += 1
            usleep(3000)
        }
        return true
    }

    /// The messages of the bus so far, as strings: those of the element, and warnings and errors.
    func messages() -> [String] { drain(bus) }
}

/// Takes what waits on a bus: "NAME field=value field=value" for the element's own messages, "warning: …", "error: …".
func drain(_ bus: UnsafeMutablePointer<GstBus>) -> [String] {
    var found: [String] = []
    while let message = gst_bus_pop(bus) {
        defer { gst_mini_object_unref(UnsafeMutableRawPointer(message).assumingMemoryBound(to: GstMiniObject.self)) }
        var problem: UnsafeMutablePointer<GError>?
        switch message.pointee.type {
        case GST_MESSAGE_ELEMENT:
            found.append(words(gst_message_get_structure(message)))
            continue
        case GST_MESSAGE_EOS:
            found.append("end")
            continue
        case GST_MESSAGE_WARNING: gst_message_parse_warning(message, &problem, nil)
        case GST_MESSAGE_ERROR: gst_message_parse_error(message, &problem, nil)
        default: continue
        }
        let kind = message.pointee.type == GST_MESSAGE_ERROR ? "error" : "warning"
        found.append("\(kind): \(problem.map { String(cString: $0.pointee.message) } ?? "")")
        g_error_free(problem)
    }
    return found
}

/// A structure's name and its fields.
private func words(_ structure: UnsafePointer<GstStructure>) -> String {
    var words = [String(cString: gst_structure_get_name(structure))]
    for index in 0..<gst_structure_n_fields(structure) {
        guard let field = gst_structure_nth_field_name(structure, guint(index)),
            let value = gst_structure_get_value(structure, field)
        else { continue }
        var text = value.pointee.g_type == tapfocus_type_string ? g_value_dup_string(value) : gst_value_serialize(value)
        words.append("\(String(cString: field))=\(text.map { String(cString: $0) } ?? "")")
        g_free(text)
        text = nil
    }
    return words.joined(separator: " ")
}

/// A pipeline as gst-launch-1.0 makes it.
final class Pipeline {
    let element: UnsafeMutablePointer<GstElement>
    let bus: UnsafeMutablePointer<GstBus>

    init(_ description: String) {
        var problem: UnsafeMutablePointer<GError>?
        guard let parsed = gst_parse_launch(description, &problem), problem == nil else {
            preconditionFailure("\(description): \(problem.map { String(cString: $0.pointee.message) } ?? "")")
        }
        element = parsed
        bus = gst_element_get_bus(parsed)
    }

    deinit {
        set(GST_STATE_NULL)
        gst_object_unref(bus)
        gst_object_unref(element)
    }

    /// Changes the state and waits for it; false when that fails.
    @discardableResult
    func set(_ state: GstState) -> Bool {
        let first = gst_element_set_state(element, state)
        guard first == GST_STATE_CHANGE_ASYNC else { return first != GST_STATE_CHANGE_FAILURE }
        return gst_element_get_state(element, nil, nil, 30_000_000_000) != GST_STATE_CHANGE_FAILURE
    }

    func child(_ name: String) -> UnsafeMutablePointer<GstElement>? {
        gst_bin_get_by_name(UnsafeMutableRawPointer(element).assumingMemoryBound(to: GstBin.self), name)
    }

    func setProperty(_ name: String, _ value: String, of child: String) {
        guard let found = self.child(child) else { return }
        gst_util_set_object_arg(UnsafeMutableRawPointer(found).assumingMemoryBound(to: GObject.self), name, value)
        gst_object_unref(found)
    }

    /// Plays to the end, and returns what was told on the way. False if it does not come to its end within half a minute.
    func play() -> (isEnded: Bool, messages: [String]) {
        set(GST_STATE_PLAYING)
        var told: [String] = []
        let isEnded = wait {
            told += messages()
            return told.contains { $0 == "end" || $0.hasPrefix("error") }
        }
        return (isEnded && told.last == "end", told.filter { $0 != "end" })
    }

    func messages() -> [String] { drain(bus) }
}

extension Harness {
    /// Gives a buffer back.
    func drop(_ buffer: UnsafeMutablePointer<GstBuffer>?) {
        guard let buffer else { return }
        gst_mini_object_unref(UnsafeMutableRawPointer(buffer).assumingMemoryBound(to: GstMiniObject.self))
    }
}
