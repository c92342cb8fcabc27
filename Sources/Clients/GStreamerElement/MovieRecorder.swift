import CGStreamer

/// A movie, from its first frame to the end of its file. Frames come in the camera's thread; a thread of the movie's own waits for its end.
final class MovieRecorder {
    /// The bin whose movie it is; retained while the thread runs.
    private let camera: UnsafeMutablePointer<GstElement>
    /// The output whose frames are recorded; retained while the thread runs.
    private let output: UnsafeMutablePointer<GstPad>
    private let caps: UnsafeMutablePointer<GstCaps>
    private let file: MovieFile
    /// With a path of its own.
    private let wish: MovieWish
    private let folder: UnsafeMutablePointer<CChar>?
    /// The whole path of the file.
    let fullPath: UnsafeMutablePointer<CChar>?
    private let mutex: UnsafeMutablePointer<GMutex>
    /// Touched while the lock is held.
    private var progress = MovieProgress()
    /// The probe at the output, and the thread; set before anybody else knows this object.
    private var probe: gulong = 0
    private var thread: UnsafeMutablePointer<GThread>?

    /// Frames that wait for the encoder and the disk, in bytes; more are dropped.
    private static let mostWaiting: guint64 = 64 << 20

    /// - Parameters:
    ///   - output: frames flow through it.
    ///   - folder: as of `MovieFile`.
    init(
        _ camera: UnsafeMutablePointer<GstElement>, _ output: UnsafeMutablePointer<GstPad>, _ wish: MovieWish,
        below folder: UnsafePointer<CChar>?
    ) throws(MovieRefusal) {
        guard let caps = gst_pad_get_current_caps(output) else { throw MovieRefusal(reason: "noFrames") }
        do throws(MovieRefusal) {
            file = try MovieFile(wish, below: folder, caps)
        } catch {
            gst_caps_unref(caps)
            throw error
        }
        self.caps = caps
        self.camera = camera
        self.output = output
        // GLib ends the process if there is no memory.
        let path: UnsafeMutablePointer<CChar> = g_strdup(wish.path)
        self.wish = MovieWish(path: path, seconds: wish.seconds, keepFree: wish.keepFree, id: wish.id)
        self.folder = g_strdup(folder)
        fullPath = wholePath(wish.path, below: folder)
        mutex = UnsafeMutablePointer<GMutex>.allocate(capacity: 1)
        g_mutex_init(mutex)
    }

    deinit {
        if let thread { g_thread_unref(thread) }
        // Not before: the camera's thread may be in the middle of a frame when the file is closed. The probe keeps this object until then.
        file.free()
        gst_caps_unref(caps)
        g_free(UnsafeMutablePointer(mutating: wish.path))
        g_free(folder)
        g_free(fullPath)
        g_mutex_clear(mutex)
        mutex.deallocate()
    }

    /// Begins to record. To be called once.
    func begin() {
        gst_object_ref(camera)
        gst_object_ref(output)
        gst_element_set_state(file.pipeline, GST_STATE_PLAYING)
        let kinds = GstPadProbeType(
            rawValue: GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue)
        probe = gst_pad_add_probe(output, kinds, movieProbe, Unmanaged.passRetained(self).toOpaque()) { data in
            if let data { Unmanaged<MovieRecorder>.fromOpaque(data).release() }
        }
        thread = g_thread_new(text("tapfocus-movie"), runMovie, Unmanaged.passRetained(self).toOpaque())
    }

    var isDone: Bool { locked { progress.isDone } }

    /// Waits until the file is complete. To be called once, after `end`.
    func join() {
        // It takes the thread's reference.
        if let thread { g_thread_join(thread) }
        thread = nil
    }

    /// Ends the movie, without a wait; a second end changes nothing.
    func end(_ reason: StaticString) {
        if locked({ progress.end(reason) }) { _ = gst_app_src_end_of_stream(file.input) }
    }

    /// A frame, in the camera's thread. It is copied, because the camera needs its memory.
    fileprivate func add(_ buffer: UnsafeMutablePointer<GstBuffer>) {
        guard buffer.pointee.mini_object.flags & tapfocus_buffer_worthless == 0 else { return }
        let hasRoom = gst_app_src_get_current_level_bytes(file.input) < Self.mostWaiting
        guard let time = locked({ progress.next(buffer.pointee.pts, hasRoom: hasRoom) }),
            let copy = gst_buffer_copy_deep(buffer)
        else { return }
        copy.pointee.pts = time
        copy.pointee.dts = tapfocus_no_time
        // It takes the copy.
        _ = gst_app_src_push_buffer(file.input, copy)
    }

    /// An event that flows between the frames, in the camera's thread: a file holds frames of one kind.
    fileprivate func follow(_ event: UnsafeMutablePointer<GstEvent>) {
        switch event.pointee.type {
        case GST_EVENT_EOS: end("streamEnded")
        case GST_EVENT_CAPS:
            var next: UnsafeMutablePointer<GstCaps>?
            gst_event_parse_caps(event, &next)
            if let next, gst_caps_is_equal(caps, next) == 0 { end("streamEnded") }
        default: break
        }
    }

    /// The movie's thread.
    fileprivate func run() {
        waitForEnd()
        gst_pad_remove_probe(output, probe)
        file.close(wish.path, below: folder, isEmpty: locked { self.progress.first == nil })
        let (progress, reason) = locked {
            self.progress.isDone = true
            return (self.progress, self.progress.reason ?? "failed")
        }
        let news = MovieNews(seconds: progress.seconds, dropped: progress.dropped, reason: reason)
        postMovie(camera, wish.path, news)
        TapFocusElement.of(CameraBin.of(camera)?.element)?.movies.ended(wish.id, news)
        gst_object_unref(output)
        gst_object_unref(camera)
    }

    private func waitForEnd() {
        guard let bus = gst_element_get_bus(file.pipeline) else { return }
        defer { gst_object_unref(bus) }
        let kinds = GstMessageType(rawValue: GST_MESSAGE_EOS.rawValue | GST_MESSAGE_ERROR.rawValue)
        // The frames that wait are written to the end, or it takes ten seconds in which none is: then they never are.
        var (turns, waiting) = (20, guint64.max)
        while turns > 0 {
            if let message = gst_bus_timed_pop_filtered(bus, 500_000_000, kinds) {
                if message.pointee.type == GST_MESSAGE_ERROR { locked { progress.fail(word(for: message)) } }
                gst_mini_object_unref(message.as(GstMiniObject.self))
                return
            }
            guard locked({ progress.reason != nil }) else {
                keepLimits()
                continue
            }
            let left = gst_app_src_get_current_level_bytes(file.input)
            turns = left < waiting ? 20 : turns - 1
            waiting = left
        }
        locked { progress.fail("failed") }
    }

    private func keepLimits() {
        if wish.seconds > 0, locked({ progress.seconds }) >= wish.seconds { end("maxSeconds") }
        if let free = file.freeSpace, free < wish.keepFree { end("keepFree") }
    }

    private func word(for message: UnsafeMutablePointer<GstMessage>) -> StaticString {
        var problem: UnsafeMutablePointer<GError>?
        gst_message_parse_error(message, &problem, nil)
        defer { g_clear_error(&problem) }
        let code = gint(GST_RESOURCE_ERROR_NO_SPACE_LEFT.rawValue)
        return g_error_matches(problem, gst_resource_error_quark(), code) != 0 ? "noSpace" : "failed"
    }

    @inline(__always)
    private func locked<Result>(_ body: () -> Result) -> Result {
        g_mutex_lock(mutex)
        defer { g_mutex_unlock(mutex) }
        return body()
    }
}

private let runMovie: GThreadFunc = { data in
    guard let data else { return nil }
    Unmanaged<MovieRecorder>.fromOpaque(data).takeRetainedValue().run()
    return nil
}

/// Looks at what leaves the source while a movie is recorded.
private let movieProbe: GstPadProbeCallback = { _, info, data in
    guard let data, let info, let item = info.pointee.data else { return GST_PAD_PROBE_OK }
    let recorder = Unmanaged<MovieRecorder>.fromOpaque(data).takeUnretainedValue()
    if info.pointee.type.rawValue & GST_PAD_PROBE_TYPE_BUFFER.rawValue != 0 {
        recorder.add(item.assumingMemoryBound(to: GstBuffer.self))
    } else {
        recorder.follow(item.assumingMemoryBound(to: GstEvent.self))
    }
    return GST_PAD_PROBE_OK
}
