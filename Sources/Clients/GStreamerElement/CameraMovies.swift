import CGStreamer

extension CameraBin {
    /// An application, or `tapfocus run`, wants a movie, below the folder of photos.
    /// - Parameters:
    ///   - seconds: the longest duration; 0: no limit.
    ///   - keepFree: the movie ends when less is free on its file system, in bytes.
    ///   - id: as `tapfocus run` has chosen it; 0: the application wants it.
    /// - Returns: false, after a message on the bus, if it does not begin.
    func startMovie(
        _ location: UnsafePointer<CChar>?, seconds: Double, keepFree: UInt64, id: UInt32 = 0
    ) -> Bool {
        guard let location else { return false }
        let wish = MovieWish(path: location, seconds: seconds, keepFree: keepFree, id: id)
        let refusal = locked { beginMovie(wish) }
        let news = refusal.map { MovieNews(seconds: 0, dropped: 0, reason: $0) }
        postMovie(instance.as(GstElement.self), location, news)
        if let refusal, id != 0 { TapFocusElement.of(element)?.movies.refused(id, refusal) }
        return refusal == nil
    }

    /// - Returns: the word for the reason why it does not begin. The lock is held.
    private func beginMovie(_ wish: MovieWish) -> StaticString? {
        if let last = recorder, !last.isDone { return "busy" }
        guard mayRecord, let source = parts.first, let output = gst_element_get_static_pad(source, text("src")) else {
            return "noFrames"
        }
        defer { gst_object_unref(output) }
        let folder = photoFolder
        defer { g_free(folder) }
        do throws(MovieRefusal) {
            let next = try MovieRecorder(instance.as(GstElement.self), output, wish, below: folder)
            // Before its thread, which may end it at once.
            TapFocusElement.of(element)?.movies.begun(wish.id, path: next.fullPath)
            next.begin()
            recorder = next
            return nil
        } catch {
            return error.reason
        }
    }

    /// A copy, to be freed with `g_free`.
    private var photoFolder: UnsafeMutablePointer<CChar>? {
        guard let inner = TapFocusElement.of(element) else { return nil }
        return inner.locked { g_strdup(inner.settings.photoFolder) }
    }

    /// The application ends its movie; a message says when the file is complete.
    /// - Returns: false if there is no movie.
    func endMovie() -> Bool {
        guard let current = locked({ recorder }), !current.isDone else { return false }
        current.end("request")
        return true
    }

    /// The frames end: so does the movie. Waits for the end of its file.
    func completeMovie() {
        let last = locked {
            let last = recorder
            recorder = nil
            mayRecord = false
            return last
        }
        last?.end("streamEnded")
        last?.join()
    }
}

/// The end of a movie.
struct MovieNews {
    let seconds: Double
    let dropped: UInt64
    /// A word of Documentation/Photos.md.
    let reason: StaticString
}

/// Posts the message `tapfocus-movie` (Documentation/GStreamer.md).
/// - Parameter end: nil: the movie begins.
func postMovie(_ camera: UnsafeMutablePointer<GstElement>, _ path: UnsafePointer<CChar>?, _ end: MovieNews?) {
    guard let structure = gst_structure_new_empty(text("tapfocus-movie")) else { return }
    structure.set("state", g_strdup(end == nil ? text("recording") : text("ended")))
    structure.set("path", g_strdup(path))
    if let end {
        structure.set("seconds", end.seconds)
        structure.set("dropped", end.dropped)
        structure.set("reason", g_strdup(text(end.reason)))
    }
    gst_element_post_message(camera, gst_message_new_element(camera.as(GstObject.self), structure))
}
