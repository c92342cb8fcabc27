import CGStreamer
import CTapFocus

extension TapFocusElement {
    /// Lets the client read and write if its descriptor is ready. Otherwise it costs one short system call.
    @inline(__always)
    func serveIfDue() {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        if poll(&waiting, 1, 0) > 0 { serve() }
    }

    /// Lets the client read and write, and posts its events on the bus. Called without the lock, since a handler of the bus
    /// may call this element.
    func serve() {
        locked {
            if let client = connection.client { _ = tapfocus_dispatch(client) }
        }
        while let message = locked({ nextMessage() }) {
            gst_element_post_message(instance.as(GstElement.self), message)
        }
        movies.carryOut()
        autofocus.carryOut()
    }

    /// The next event as a message of the bus. The lock is held.
    private func nextMessage() -> UnsafeMutablePointer<GstMessage>? {
        guard let client = connection.client else { return nil }
        var event = tapfocus_event()
        while tapfocus_next_event(client, &event) == 1 {
            updateReservation(event)
            photos.follow(event)
            movies.follow(event)
            autofocus.follow(event)
            if isForApplication(event) {
                return gst_message_new_element(instance.as(GstObject.self), structure(of: event))
            }
        }
        return nil
    }

    /// False for what this element does by itself.
    private func isForApplication(_ event: tapfocus_event) -> Bool {
        switch UInt32(bitPattern: event.kind) {
        case TAPFOCUS_TAKE_PHOTO.rawValue, TAPFOCUS_KEEP_PHOTO.rawValue, TAPFOCUS_DROP_PHOTO.rawValue,
            TAPFOCUS_START_MOVIE.rawValue, TAPFOCUS_STOP_MOVIE.rawValue:
            false
        default: true
        }
    }

    private func updateReservation(_ event: tapfocus_event) {
        switch UInt32(bitPattern: event.kind) {
        case TAPFOCUS_HELD.rawValue: connection.reservation = .held
        case TAPFOCUS_DISCONNECTED.rawValue: connection.reservation = .none
        case TAPFOCUS_REFUSED.rawValue: connection.reservation = .refused
        default: break
        }
    }

    /// Documentation/GStreamer.md lists the fields.
    private func structure(of event: tapfocus_event) -> UnsafeMutablePointer<GstStructure>? {
        let kind = UInt32(bitPattern: event.kind)
        guard let structure = gst_structure_new_empty(name(of: kind)) else { return nil }
        switch kind {
        case TAPFOCUS_HELD.rawValue: structure.set("measures", event.measures != 0)
        case TAPFOCUS_STATE.rawValue:
            structure.set("state", copied(event.state))
            structure.set("held", event.has_point != 0)
            if event.has_point != 0 {
                structure.set("point-x", event.x)
                structure.set("point-y", event.y)
            }
        case TAPFOCUS_SETTLED.rawValue:
            structure.set("focus", copied(event.focus))
            structure.set("exposure", copied(event.exposure))
            if let message = event.message, message[0] != 0 { structure.set("message", g_strdup(message)) }
        case TAPFOCUS_PHOTO.rawValue:
            structure.set("path", g_strdup(event.message))
            structure.set("focus", copied(event.focus))
            structure.set("exposure", copied(event.exposure))
        case TAPFOCUS_CODE.rawValue:
            structure.set("text", g_strdup(event.message))
            structure.set("type", copied(event.state))
        case TAPFOCUS_TAP_IGNORED.rawValue: structure.set("reason", g_strdup(event.message))
        case TAPFOCUS_REFUSED.rawValue, TAPFOCUS_ERROR.rawValue: structure.set("message", g_strdup(event.message))
        default: break
        }
        if event.id != 0 { structure.set("id", event.id) }
        structure.set("line", g_strdup(event.line))
        return structure
    }

    private func name(of kind: UInt32) -> UnsafePointer<CChar> {
        switch kind {
        case TAPFOCUS_CONNECTED.rawValue: text("tapfocus-connected")
        case TAPFOCUS_DISCONNECTED.rawValue: text("tapfocus-disconnected")
        case TAPFOCUS_HELD.rawValue: text("tapfocus-held")
        case TAPFOCUS_STATE.rawValue: text("tapfocus-state")
        case TAPFOCUS_SETTLED.rawValue: text("tapfocus-settled")
        case TAPFOCUS_TAP_IGNORED.rawValue: text("tapfocus-tap-ignored")
        case TAPFOCUS_REFUSED.rawValue: text("tapfocus-refused")
        case TAPFOCUS_ERROR.rawValue: text("tapfocus-error")
        case TAPFOCUS_PHOTO.rawValue: text("tapfocus-photo")
        case TAPFOCUS_CODE.rawValue: text("tapfocus-code")
        default: text("tapfocus-event")
        }
    }

    /// Posts a warning, once until the connection is closed. Called without the lock.
    func warn(_ kind: Warnings, _ message: StaticString, _ detail: UnsafePointer<CChar>? = nil) {
        let isNew = locked { warned.insert(kind).inserted }
        guard isNew else { return }
        let (domain, code) =
            kind == .format
            ? (gst_stream_error_quark(), gint(GST_STREAM_ERROR_FORMAT.rawValue))
            : (gst_resource_error_quark(), gint(GST_RESOURCE_ERROR_SETTINGS.rawValue))
        // The message takes the text.
        gst_element_message_full(
            instance.as(GstElement.self), GST_MESSAGE_WARNING, domain, code, joined(text(message), detail), nil,
            text("tapfocus"), text(""), 0)
    }
}

extension UnsafeMutablePointer<GstStructure> {
    /// Sets a field to a text, and takes over its memory. A text that is empty or no UTF-8 sets none.
    func set(_ field: StaticString, _ value: UnsafeMutablePointer<CChar>?) {
        guard let value else { return }
        guard value[0] != 0, g_utf8_validate(value, -1, nil) != 0 else { return g_free(value) }
        set(field, tapfocus_type_string) { g_value_take_string(&$0, value) }
    }

    func set(_ field: StaticString, _ value: Bool) {
        set(field, tapfocus_type_boolean) { g_value_set_boolean(&$0, value ? 1 : 0) }
    }

    func set(_ field: StaticString, _ value: Double) {
        set(field, tapfocus_type_double) { g_value_set_double(&$0, value) }
    }

    func set(_ field: StaticString, _ value: UInt64) {
        set(field, tapfocus_type_uint64) { g_value_set_uint64(&$0, guint64(value)) }
    }

    private func set(_ field: StaticString, _ type: GType, _ fill: (inout GValue) -> Void) {
        var value = GValue()
        g_value_init(&value, type)
        fill(&value)
        gst_structure_take_value(self, text(field), &value)
    }
}
