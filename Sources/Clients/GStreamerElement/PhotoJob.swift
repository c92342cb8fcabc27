import CGStreamer
import CPhotoFile
import CTapFocus
import PhotoFile

/// A photo on its way to its file, in a thread of its own: the picture goes on. It has copies of all that it needs.
final class PhotoJob {
    let instance: UnsafeMutablePointer<TapFocusInstance>
    let id: UInt32
    let frame: PhotoFrame
    let facts: PhotoFacts
    /// As the client has given it.
    let path: UnsafeMutablePointer<CChar>?
    /// The folder that the photo has to be below.
    let folder: UnsafeMutablePointer<CChar>?
    /// True: with the seconds before and after it.
    private let isLive: Bool

    /// - Parameter path: copied; nil: the photo has been dropped.
    init(
        _ instance: UnsafeMutablePointer<TapFocusInstance>, _ id: UInt32, _ frame: PhotoFrame, _ facts: PhotoFacts,
        path: UnsafePointer<CChar>?, _ settings: Settings, isLive: Bool
    ) {
        gst_object_ref(instance)
        self.instance = instance
        self.id = id
        self.frame = frame
        self.facts = facts
        self.path = g_strdup(path)
        folder = g_strdup(settings.photoFolder)
        self.isLive = isLive
    }

    deinit {
        frame.free()
        facts.free()
        g_free(path)
        g_free(folder)
        gst_object_unref(instance)
    }

    /// Begins the thread, which ends by itself.
    func begin() {
        let thread = g_thread_new(text("tapfocus-photo"), runPhotoJob, Unmanaged.passRetained(self).toOpaque())
        g_thread_unref(thread)
    }

    fileprivate func run() {
        guard let element = TapFocusElement.of(instance) else { return }
        guard let path, let folder, let file = encoded() else {
            let reason = text("The frame could not be encoded; GStreamer's jpegenc (plugins-good) is needed for that.")
            return element.photos.ended(id, bytes: nil, path: nil, reason: text("failed"), message: reason)
        }
        guard let whole = isLive ? live(file, element) : withMetadata(file) ?? file else {
            let reason = text("The seconds around the photo could not be recorded, or not be written into it.")
            return element.photos.ended(id, bytes: nil, path: nil, reason: text("failed"), message: reason)
        }
        if let failure = write(whole, to: path, below: folder) {
            // The words for the usual errors are the daemon's.
            let isKnown = g_strcmp0(text(failure.reason), text("failed")) != 0
            let message = isKnown ? nil : tapfocus_photo_explain(failure.error)
            return element.photos.ended(id, bytes: nil, path: nil, reason: text(failure.reason), message: message)
        }
        let full = wholePath(path, below: folder)
        element.photos.ended(id, bytes: whole.count, path: full, reason: text(""), message: nil)
        g_free(full)
    }

    private func write(
        _ file: [UInt8], to path: UnsafeMutablePointer<CChar>, below folder: UnsafeMutablePointer<CChar>
    ) -> PhotoWriter.Failure? {
        file.withUnsafeBytes { bytes -> PhotoWriter.Failure? in
            do throws(PhotoWriter.Failure) {
                try PhotoWriter.write(bytes, to: characters(of: path), below: characters(of: folder))
                return nil
            } catch {
                return error
            }
        }
    }

    private func encoded() -> [UInt8]? {
        switch frame {
        case .jpeg(let file, _, _, _): file
        case .raw(let buffer, let caps, _):
            converted(buffer, caps, by: text("videoconvert ! jpegenc quality=95"), within: 6)
        }
    }

    /// Nil if they could not be added.
    private func withMetadata(_ file: [UInt8], _ film: LiveFilm? = nil) -> [UInt8]? {
        #if TAPFOCUS_EXIV2
            // The size is that of the file, whatever the caps have said.
            guard let layout = file.withUnsafeBytes({ JPEGLayout($0) }) else { return nil }
            let thumbnail = thumbnail(of: file)
            return PhotoMetadata(facts, width: layout.width, height: layout.height, captured: frame.captured, film)
                .added(to: file, thumbnail: thumbnail)
        #else
            return nil
        #endif
    }

    /// The photo with its film behind it; nil if there is none.
    private func live(_ file: [UInt8], _ element: TapFocusElement) -> [UInt8]? {
        guard let film = LiveFilm(around: frame.captured, of: element), let photo = withMetadata(file, film) else {
            return nil
        }
        return photo + film.file
    }

    private func thumbnail(of file: [UInt8]) -> [UInt8]? {
        guard let buffer = gst_buffer_new_allocate(nil, gsize(file.count), nil),
            let caps = gst_caps_new_empty_simple(text("image/jpeg"))
        else { return nil }
        defer {
            gst_buffer_unref(buffer)
            gst_caps_unref(caps)
        }
        _ = file.withUnsafeBytes { gst_buffer_fill(buffer, 0, $0.baseAddress, gsize($0.count)) }
        let way = text(
            """
            jpegdec ! videoconvert ! videoscale ! video/x-raw,width=160,pixel-aspect-ratio=1/1 ! jpegenc quality=80
            """)
        // Exif's own segment has 64 KiB for everything.
        return converted(buffer, caps, by: way, within: 3).flatMap { $0.count < 48_000 ? $0 : nil }
    }
}

/// The facts about a photo's frame, as far as they are known.
struct PhotoFacts {
    let known: tapfocus_photo
    let focus: UnsafeMutablePointer<CChar>?
    let exposure: UnsafeMutablePointer<CChar>?
    let camera: UnsafeMutablePointer<CChar>?
    let maker: UnsafeMutablePointer<CChar>?
    /// Of the region; below 0: not measured.
    let sharpness: Double
    /// As in Exif, 1…8.
    let orientation: gint

    init(_ known: tapfocus_photo, _ event: tapfocus_event, _ sharpness: Double, _ orientation: gint) {
        self.known = known
        self.sharpness = sharpness
        focus = copied(event.focus)
        exposure = copied(event.exposure)
        camera = g_strdup(event.message)
        maker = copied(known.maker)
        self.orientation = orientation
    }

    func free() {
        g_free(focus)
        g_free(exposure)
        g_free(camera)
        g_free(maker)
    }
}

private let runPhotoJob: GThreadFunc = { data in
    guard let data else { return nil }
    Unmanaged<PhotoJob>.fromOpaque(data).takeRetainedValue().run()
    return nil
}

/// Sends one buffer through some elements.
/// - Parameter seconds: the longest wait. `tapfocus run` waits for 10 s altogether, and would not hear the reason after that.
/// - Returns: the bytes that come out; nil if none do in that time, or if an element is not installed.
private func converted(
    _ buffer: UnsafeMutablePointer<GstBuffer>, _ caps: UnsafeMutablePointer<GstCaps>, by way: UnsafePointer<CChar>,
    within seconds: GstClockTime
) -> [UInt8]? {
    guard let description = joined(text("appsrc name=in ! "), way, text(" ! appsink name=out sync=false")) else {
        return nil
    }
    defer { g_free(description) }
    // Otherwise a missing element is left out of the pipeline.
    guard let pipeline = gst_parse_launch_full(description, nil, GST_PARSE_FLAG_FATAL_ERRORS, nil) else { return nil }
    defer {
        gst_element_set_state(pipeline, GST_STATE_NULL)
        gst_object_unref(pipeline)
    }
    let bin = pipeline.as(GstBin.self)
    guard let input = gst_bin_get_by_name(bin, text("in")) else { return nil }
    defer { gst_object_unref(input) }
    guard let output = gst_bin_get_by_name(bin, text("out")) else { return nil }
    defer { gst_object_unref(output) }
    gst_app_src_set_caps(input.as(GstAppSrc.self), caps)
    gst_element_set_state(pipeline, GST_STATE_PLAYING)
    _ = gst_app_src_push_buffer(input.as(GstAppSrc.self), gst_buffer_ref(buffer))
    _ = gst_app_src_end_of_stream(input.as(GstAppSrc.self))
    let longest = seconds * 1_000_000_000
    guard let sample = gst_app_sink_try_pull_sample(output.as(GstAppSink.self), longest) else { return nil }
    defer { gst_sample_unref(sample) }
    guard let result = gst_sample_get_buffer(sample) else { return nil }
    let size = Int(gst_buffer_get_size(result))
    return [UInt8](unsafeUninitializedCapacity: size) { memory, count in
        count = Int(gst_buffer_extract(result, 0, memory.baseAddress, gsize(size)))
    }
}
