import CGStreamer

/// GStreamer calls this function of a plugin whose file is libgsttapfocus.so. Returns the plugin's description, which stays for
/// the life of the process.
@_cdecl("gst_plugin_tapfocus_get_desc")
public func pluginDescription() -> UnsafePointer<GstPluginDesc>? {
    // Zeroed memory; GLib ends the process if there is no memory.
    let memory = g_malloc0(gsize(MemoryLayout<GstPluginDesc>.size))
    guard let description = memory?.assumingMemoryBound(to: GstPluginDesc.self) else { return nil }
    description.pointee.major_version = GST_VERSION_MAJOR
    description.pointee.minor_version = GST_VERSION_MINOR
    description.pointee.name = text("tapfocus")
    description.pointee.description = text("Tap-to-focus: measures a camera's frames for tapfocus run")
    description.pointee.plugin_init = { plugin in registerElements(plugin) }
    description.pointee.version = tapfocus_version()
    // GStreamer takes only the licences of its list, which has no Apache licence; so the package names it.
    description.pointee.license = text("unknown")
    description.pointee.source = text("tapfocus")
    description.pointee.package = text("TapFocus (Apache License 2.0)")
    // GStreamer's own words where no address is known: the project has none that could stand here.
    description.pointee.origin = text("Unknown package origin")
    return UnsafePointer(description)
}

/// The name of the debug category: GST_DEBUG=tapfocus:5 shows what the element does.
nonisolated(unsafe) private var category: UnsafeMutablePointer<GstDebugCategory>?

private func registerElements(_ plugin: OpaquePointer?) -> gboolean {
    if category == nil { category = _gst_debug_category_new("tapfocus", 0, "tap-to-focus") }
    let rank = guint(GST_RANK_NONE.rawValue)
    guard gst_element_register(plugin, "tapfocus", rank, tapFocusType()) != 0 else { return 0 }
    return gst_element_register(plugin, "tapfocuscamera", rank, tapFocusCameraType())
}

/// The element's type in GObject; it is registered by the first call.
func tapFocusType() -> GType {
    let name = text("GstTapFocus")
    let known = g_type_from_name(name)
    if known != 0 { return known }
    return g_type_register_static_simple(
        gst_base_transform_get_type(), name, guint(MemoryLayout<TapFocusInstanceClass>.size), initializeClass,
        guint(MemoryLayout<TapFocusInstance>.size), initializeInstance, GTypeFlags(rawValue: 0))
}

/// The bin's type in GObject; it is registered by the first call.
func tapFocusCameraType() -> GType {
    let name = text("GstTapFocusCamera")
    let known = g_type_from_name(name)
    if known != 0 { return known }
    return g_type_register_static_simple(
        gst_bin_get_type(), name, guint(MemoryLayout<TapFocusCameraClass>.size), initializeCameraClass,
        guint(MemoryLayout<TapFocusCameraInstance>.size), initializeCamera, GTypeFlags(rawValue: 0))
}

/// Writes a line to GStreamer's log; `detail` is set behind the text.
func log(
    _ level: GstDebugLevel, _ instance: UnsafeMutablePointer<TapFocusInstance>, _ message: StaticString,
    _ detail: UnsafePointer<CChar>? = nil
) {
    guard let category, level.rawValue <= UInt32(bitPattern: category.pointee.threshold) else { return }
    let line = joined(text(message), detail)
    gst_debug_log_literal(category, level, "tapfocus", "", 0, instance.as(GObject.self), line)
    g_free(line)
}
