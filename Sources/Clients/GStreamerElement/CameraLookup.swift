import CGStreamer

/// The device of the camera that this element's frames come from, as a path: the property `device` of the v4l2src (or of
/// another source with a device file) that is found upstream; for a source with an autofocus of its own, the name under which
/// `tapfocus run --libcamera` has it. Nil where none is found. To be freed with `g_free`.
func cameraUpstream(of element: UnsafeMutablePointer<GstElement>) -> UnsafeMutablePointer<CChar>? {
    guard let source = sourceUpstream(of: element) else { return nil }
    defer { gst_object_unref(source) }
    if let path = devicePath(of: source) { return path }
    return tapfocus_has_autofocus(source) != 0 ? g_strdup(text("/dev/video-libcamera")) : nil
}

/// The source upstream, if it has an autofocus of its own that can be told where to look. To be freed with `gst_object_unref`.
func autofocusUpstream(of element: UnsafeMutablePointer<GstElement>) -> UnsafeMutablePointer<GstElement>? {
    guard let source = sourceUpstream(of: element) else { return nil }
    if tapfocus_has_autofocus(source) != 0 { return source }
    gst_object_unref(source)
    return nil
}

/// The source of this element's frames. Nil where none is found: behind elements with several inputs, and while nothing is
/// linked. To be freed with `gst_object_unref`.
///
/// It goes upstream through elements with one input, such as queue, capsfilter, jpegdec and videoconvert, and through bins.
private func sourceUpstream(of element: UnsafeMutablePointer<GstElement>) -> UnsafeMutablePointer<GstElement>? {
    var input = inputs(of: element).only
    // Longer than any pipeline; a circle of pads would have no end.
    for _ in 0..<64 {
        guard let pad = input else { return nil }
        let step = stepUpstream(from: pad)
        gst_object_unref(pad)
        switch step {
        case .input(let next): input = next
        case .source(let source): return source
        case .end: return nil
        }
    }
    gst_object_unref(input)
    return nil
}

/// The nearest output upstream that gives JPEG: in front of the decoder. Nil where none does. To be freed with `gst_object_unref`.
func jpegOutput(upstreamOf element: UnsafeMutablePointer<GstElement>) -> UnsafeMutablePointer<GstPad>? {
    var input = inputs(of: element).only
    for _ in 0..<64 {
        guard let pad = input else { return nil }
        defer { gst_object_unref(pad) }
        guard let output = gst_pad_get_peer(pad) else { return nil }
        if givesJPEG(output) { return output }
        gst_object_unref(output)
        switch stepUpstream(from: pad) {
        case .input(let next): input = next
        case .source(let source):
            gst_object_unref(source)
            return nil
        case .end: return nil
        }
    }
    gst_object_unref(input)
    return nil
}

private func givesJPEG(_ output: UnsafeMutablePointer<GstPad>) -> Bool {
    guard let caps = gst_pad_get_current_caps(output) else { return false }
    defer { gst_caps_unref(caps) }
    guard let structure = gst_caps_get_structure(caps, 0) else { return false }
    return gst_structure_has_name(structure, text("image/jpeg")) != 0
}

/// The element upstream of an input. The caller owns the reference.
private enum UpstreamStep {
    case input(UnsafeMutablePointer<GstPad>?)
    case source(UnsafeMutablePointer<GstElement>)
    case end
}

private func stepUpstream(from input: UnsafeMutablePointer<GstPad>) -> UpstreamStep {
    guard var output = gst_pad_get_peer(input) else { return .end }
    // A bin's output is a ghost pad; its target is the output of an element inside the bin.
    while isA(output, gst_ghost_pad_get_type()) {
        let target = gst_ghost_pad_get_target(output.as(GstGhostPad.self))
        gst_object_unref(output)
        guard let target else { return .end }
        output = target
    }
    defer { gst_object_unref(output) }
    // Inside a bin, the peer is the inner side of the bin's own input.
    if isA(output, gst_proxy_pad_get_type()) {
        return .input(gst_proxy_pad_get_internal(output.as(GstProxyPad.self))?.as(GstPad.self))
    }
    guard let element = gst_pad_get_parent_element(output) else { return .end }
    let (count, only) = inputs(of: element)
    if count == 0 { return .source(element) }
    gst_object_unref(element)
    return .input(only)
}

private func isA(_ pad: UnsafeMutablePointer<GstPad>, _ type: GType) -> Bool {
    g_type_check_instance_is_a(pad.as(GTypeInstance.self), type) != 0
}

/// The number of the element's inputs, and the input if it is the only one; it belongs to the caller.
private func inputs(
    of element: UnsafeMutablePointer<GstElement>
) -> (count: Int, only: UnsafeMutablePointer<GstPad>?) {
    g_mutex_lock(&element.pointee.object.lock)
    defer { g_mutex_unlock(&element.pointee.object.lock) }
    let count = Int(element.pointee.numsinkpads)
    guard count == 1, let pad = element.pointee.sinkpads?.pointee.data else { return (count, nil) }
    return (count, gst_object_ref(pad)?.assumingMemoryBound(to: GstPad.self))
}

/// The property `device` of a source, as the path of a device file without symbolic links.
private func devicePath(of source: UnsafeMutablePointer<GstElement>) -> UnsafeMutablePointer<CChar>? {
    let name = text("device")
    guard let objectClass = source.pointee.object.object.g_type_instance.g_class,
        let property = g_object_class_find_property(objectClass.as(GObjectClass.self), name),
        property.pointee.value_type == tapfocus_type_string
    else { return nil }
    var value = GValue()
    g_value_init(&value, tapfocus_type_string)
    defer { g_value_unset(&value) }
    g_object_get_property(source.as(GObject.self), name, &value)
    guard let path = g_value_get_string(&value), g_str_has_prefix(path, text("/dev/")) != 0 else { return nil }
    // The daemon knows the device by its own name, and /dev/v4l/by-id holds links.
    guard let real = realpath(path, nil) else { return g_strdup(path) }
    defer { free(real) }
    return g_strdup(real)
}
