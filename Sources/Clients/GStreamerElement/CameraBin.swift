import CGStreamer

/// One bin `tapfocuscamera`: a source, a decoder if the source gives JPEG, and an element `tapfocus`, whose output is the bin's. Its
/// properties, but for `source` and `picture-socket`, are those of the element. It records movies (`MovieRecorder`), and gives its picture
/// to other programs (`PictureServer`); photos are the element's.
///
/// Threads of the application call it, and changes of state. What is marked so is touched only while `lock` is held; the element's lock
/// may be taken then, too, and nothing of GStreamer's that calls back is called.
final class CameraBin {
    /// Outlives this object: it frees it.
    let instance: UnsafeMutablePointer<TapFocusCameraInstance>
    /// The element, which is in the bin as long as the bin lives.
    let element: UnsafeMutablePointer<GstElement>
    private let mutex: UnsafeMutablePointer<GMutex>
    /// The property: elements in the words of gst-launch-1.0. The lock is held.
    private var source: UnsafeMutablePointer<CChar>?
    /// The property: the path of the socket that gives the picture; nil: none. The lock is held.
    private var pictureSocket: UnsafeMutablePointer<CChar>?
    /// The elements that were made of the source, the source first; the bin owns them. The lock is held.
    var parts: [UnsafeMutablePointer<GstElement>] = []
    /// The movie under way, or the latest one. The lock is held.
    var recorder: MovieRecorder?
    /// False while the bin stops, until it starts again: the source still has its caps then. The lock is held.
    var mayRecord = false
    /// Touched in changes of state only: GStreamer makes one at a time.
    var pictures: PictureServer?

    init(_ instance: UnsafeMutablePointer<TapFocusCameraInstance>) {
        self.instance = instance
        mutex = UnsafeMutablePointer<GMutex>.allocate(capacity: 1)
        g_mutex_init(mutex)
        source = g_strdup(text("v4l2src"))
        // GLib ends the process if there is no memory.
        let made: UnsafeMutablePointer<GObject> = g_object_new_with_properties(tapFocusType(), 0, nil, nil)
        element = made.as(GstElement.self)
        gst_object_set_name(made.as(GstObject.self), text("tapfocus"))
        gst_bin_add(instance.as(GstBin.self), element)
        if let inner = TapFocusElement.of(element) { inner.locked { inner.settings.isInCamera = true } }
        guard let output = gst_element_get_static_pad(element, text("src")) else { return }
        gst_element_add_pad(instance.as(GstElement.self), gst_ghost_pad_new(text("src"), output))
        gst_object_unref(output)
    }

    deinit {
        g_free(source)
        g_free(pictureSocket)
        g_mutex_clear(mutex)
        mutex.deallocate()
    }

    /// The bin behind an instance in C.
    @inline(__always)
    static func of<Instance>(_ instance: UnsafeMutablePointer<Instance>?) -> CameraBin? {
        guard let state = instance?.as(TapFocusCameraInstance.self).pointee.state else { return nil }
        return Unmanaged<CameraBin>.fromOpaque(state).takeUnretainedValue()
    }

    @inline(__always)
    func locked<Result>(_ body: () -> Result) -> Result {
        g_mutex_lock(mutex)
        defer { g_mutex_unlock(mutex) }
        return body()
    }

    /// A copy of the property `source`, to be freed with `g_free`.
    var description: UnsafeMutablePointer<CChar>? { locked { g_strdup(source) } }

    /// A copy of the property `picture-socket`, to be freed with `g_free`.
    var picturePath: UnsafeMutablePointer<CChar>? { locked { g_strdup(pictureSocket) } }

    fileprivate func set(
        _ number: guint, _ property: UnsafeMutablePointer<GParamSpec>?, _ value: UnsafePointer<GValue>?
    ) {
        guard let property, let value else { return }
        switch number {
        case sourceProperty:
            locked {
                g_free(source)
                source = g_value_dup_string(value) ?? g_strdup(text("v4l2src"))
            }
        case pictureProperty:
            locked {
                g_free(pictureSocket)
                pictureSocket = g_value_dup_string(value)
            }
        default: g_object_set_property(element.as(GObject.self), property.pointee.name, value)
        }
    }

    fileprivate func get(
        _ number: guint, _ property: UnsafeMutablePointer<GParamSpec>?, _ value: UnsafeMutablePointer<GValue>?
    ) {
        guard let property, let value else { return }
        switch number {
        case sourceProperty: g_value_take_string(value, description)
        case pictureProperty: g_value_take_string(value, picturePath)
        default: g_object_get_property(element.as(GObject.self), property.pointee.name, value)
        }
    }
}

/// The numbers of the bin's own properties: beside those of the element, which count from 1.
private let sourceProperty: guint = 100
private let pictureProperty: guint = 101

/// Fills the bin's class, once a process.
let initializeCameraClass: GClassInitFunc = { given, _ in
    guard let given else { return }
    let bin = given.assumingMemoryBound(to: GstBinClass.self)
    let element = bin.as(GstElementClass.self)
    let object = bin.as(GObjectClass.self)
    describe(element)
    object.pointee.set_property = { object, number, value, property in
        CameraBin.of(object)?.set(number, property, value)
    }
    object.pointee.get_property = { object, number, value, property in
        CameraBin.of(object)?.get(number, property, value)
    }
    installProperties(object)
    g_object_class_install_property(
        object, sourceProperty,
        g_param_spec_string(
            text("source"), text("Source"),
            text("The camera, as elements in the words of gst-launch-1.0; JPEG is decoded behind it"), text("v4l2src"),
            GParamFlags(rawValue: tapfocus_property_in_null)))
    g_object_class_install_property(
        object, pictureProperty,
        g_param_spec_string(
            text("picture-socket"), text("Socket of the picture"),
            text("Path of a socket that gives the picture as JPEG, to tapfocus-web --picture for example; null: none"),
            nil, GParamFlags(rawValue: tapfocus_property_in_ready)))
    tapfocus_add_photo_signal(given) { camera, location, wait, count, _ in
        guard let camera = CameraBin.of(camera), let element = TapFocusElement.of(camera.element) else { return 0 }
        return element.photos.wish(location, wait: wait, of: count) ? 1 : 0
    }
    tapfocus_add_movie_signals(
        given,
        { camera, location, seconds, keepFree, _ in
            CameraBin.of(camera)?.startMovie(location, seconds: seconds, keepFree: UInt64(keepFree)) == true ? 1 : 0
        },
        { camera, _ in CameraBin.of(camera)?.endMovie() == true ? 1 : 0 })
    object.pointee.finalize = { instance in
        guard let instance else { return }
        let state = instance.as(TapFocusCameraInstance.self).pointee.state
        instance.as(TapFocusCameraInstance.self).pointee.state = nil
        if let state { Unmanaged<CameraBin>.fromOpaque(state).release() }
        binClass().as(GObjectClass.self).pointee.finalize(instance)
    }
    element.pointee.change_state = { element, transition in changeCameraState(element, transition) }
}

/// Makes a new bin ready.
let initializeCamera: GInstanceInitFunc = { given, _ in
    guard let instance = given?.as(TapFocusCameraInstance.self) else { return }
    instance.pointee.state = Unmanaged.passRetained(CameraBin(instance)).toOpaque()
}

/// The functions of GstBin itself.
func binClass() -> UnsafeMutablePointer<GstBinClass> {
    // It exists as long as a bin of the derived class does.
    g_type_class_peek(gst_bin_get_type()).assumingMemoryBound(to: GstBinClass.self)
}

private func describe(_ element: UnsafeMutablePointer<GstElementClass>) {
    gst_element_class_set_static_metadata(
        element, text("Camera with tap to focus"), text("Source/Video"),
        text("A camera, its decoder and tapfocus; takes photos, and records movies that survive a power cut"),
        text("TapFocus"))
    let anything = gst_caps_new_any()
    gst_element_class_add_pad_template(
        element, gst_pad_template_new(text("src"), GST_PAD_SRC, GST_PAD_ALWAYS, anything))
    gst_caps_unref(anything)
}
