import CGStreamer
import CTapFocus

/// One element of a pipeline, `v4l2src ! tapfocus ! …`: it passes buffers on as they are, measures those that
/// `tapfocus run` asks for, and turns presses on the picture into taps.
///
/// Three kinds of threads call it: the application's (properties, states), the one in which the buffers flow, and that of
/// the window (navigation events). libtapfocus wants one at a time, so everything here but what is marked otherwise is
/// touched only while `lock` is held. Nothing of GStreamer's that calls back is called then.
final class TapFocusElement {
    /// Outlives this object: it frees it.
    let instance: UnsafeMutablePointer<TapFocusInstance>
    private let mutex: UnsafeMutablePointer<GMutex>

    var settings = Settings()
    var connection = Connection()
    /// The client's descriptor, -1 without one. It changes only while no buffer flows, or in the thread of the buffers.
    var descriptor: Int32 = -1
    /// The time that the coming changes of state may still wait, in µs. Touched in changes of state only: GStreamer makes one at a
    /// time.
    var remainingWait = longestWait
    /// The frames that the caps describe; nil before the first caps, and for caps of sound or text.
    var picture: Picture?
    /// True while frames flow: a camera's pipeline that pauses shows a picture that stands still.
    var isPlaying = false
    var clock = ClockKind.none
    var counter = FrameCounter()
    var presses = Presses()
    /// Each warning is posted once until the state NULL.
    var warned = Warnings()

    var photos: PhotoTaker { PhotoTaker(element: self) }
    var movies: MovieTaker { MovieTaker(element: self) }
    var autofocus: Autofocus { Autofocus(element: self) }

    init(_ instance: UnsafeMutablePointer<TapFocusInstance>) {
        self.instance = instance
        mutex = UnsafeMutablePointer<GMutex>.allocate(capacity: 1)
        g_mutex_init(mutex)
    }

    deinit {
        connection.close()
        settings.free()
        g_mutex_clear(mutex)
        mutex.deallocate()
    }

    /// The element behind an instance in C.
    @inline(__always)
    static func of<Instance>(_ instance: UnsafeMutablePointer<Instance>?) -> TapFocusElement? {
        guard let state = instance?.as(TapFocusInstance.self).pointee.state else { return nil }
        return Unmanaged<TapFocusElement>.fromOpaque(state).takeUnretainedValue()
    }

    @inline(__always)
    func locked<Result>(_ body: () -> Result) -> Result {
        g_mutex_lock(mutex)
        defer { g_mutex_unlock(mutex) }
        return body()
    }
}

struct Warnings: OptionSet {
    let rawValue: UInt16
    static let noCamera = Warnings(rawValue: 1)
    static let notRunning = Warnings(rawValue: 2)
    static let format = Warnings(rawValue: 4)
    static let map = Warnings(rawValue: 8)
    static let refusedFrame = Warnings(rawValue: 16)
    static let noTime = Warnings(rawValue: 32)
    static let refusedStream = Warnings(rawValue: 64)
    static let noClient = Warnings(rawValue: 128)
    static let noCrop = Warnings(rawValue: 256)
}
