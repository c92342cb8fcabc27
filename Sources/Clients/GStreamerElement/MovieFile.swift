import CGStreamer
import CPhotoFile
import PhotoFile

/// The reason why a movie does not begin: a word of Documentation/Photos.md.
struct MovieRefusal: Error {
    let reason: StaticString
}

/// A wish for a movie, of an application or of `tapfocus run`.
struct MovieWish {
    let path: UnsafePointer<CChar>
    /// The longest duration; 0: no limit.
    let seconds: Double
    /// The movie ends when less is free on its file system, in bytes.
    let keepFree: UInt64
    /// As `tapfocus run` has chosen it; 0: the application wants it.
    let id: UInt32
}

/// An empty file for a movie, and the pipeline that fills it: from an element `in`, and not playing yet.
///
/// The pipeline is one of its own, because an error of the disk ends the whole pipeline that it is in. The file is written with O_SYNC, in
/// a container that is valid at any moment: what has been written can be played after a power cut.
struct MovieFile {
    let descriptor: Int32
    let pipeline: UnsafeMutablePointer<GstElement>
    let input: UnsafeMutablePointer<GstAppSrc>

    /// - Parameters:
    ///   - caps: of the frames: JPEG or raw video.
    ///   - folder: the movie has to be below it; nil: no folder was set.
    init(
        _ wish: MovieWish, below folder: UnsafePointer<CChar>?, _ caps: UnsafeMutablePointer<GstCaps>
    ) throws(MovieRefusal) {
        guard let folder else { throw MovieRefusal(reason: "outside") }
        let (parsed, input) = try Self.elements(to: wish.path, from: caps)
        do throws(PhotoWriter.Failure) {
            descriptor = try PhotoWriter.create(
                characters(of: wish.path), below: characters(of: folder), leaving: wish.keepFree)
        } catch {
            gst_object_unref(input)
            gst_object_unref(parsed)
            throw MovieRefusal(reason: error.error == tapfocus_photo_exists ? "exists" : error.reason)
        }
        pipeline = parsed
        self.input = input
        gst_app_src_set_caps(input, caps)
        setLocation()
    }

    /// A file in memory, in MP4.
    /// - Parameter caps: as above.
    init(inMemory caps: UnsafeMutablePointer<GstCaps>) throws(MovieRefusal) {
        let (parsed, input) = try Self.elements(to: text(".mp4"), from: caps)
        descriptor = tapfocus_photo_memory_file()
        guard descriptor >= 0 else {
            gst_object_unref(input)
            gst_object_unref(parsed)
            throw MovieRefusal(reason: "noSpace")
        }
        pipeline = parsed
        self.input = input
        gst_app_src_set_caps(input, caps)
        setLocation()
    }

    /// The pipeline, and its input with a reference of its own.
    private static func elements(
        to path: UnsafePointer<CChar>, from caps: UnsafeMutablePointer<GstCaps>
    ) throws(MovieRefusal) -> (pipeline: UnsafeMutablePointer<GstElement>, input: UnsafeMutablePointer<GstAppSrc>) {
        let way = try Self.way(to: path, from: caps)
        defer { g_free(way) }
        // Nil where an element is missing.
        guard let parsed = gst_parse_launch_full(way, nil, GST_PARSE_FLAG_FATAL_ERRORS, nil),
            let input = gst_bin_get_by_name(parsed.as(GstBin.self), text("in"))
        else { throw MovieRefusal(reason: "noEncoder") }
        return (parsed, input.as(GstAppSrc.self))
    }

    /// True if H.264 can be made here.
    static var hasEncoder: Bool { h264Encoder() != nil && isInstalled(text("h264parse")) }

    /// The sink opens the file that was made, by its descriptor: its name may lead elsewhere by now.
    private func setLocation() {
        guard let sink = gst_bin_get_by_name(pipeline.as(GstBin.self), text("file")) else { return }
        let path = UnsafeMutablePointer<CChar>.allocate(capacity: 32)
        tapfocus_photo_path(descriptor, path, 32)
        gst_util_set_object_arg(sink.as(GObject.self), text("location"), path)
        path.deallocate()
        gst_object_unref(sink)
    }

    /// In bytes; nil if the system does not say it.
    var freeSpace: UInt64? { UInt64(exactly: tapfocus_photo_free_space(descriptor)) }

    /// The whole file, after its end; nil if it cannot be read, or is empty.
    var contents: [UInt8]? {
        let size = Int(tapfocus_photo_size(descriptor))
        guard size > 0 else { return nil }
        var isRead = false
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { memory, count in
            isRead = tapfocus_photo_read(descriptor, memory.baseAddress, size) >= 0
            count = isRead ? size : 0
        }
        return isRead ? bytes : nil
    }

    /// Ends the pipeline, and closes the file, which is removed if nothing is in it. A frame that comes now is dropped.
    /// - Parameter path: the name of the file; nil: it has none.
    func close(
        _ path: UnsafePointer<CChar>? = nil, below folder: UnsafePointer<CChar>? = nil, isEmpty: Bool = false
    ) {
        gst_element_set_state(pipeline, GST_STATE_NULL)
        if let path, let folder, isEmpty || tapfocus_photo_size(descriptor) == 0 {
            PhotoWriter.remove(descriptor, characters(of: path), below: characters(of: folder))
        }
        _ = tapfocus_photo_close(descriptor)
    }

    /// Nobody knows it any more.
    func free() {
        gst_object_unref(input)
        gst_object_unref(pipeline)
    }

    /// The elements from the frames to the file, in the words of gst-launch-1.0. To be freed with `g_free`.
    private static func way(
        to path: UnsafePointer<CChar>, from caps: UnsafeMutablePointer<GstCaps>
    ) throws(MovieRefusal) -> UnsafeMutablePointer<CChar>? {
        guard let structure = gst_caps_get_structure(caps, 0) else { throw MovieRefusal(reason: "noFrames") }
        let isJPEG = gst_structure_has_name(structure, text("image/jpeg")) != 0
        let frames = text("appsrc name=in is-live=true format=time emit-signals=false ! ")
        let file = text(" ! filesink name=file o-sync=true")
        if g_str_has_suffix(path, text(".mkv")) != 0 {
            let encoder = isJPEG ? nil : text("videoconvert ! jpegenc ! ")
            return joined(frames, encoder, text("matroskamux"), file)
        }
        guard g_str_has_suffix(path, text(".mp4")) != 0 else { throw MovieRefusal(reason: "ending") }
        guard let encoder = h264Encoder() else { throw MovieRefusal(reason: "noEncoder") }
        // A header at once, a part of the index with each second, and an ordinary file at the end.
        let container = text(" ! h264parse ! mp4mux fragment-duration=1000 fragment-mode=first-moov-then-finalise")
        // Not every player knows the half-coloured pictures of cameras (4:2:2).
        let converter = text("videoconvert ! video/x-raw,format=I420 ! ")
        return joined(frames, isJPEG ? text("jpegdec ! ") : nil, converter, encoder, container, file)
    }

    /// The encoder that is installed, at 2.5 Mbit/s and a whole picture at least every 30 frames.
    private static func h264Encoder() -> UnsafePointer<CChar>? {
        if isInstalled(text("x264enc")) {
            return text("x264enc speed-preset=ultrafast tune=zerolatency bitrate=2500 key-int-max=30")
        }
        guard isInstalled(text("openh264enc")) else { return nil }
        return text("openh264enc complexity=low bitrate=2500000 gop-size=30")
    }

    private static func isInstalled(_ name: UnsafePointer<CChar>) -> Bool {
        guard let factory = gst_element_factory_find(name) else { return false }
        gst_object_unref(UnsafeMutableRawPointer(factory))
        return true
    }
}

/// The bytes of a C string, without the 0 at its end.
func characters(of text: UnsafePointer<CChar>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: text, count: Int(tapfocus_photo_length(text)))
}
