import CV4L2
import FocusCore
import Glibc

/// Reads the driver's events about controls that another program has changed. V4L2 sends no events about our own changes.
enum ControlEvents {
    struct News: Equatable, Sendable {
        /// True if a control of focus or exposure has another value.
        var hasChange = false
        /// The value that the zoom has now; nil: as before.
        var zoom: Int64?
        /// The privacy shutter as it is now; nil: as before.
        var isShutterClosed: Bool?
        /// False if no event waited.
        var isAny = true

        static let changed = News(hasChange: true)
        /// Another event arrived, for example that a control cannot be written at the moment.
        static let other = News()
        static let nothing = News(isAny: false)
    }

    /// The zoom, the privacy shutter, and the controls that switch or lock an automatic. The controls that an automatic sets
    /// itself are not watched: they may change with every frame, and each change would wake the thread.
    static let watched: [ControlID] = [
        .focusAuto, .exposureAuto, .autogain, .lock3A, .whiteBalanceAuto, .zoomAbsolute, .privacy,
    ]

    /// Drivers without events refuse; their controls are read now and then instead.
    static func subscribe(_ fd: Int32, to id: ControlID) {
        var subscription = v4l2_event_subscription()
        subscription.type = tapfocus_event_control
        subscription.id = id.rawValue
        try? Kernel.ioctl(fd, tapfocus_vidioc_subscribe_event, &subscription)
    }

    /// Takes all events that wait on a camera's descriptor. Only the camera's thread does this: the camera itself is
    /// not asked, but some drivers hold the lock that this takes for as long as a transfer lasts.
    static func readAll(from fd: Int32) -> News {
        var news = News.nothing
        // The queue holds one event for each control. The limit is for a driver that never stops.
        for _ in 0..<16 {
            var event = v4l2_event()
            guard (try? Kernel.ioctl(fd, tapfocus_vidioc_dqevent, &event)) != nil else { break }
            news.isAny = true
            guard event.type == tapfocus_event_control, event.u.ctrl.changes & tapfocus_event_control_value != 0 else {
                continue
            }
            switch ControlID(rawValue: event.id) {
            case .zoomAbsolute: news.zoom = Int64(event.u.ctrl.value)
            case .privacy: news.isShutterClosed = event.u.ctrl.value != 0
            default: news.hasChange = true
            }
        }
        return news
    }
}
