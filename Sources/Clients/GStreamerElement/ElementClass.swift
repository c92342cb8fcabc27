import CGStreamer

/// Fills the class, once a process: its description for gst-inspect-1.0, and the functions that GStreamer calls.
let initializeClass: GClassInitFunc = { given, _ in
    guard let given else { return }
    let transform = given.assumingMemoryBound(to: GstBaseTransformClass.self)
    let element = transform.as(GstElementClass.self)
    let object = transform.as(GObjectClass.self)
    describe(element)
    addPads(element)

    // GObject refuses properties of a class that cannot set them.
    object.pointee.set_property = { object, number, value, _ in setProperty(object, number, value) }
    object.pointee.get_property = { object, number, value, _ in getProperty(object, number, value) }
    installProperties(object)
    tapfocus_add_photo_signal(given) { element, location, wait, count, _ in
        TapFocusElement.of(element)?.photos.wish(location, wait: wait, of: count) == true ? 1 : 0
    }
    object.pointee.finalize = { instance in
        guard let instance else { return }
        let state = instance.as(TapFocusInstance.self).pointee.state
        instance.as(TapFocusInstance.self).pointee.state = nil
        if let state { Unmanaged<TapFocusElement>.fromOpaque(state).release() }
        parentClass().as(GObjectClass.self).pointee.finalize(instance)
    }
    element.pointee.change_state = { element, transition in changeState(element, transition) }
    element.pointee.set_clock = { element, clock in
        TapFocusElement.of(element)?.useClock(clock)
        return parentClass().as(GstElementClass.self).pointee.set_clock(element, clock)
    }
    transform.pointee.transform_ip_on_passthrough = 1
    transform.pointee.set_caps = { transform, caps, _ in
        if let caps { TapFocusElement.of(transform)?.use(caps) }
        return 1
    }
    transform.pointee.transform_ip = { transform, buffer in
        if let buffer { TapFocusElement.of(transform)?.look(at: buffer) }
        return GST_FLOW_OK
    }
    transform.pointee.src_event = { transform, event in
        if let event, event.pointee.type == GST_EVENT_NAVIGATION { TapFocusElement.of(transform)?.follow(event) }
        return parentClass().pointee.src_event(transform, event)
    }
}

/// Makes a new instance ready. The buffers are passed on without being touched.
let initializeInstance: GInstanceInitFunc = { given, _ in
    guard let instance = given?.as(TapFocusInstance.self) else { return }
    instance.pointee.state = Unmanaged.passRetained(TapFocusElement(instance)).toOpaque()
    gst_base_transform_set_in_place(instance.as(GstBaseTransform.self), 1)
    gst_base_transform_set_passthrough(instance.as(GstBaseTransform.self), 1)
}

/// The functions of GstBaseTransform itself. Nothing can be derived from this element, so it is always the parent's.
func parentClass() -> UnsafeMutablePointer<GstBaseTransformClass> {
    // It exists as long as an element of the derived class does.
    g_type_class_peek(gst_base_transform_get_type()).assumingMemoryBound(to: GstBaseTransformClass.self)
}

private func describe(_ element: UnsafeMutablePointer<GstElementClass>) {
    gst_element_class_set_static_metadata(
        element, text("Tap to focus"), text("Filter/Analyzer/Video"),
        text(
            """
            Passes a camera's frames on untouched, measures those that 'tapfocus run' asks for, and can send presses on the \
            picture as taps. It measures raw video with 8 bits of luma (YUY2, UYVY, NV12, NV21, I420, YV12, GRAY8 and \
            others); anything else only passes. Put it right behind v4l2src or its decoder.
            """),
        text("TapFocus"))
}

private func addPads(_ element: UnsafeMutablePointer<GstElementClass>) {
    let anything = gst_caps_new_any()
    gst_element_class_add_pad_template(
        element, gst_pad_template_new(text("sink"), GST_PAD_SINK, GST_PAD_ALWAYS, anything))
    gst_element_class_add_pad_template(
        element, gst_pad_template_new(text("src"), GST_PAD_SRC, GST_PAD_ALWAYS, anything))
    gst_caps_unref(anything)
}
