import CGStreamer

/// The bin's part in a change of state. Its children change from the output to the source, so the element reserves the camera before the
/// source opens it.
func changeCameraState(
    _ given: UnsafeMutablePointer<GstElement>?, _ transition: GstStateChange
) -> GstStateChangeReturn {
    let camera = CameraBin.of(given)
    if transition == GST_STATE_CHANGE_NULL_TO_READY, camera?.assemble() != true { return GST_STATE_CHANGE_FAILURE }
    if transition == GST_STATE_CHANGE_READY_TO_PAUSED, let camera {
        camera.locked { camera.mayRecord = true }
        camera.beginPicture()
    }
    // Before the frames end, and the program perhaps with them.
    if transition == GST_STATE_CHANGE_PAUSED_TO_READY { camera?.completeMovie() }
    // A source that fails on its way to PAUSED never comes back from there.
    let isEnding = transition == GST_STATE_CHANGE_PAUSED_TO_READY || transition == GST_STATE_CHANGE_READY_TO_NULL
    if isEnding { camera?.endPicture() }
    guard let parent = binClass().as(GstElementClass.self).pointee.change_state else { return GST_STATE_CHANGE_FAILURE }
    return parent(given, transition)
}

extension CameraBin {
    /// Makes what the property `source` describes, in place of what was there.
    /// - Returns: false, after an error on the bus, if it cannot be made.
    fileprivate func assemble() -> Bool {
        removeParts()
        let words = description
        defer { g_free(words) }
        var problem: UnsafeMutablePointer<GError>?
        let parsed = gst_parse_bin_from_description(words, 1, &problem)
        if let problem {
            fail("The property source cannot be understood: ", problem.pointee.message)
            g_error_free(problem)
            if let parsed {
                gst_object_ref_sink(parsed)
                gst_object_unref(parsed)
            }
            return false
        }
        guard let made = parsed else { return false }
        gst_object_set_name(made.as(GstObject.self), text("source"))
        add(made)
        guard let output = gst_element_get_static_pad(made, text("src")) else {
            return fail("The property source has no output that is free: ", words)
        }
        let isJPEG = givesOnlyJPEG(output)
        gst_object_unref(output)
        return isJPEG ? linkByDecoder(made) : link(made, element)
    }

    private func linkByDecoder(_ made: UnsafeMutablePointer<GstElement>) -> Bool {
        guard let decoder = gst_element_factory_make(text("jpegdec"), text("decoder")) else {
            return fail("There is no jpegdec for the camera's frames: install gstreamer1.0-plugins-good", nil)
        }
        add(decoder)
        return link(made, decoder) && link(decoder, element)
    }

    private func link(_ first: UnsafeMutablePointer<GstElement>, _ second: UnsafeMutablePointer<GstElement>) -> Bool {
        if gst_element_link(first, second) != 0 { return true }
        return fail("The property source gives neither raw video nor JPEG", nil)
    }

    private func add(_ part: UnsafeMutablePointer<GstElement>) {
        gst_bin_add(instance.as(GstBin.self), part)
        locked { parts.append(part) }
    }

    private func removeParts() {
        let removed = locked {
            let removed = parts
            parts = []
            return removed
        }
        for part in removed { gst_bin_remove(instance.as(GstBin.self), part) }
    }

    /// Posts an error; `detail` is set behind the text.
    @discardableResult
    private func fail(_ message: StaticString, _ detail: UnsafeMutablePointer<CChar>?) -> Bool {
        // The message takes the text.
        gst_element_message_full(
            instance.as(GstElement.self), GST_MESSAGE_ERROR, gst_resource_error_quark(),
            gint(GST_RESOURCE_ERROR_SETTINGS.rawValue), joined(text(message), detail), nil, text("tapfocuscamera"),
            text(""), 0)
        return false
    }
}

/// True if the output can give nothing but JPEG. Asked before the camera is open: a v4l2src alone could give both.
private func givesOnlyJPEG(_ output: UnsafeMutablePointer<GstPad>) -> Bool {
    guard let caps = gst_pad_query_caps(output, nil) else { return false }
    defer { gst_caps_unref(caps) }
    let count = gst_caps_get_size(caps)
    for index in 0..<count {
        guard let structure = gst_caps_get_structure(caps, index),
            gst_structure_has_name(structure, text("image/jpeg")) != 0
        else { return false }
    }
    return count > 0
}
