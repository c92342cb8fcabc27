import CGStreamer
import CTapFocus

/// Hands a tap to the camera's own autofocus, where the camera's source has one (`tapfocus_has_autofocus`): libcamera's controls are
/// reached by the process that has the camera, and by no other. `tapfocus run` decides; its states and ends of a search are followed
/// here. It keeps nothing: that is in the element's connection.
struct Autofocus {
    let element: TapFocusElement

    /// The lock is held.
    private var task: AutofocusTask {
        get { element.connection.autofocus }
        nonmutating set { element.connection.autofocus = newValue }
    }

    /// Follows what `tapfocus run` says about focus. The lock is held, so nothing is done about it yet.
    func follow(_ event: tapfocus_event) {
        switch UInt32(bitPattern: event.kind) {
        case TAPFOCUS_STATE.rawValue:
            let state = copied(event.state)
            defer { g_free(state) }
            if event.has_point == 0 {
                task.wish = .follow
            } else if g_strcmp0(state, text("autoAndForceLocked")) == 0 {
                task.wish = .search(x: event.x, y: event.y)
            } else {
                task.wish = .lock
            }
        case TAPFOCUS_SETTLED.rawValue: task.wish = .lock
        // The next `tapfocus run` says its state itself.
        case TAPFOCUS_DISCONNECTED.rawValue: task.wish = nil
        default: break
        }
    }

    /// Does what has been decided. Called without the lock.
    func carryOut() {
        let next = element.locked { task.take(isHeld: element.connection.reservation == .held) }
        guard let next, let camera = autofocusUpstream(of: element.instance.as(GstElement.self)) else { return }
        defer { gst_object_unref(camera) }
        switch next {
        case .follow:
            tapfocus_set_whole_autofocus(camera)
            tapfocus_set_autofocus_mode(camera, AutofocusTask.continuous)
        case .search(let x, let y): search(x, y, camera)
        // In this mode the camera never moves the lens by itself.
        case .lock: tapfocus_set_autofocus_mode(camera, AutofocusTask.manual)
        }
    }

    /// A frame passes, in its thread. Called without the lock.
    func passFrame() {
        guard element.locked({ task.passFrame() }),
            let camera = autofocusUpstream(of: element.instance.as(GstElement.self))
        else { return }
        tapfocus_set_autofocus_mode(camera, AutofocusTask.continuous)
        gst_object_unref(camera)
    }

    /// Searches about a point of the camera's picture, 0…1.
    private func search(_ x: Double, _ y: Double, _ camera: UnsafeMutablePointer<GstElement>) {
        if !look(at: x, y, camera) {
            tapfocus_set_whole_autofocus(camera)
            element.warn(
                .noCrop,
                """
                The camera searches in its whole picture, and not where it was tapped: its source does not tell which part of \
                the sensor the frames show (scaler-crop). That of libcamera 0.5 does.
                """)
        }
        if tapfocus_has_property(camera, text("af-trigger")) != 0 {
            tapfocus_set_autofocus_mode(camera, AutofocusTask.once)
            _ = tapfocus_trigger_autofocus(camera)
        } else {
            // A continuous autofocus that rests searches again when it is switched on.
            tapfocus_set_autofocus_mode(camera, AutofocusTask.manual)
            element.locked { task.restart() }
        }
    }

    /// - Returns: false if the part of the sensor that the frames show is unknown.
    private func look(at x: Double, _ y: Double, _ camera: UnsafeMutablePointer<GstElement>) -> Bool {
        var crop: [gint] = [0, 0, 0, 0]
        guard tapfocus_read_scaler_crop(camera, &crop) != 0 else { return false }
        let across = Self.part(of: crop[2], about: x)
        let down = Self.part(of: crop[3], about: y)
        tapfocus_set_autofocus_window(
            camera, crop[0] &+ across.begin, crop[1] &+ down.begin, across.length, down.length)
        return true
    }

    /// A sixth of a length, as of a region of interest, about a share of it; within the length.
    private static func part(of whole: gint, about share: Double) -> (begin: gint, length: gint) {
        let length = max(whole / 6, 1)
        // A comparison with NaN is false.
        let middle = share > 0 ? min(share, 1) * Double(whole) : 0
        let begin = gint(middle) - length / 2
        return (min(max(begin, 0), whole - length), length)
    }
}

/// What is to be done with the camera's own autofocus. Touched only while the element's lock is held.
struct AutofocusTask {
    /// The values of libcamera's AfMode.
    static let manual: gint = 0
    static let once: gint = 1
    static let continuous: gint = 2

    /// The number of frames for which the autofocus is off before it is switched on again. A source sends its controls with the requests
    /// for frames: two modes that are set at once would be one.
    private static let pause = 4

    enum Wish {
        /// The autofocus follows the scene.
        case follow
        /// It searches about a point of the camera's picture, 0…1.
        case search(x: Double, y: Double)
        /// The lens stays where it is.
        case lock
    }

    /// The latest wish that has not been carried out.
    var wish: Wish?
    /// The number of frames until the autofocus is switched on again; nil: it is not to be.
    private var framesLeft: Int?
    /// True from the time when `tapfocus run` had this camera until its end has been followed.
    private var wasHeld = false

    /// Takes out what is to be done.
    /// - Parameter isHeld: false while `tapfocus run` has not confirmed that this is its camera: its taps are another camera's.
    mutating func take(isHeld: Bool) -> Wish? {
        if wasHeld, !isHeld {
            (wasHeld, framesLeft) = (false, nil)
            return .follow
        }
        wasHeld = isHeld
        guard isHeld, let next = wish else { return nil }
        (wish, framesLeft) = (nil, nil)
        return next
    }

    /// The autofocus is off, and is to be switched on again.
    mutating func restart() { framesLeft = Self.pause }

    /// - Returns: true if the autofocus is to be switched on now.
    mutating func passFrame() -> Bool {
        guard let left = framesLeft else { return false }
        framesLeft = left > 1 ? left - 1 : nil
        return left <= 1
    }
}
