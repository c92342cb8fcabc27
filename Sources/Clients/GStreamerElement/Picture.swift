import CGStreamer
import CTapFocus

/// The frames' size, rate and layout, read from the caps.
struct Picture {
    /// In pixels.
    var width: Int32
    var height: Int32
    /// From one frame to the next, in µs; 0: unknown.
    var interval: Int64 = 0
    /// The layout of luma in memory; nil where it cannot be read.
    var layout: LumaLayout?

    /// Nil for caps that do not say a size: those of sound or text.
    init?(_ caps: UnsafeMutablePointer<GstCaps>) {
        guard let structure = gst_caps_get_structure(caps, 0) else { return nil }
        var size: (gint, gint) = (0, 0)
        guard gst_structure_get_int(structure, text("width"), &size.0) != 0,
            gst_structure_get_int(structure, text("height"), &size.1) != 0, size.0 > 0, size.1 > 0
        else { return nil }
        (width, height) = size
        var rate: (gint, gint) = (0, 1)
        if gst_structure_get_fraction(structure, text("framerate"), &rate.0, &rate.1) != 0, rate.0 > 0, rate.1 > 0 {
            let exact = (1_000_000 * Int64(rate.1) + Int64(rate.0) / 2) / Int64(rate.0)
            // The longest that libtapfocus takes.
            interval = min(exact, 10_000_000)
        }
        layout = LumaLayout(caps)
    }
}

struct LumaLayout {
    var info: GstVideoInfo
    /// One of libtapfocus. Of planar formats only the first plane is given to it, which is gray.
    var format: Int32
    /// True when black is 16 and white 235.
    var isLimitedRange: Bool

    /// Nil where the format is no raw video, its luma has not eight bits in rows, or the memory is a graphics card's,
    /// from which it would have to be copied.
    init?(_ caps: UnsafeMutablePointer<GstCaps>) {
        info = GstVideoInfo()
        guard Self.isInReach(caps), gst_video_info_from_caps(&info, caps) != 0, let description = info.finfo,
            let format = Self.format(of: description.pointee)
        else { return nil }
        self.format = Int32(format.rawValue)
        isLimitedRange = info.colorimetry.range == GST_VIDEO_COLOR_RANGE_16_235
    }

    /// True for memory of the system, a driver's dmabuf included.
    private static func isInReach(_ caps: UnsafeMutablePointer<GstCaps>) -> Bool {
        guard let features = gst_caps_get_features(caps, 0) else { return true }
        if gst_caps_features_is_any(features) != 0 { return false }
        for index in 0..<gst_caps_features_get_size(features) {
            guard let name = gst_caps_features_get_nth(features, index) else { continue }
            let isMemory = g_str_has_prefix(name, text("memory:")) != 0
            let isReadable =
                g_strcmp0(name, text("memory:SystemMemory")) == 0 || g_strcmp0(name, text("memory:DMABuf")) == 0
            if isMemory && !isReadable { return false }
        }
        return true
    }

    /// YUYV stands for every format in which luma and colour take turns, luma first.
    private static func format(of description: GstVideoFormatInfo) -> tapfocus_format? {
        let flags = description.flags.rawValue
        guard flags & tapfocus_format_has_luma != 0, flags & tapfocus_format_unreadable == 0, description.depth.0 == 8,
            description.shift.0 == 0, description.plane.0 == 0, description.w_sub.0 == 0, description.h_sub.0 == 0
        else { return nil }
        switch (description.pixel_stride.0, description.poffset.0) {
        case (1, 0): return TAPFOCUS_GRAY
        case (2, 0): return TAPFOCUS_YUYV
        case (2, 1): return TAPFOCUS_UYVY
        default: return nil
        }
    }
}
