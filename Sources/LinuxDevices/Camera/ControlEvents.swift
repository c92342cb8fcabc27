import CV4L2
import FocusCore
import Glibc

/// The driver's events about controls that somebody else has changed.
///
/// Our own changes are not told: V4L2 tells them to other descriptors only, unless one asks for more.
enum ControlEvents {
    /// The result of one reading.
    enum News: Equatable, Sendable {
        /// A control has another value.
        case changed
        /// Something else was told, such as that a control cannot be written at the moment.
        case other
        /// Nothing was told.
        case nothing
    }

    /// The controls that switch or lock an automatic. Those that an automatic sets are not among them: they may change at every frame, and
    /// nobody wants to wake up for that.
    static let watched: [ControlID] = [.focusAuto, .exposureAuto, .autogain, .lock3A]

    /// Asks for the events of a control. Drivers without events refuse that, and are read now and then.
    static func subscribe(_ fd: Int32, to id: ControlID) {
        var subscription = v4l2_event_subscription()
        subscription.type = tapfocus_event_control
        subscription.id = id.rawValue
        try? Kernel.ioctl(fd, tapfocus_vidioc_subscribe_event, &subscription)
    }

    /// Takes all events that wait on a camera's descriptor. Only the camera's thread does that: it needs no answer of the
    /// camera, but some drivers hold the lock that it takes as long as a transfer lasts.
    static func take(from fd: Int32) -> News {
        var news = News.nothing
        // The queue holds one for each control. A driver that never ends does not keep the thread.
        for _ in 0..<16 {
            var event = v4l2_event()
            guard (try? Kernel.ioctl(fd, tapfocus_vidioc_dqevent, &event)) != nil else { break }
            if news == .nothing { news = .other }
            let isChange = event.type == tapfocus_event_control
            if isChange, event.u.ctrl.changes & tapfocus_event_control_value != 0 { news = .changed }
        }
        return news
    }
}
