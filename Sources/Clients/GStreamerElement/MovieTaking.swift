import CGStreamer
import CTapFocus

/// Passes on what `tapfocus run` wants of the bin around an element, and what becomes of its movies. It keeps nothing: that is in the
/// element's connection.
struct MovieTaker {
    let element: TapFocusElement

    /// The lock is held.
    private var task: MovieTask {
        get { element.connection.movie }
        nonmutating set { element.connection.movie = newValue }
    }

    /// Follows what `tapfocus run` says about movies. The lock is held, so nothing is done about it yet.
    func follow(_ event: tapfocus_event) {
        var event = event
        switch UInt32(bitPattern: event.kind) {
        case TAPFOCUS_START_MOVIE.rawValue:
            var wish = tapfocus_movie()
            guard tapfocus_read_movie(&event, &wish) >= 0 else { return }
            task.order = MovieOrder(UInt32(truncatingIfNeeded: event.id), path: event.message, wish)
        case TAPFOCUS_STOP_MOVIE.rawValue: task.isToEnd = true
        // It may be another `tapfocus run` than the one that has asked for the movie.
        case TAPFOCUS_HELD.rawValue: sayWhatIsRecorded()
        default: break
        }
    }

    /// Does what `tapfocus run` has asked for. Called without the lock.
    func carryOut() {
        let (order, isToEnd) = element.locked { task.take() }
        guard order != nil || isToEnd else { return }
        guard let camera = cameraAround() else {
            if let order { refused(order.id, "failed") }
            return
        }
        order?.begin(in: camera)
        if isToEnd { _ = CameraBin.of(camera)?.endMovie() }
        gst_object_unref(camera)
    }

    /// The bin around the element, with a reference; nil: there is none.
    private func cameraAround() -> UnsafeMutablePointer<GstElement>? {
        guard let parent = gst_object_get_parent(element.instance.as(GstObject.self)) else { return nil }
        if g_type_check_instance_is_a(parent.as(GTypeInstance.self), tapFocusCameraType()) != 0 {
            return parent.as(GstElement.self)
        }
        gst_object_unref(parent)
        return nil
    }

    /// A movie is recorded from now on. Called without the lock.
    /// - Parameters:
    ///   - id: as `tapfocus run` has chosen it; 0: the application has begun it.
    ///   - path: the whole path of its file.
    func begun(_ id: UInt32, path: UnsafePointer<CChar>?) {
        element.locked {
            task.end()
            task.running = MovieTask.Running(id: id, path: g_strdup(path))
            sayWhatIsRecorded()
        }
    }

    private func sayWhatIsRecorded() {
        guard let movie = task.running, let client = element.connection.client else { return }
        _ = tapfocus_movie_begun(client, movie.id, movie.path)
    }

    /// The movie that was recorded has ended. Called without the lock.
    func ended(_ id: UInt32, _ news: MovieNews) {
        element.locked {
            task.end()
            report(id, news)
        }
    }

    /// A movie that `tapfocus run` wants does not begin. Called without the lock.
    func refused(_ id: UInt32, _ reason: StaticString) {
        element.locked { report(id, MovieNews(seconds: 0, dropped: 0, reason: reason)) }
    }

    private func report(_ id: UInt32, _ news: MovieNews) {
        guard let client = element.connection.client else { return }
        _ = tapfocus_movie_ended(
            client, id, text(news.reason), text(""), news.seconds, Int64(truncatingIfNeeded: news.dropped))
    }
}

/// A bin's movies, as `tapfocus run` has to know them. Touched only while the element's lock is held.
struct MovieTask {
    struct Running {
        /// As `tapfocus run` has chosen it; 0: the application has begun the movie.
        let id: UInt32
        /// The whole path of its file.
        let path: UnsafeMutablePointer<CChar>?
    }

    /// The movie that is recorded; nil: none is.
    var running: Running?
    /// The movie that is to begin.
    var order: MovieOrder?
    /// True if the movie is to end.
    var isToEnd = false

    /// Takes out what is to be done.
    mutating func take() -> (order: MovieOrder?, isToEnd: Bool) {
        let taken = (order, isToEnd)
        (order, isToEnd) = (nil, false)
        return taken
    }

    /// None is recorded any more.
    mutating func end() {
        g_free(running?.path)
        running = nil
    }
}

/// A movie that `tapfocus run` wants. It begins in a thread of its own, because an encoder is loaded, and the disk takes its time: the
/// picture goes on.
final class MovieOrder {
    let id: UInt32
    private let path: UnsafeMutablePointer<CChar>?
    private let wish: tapfocus_movie
    /// The bin, retained; nil before `begin`.
    private var camera: UnsafeMutablePointer<GstElement>?

    /// - Parameter path: copied.
    init(_ id: UInt32, path: UnsafePointer<CChar>?, _ wish: tapfocus_movie) {
        self.id = id
        self.path = g_strdup(path)
        self.wish = wish
    }

    deinit {
        g_free(path)
        if let camera { gst_object_unref(camera) }
    }

    /// Begins the thread, which ends by itself. To be called once.
    func begin(in camera: UnsafeMutablePointer<GstElement>) {
        gst_object_ref(camera)
        self.camera = camera
        let thread = g_thread_new(text("tapfocus-order"), runMovieOrder, Unmanaged.passRetained(self).toOpaque())
        g_thread_unref(thread)
    }

    fileprivate func run() {
        _ = CameraBin.of(camera)?.startMovie(
            path, seconds: wish.seconds, keepFree: UInt64(wish.keep_free), id: id)
    }
}

private let runMovieOrder: GThreadFunc = { data in
    guard let data else { return nil }
    Unmanaged<MovieOrder>.fromOpaque(data).takeRetainedValue().run()
    return nil
}
