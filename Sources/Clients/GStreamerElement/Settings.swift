import CGStreamer
import CTapFocus

struct Settings {
    /// The path of the control socket; nil: the standard one.
    var socket: UnsafeMutablePointer<CChar>?
    /// The camera's path, name or vvvv:pppp; nil: that of the v4l2src upstream.
    var camera: UnsafeMutablePointer<CChar>?
    var takesTaps = false
    var stamp = TAPFOCUS_END_OF_EXPOSURE
    /// The part of the camera's picture that the frames show, in shares of it.
    var crop = tapfocus_rectangle(x: 0, y: 0, width: 1, height: 1)

    /// The folder below which photos are written; nil: this element takes none.
    var photoFolder: UnsafeMutablePointer<CChar>?
    /// The turn that a viewer has to give photos, as in Exif, 1…8; 1: not at all.
    var photoOrientation: gint = 1

    /// True for the element in a bin `tapfocuscamera`, which records movies below that folder. No property.
    var isInCamera = false

    func free() {
        g_free(photoFolder)
        g_free(socket)
        g_free(camera)
    }
}

/// The numbers of the properties; GObject's begin at 1.
private enum Property: guint {
    case socket = 1
    case camera, taps, stamp, cropX, cropY, cropWidth, cropHeight, photoFolder, photoOrientation
}

/// Declares the properties, with their texts for gst-inspect-1.0.
func installProperties(_ object: UnsafeMutablePointer<GObjectClass>) {
    let ready = GParamFlags(rawValue: tapfocus_property_in_ready)
    let playing = GParamFlags(rawValue: tapfocus_property_in_playing)
    func install(_ property: Property, _ description: UnsafeMutablePointer<GParamSpec>?) {
        g_object_class_install_property(object, property.rawValue, description)
    }
    func share(_ property: Property, _ name: StaticString, _ nick: StaticString, _ blurb: StaticString, _ usual: Double)
    {
        install(property, g_param_spec_double(text(name), text(nick), text(blurb), 0, 1, usual, playing))
    }
    install(
        .socket,
        g_param_spec_string(
            text("socket"), text("Control socket"),
            text("Path of the control socket of 'tapfocus run'; null: the place where it listens by default"), nil,
            ready))
    install(
        .camera,
        g_param_spec_string(
            text("camera"), text("Camera"),
            text(
                "The camera whose frames these are: path, name or vvvv:pppp (USB); null: the device of the v4l2src upstream"
            ),
            nil, ready))
    install(
        .taps,
        g_param_spec_boolean(
            text("taps"), text("Take taps"),
            text(
                """
                Send presses on the picture (navigation events) as taps; contacts of the touchscreen, which 'tapfocus run' \
                reads itself, are then no taps
                """), 0, playing))
    install(
        .stamp,
        g_param_spec_enum(
            text("stamp"), text("Meaning of time stamps"),
            text(
                "The moment of the exposure that the driver's time stamps tell; end suits every driver, uvcvideo's tell the start"
            ),
            stampType(), gint(TAPFOCUS_END_OF_EXPOSURE.rawValue), playing))
    share(.cropX, "crop-x", "Left of the part", "Left edge of the frames, as a share of the camera's picture", 0)
    share(.cropY, "crop-y", "Top of the part", "Top edge of the frames, as a share of the camera's picture", 0)
    share(.cropWidth, "crop-width", "Width of the part", "Width of the frames, as a share of the camera's picture", 1)
    installPhotoProperties(playing, install)
    share(
        .cropHeight, "crop-height", "Height of the part", "Height of the frames, as a share of the camera's picture", 1)
}

private func installPhotoProperties(
    _ flags: GParamFlags, _ install: (Property, UnsafeMutablePointer<GParamSpec>?) -> Void
) {
    install(
        .photoFolder,
        g_param_spec_string(
            text("photo-folder"), text("Folder of photos"),
            text("Absolute path of the folder below which 'tapfocus photo' may write; null: no photos are taken"), nil,
            flags))
    install(
        .photoOrientation,
        g_param_spec_int(
            text("photo-orientation"), text("Orientation of photos"),
            text("How a viewer has to turn a photo, as Exif's Orientation: 1 not at all, 6 clockwise by 90 degrees"), 1,
            8, 1, flags))
}

/// The type of the property `stamp`, which is registered by the first call.
private func stampType() -> GType {
    let name = text("GstTapFocusStamp")
    let known = g_type_from_name(name)
    if known != 0 { return known }
    // GObject keeps the list for the life of the process. The last value is all zeros.
    guard let values = g_malloc0(gsize(MemoryLayout<GEnumValue>.stride * 3))?.assumingMemoryBound(to: GEnumValue.self)
    else { return 0 }
    values[0] = GEnumValue(
        value: gint(TAPFOCUS_START_OF_EXPOSURE.rawValue), value_name: text("The exposure began"),
        value_nick: text("start"))
    values[1] = GEnumValue(
        value: gint(TAPFOCUS_END_OF_EXPOSURE.rawValue), value_name: text("The exposure ended"), value_nick: text("end"))
    return g_enum_register_static(name, values)
}

func setProperty(_ object: UnsafeMutablePointer<GObject>?, _ number: guint, _ value: UnsafePointer<GValue>?) {
    guard let element = TapFocusElement.of(object), let property = Property(rawValue: number), let value else { return }
    element.locked {
        element.set(property, value)
        // To declare the same again changes nothing. While several properties are set in turn, their sum may be nonsense.
        element.declare()
        if property == .photoFolder { element.photos.offer() }
    }
}

func getProperty(_ object: UnsafeMutablePointer<GObject>?, _ number: guint, _ value: UnsafeMutablePointer<GValue>?) {
    guard let element = TapFocusElement.of(object), let property = Property(rawValue: number), let value else { return }
    element.locked { element.get(property, value) }
}

extension TapFocusElement {
    fileprivate func set(_ property: Property, _ value: UnsafePointer<GValue>) {
        switch property {
        case .socket:
            g_free(settings.socket)
            settings.socket = g_value_dup_string(value)
            connection.isOutdated = true
        case .camera:
            g_free(settings.camera)
            settings.camera = g_value_dup_string(value)
            connection.isOutdated = true
        case .taps: settings.takesTaps = g_value_get_boolean(value) != 0
        case .stamp:
            let isStart = g_value_get_enum(value) == gint(TAPFOCUS_START_OF_EXPOSURE.rawValue)
            settings.stamp = isStart ? TAPFOCUS_START_OF_EXPOSURE : TAPFOCUS_END_OF_EXPOSURE
        case .cropX: settings.crop.x = g_value_get_double(value)
        case .cropY: settings.crop.y = g_value_get_double(value)
        case .cropWidth: settings.crop.width = g_value_get_double(value)
        case .cropHeight: settings.crop.height = g_value_get_double(value)
        case .photoFolder:
            g_free(settings.photoFolder)
            settings.photoFolder = g_value_dup_string(value)
        case .photoOrientation: settings.photoOrientation = g_value_get_int(value)
        }
    }

    fileprivate func get(_ property: Property, _ value: UnsafeMutablePointer<GValue>) {
        switch property {
        case .socket: g_value_set_string(value, settings.socket)
        case .camera: g_value_set_string(value, settings.camera)
        case .taps: g_value_set_boolean(value, settings.takesTaps ? 1 : 0)
        case .stamp: g_value_set_enum(value, gint(settings.stamp.rawValue))
        case .cropX: g_value_set_double(value, settings.crop.x)
        case .cropY: g_value_set_double(value, settings.crop.y)
        case .cropWidth: g_value_set_double(value, settings.crop.width)
        case .cropHeight: g_value_set_double(value, settings.crop.height)
        case .photoFolder: g_value_set_string(value, settings.photoFolder)
        case .photoOrientation: g_value_set_int(value, settings.photoOrientation)
        }
    }
}
