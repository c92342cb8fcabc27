import FocusCore
import LinuxDevices

/// Searches for missing devices: when a device is plugged in, after one has left, and repeatedly while one is connected
/// and cannot be opened. No timer is armed while nothing is missing, or for a device that is not connected.
extension Session {
    /// Opens the missing device if it is connected. A device that cannot be opened is announced, because it may be the
    /// one that the person has just plugged in.
    func search(_ kind: DeviceNews.Kind) {
        guard !isStopping, devices[kind].isMissing else { return }
        do throws(DeviceError) {
            if let arrival = try devices.open(kind) { arrived(arrival) }
        } catch {
            searchFailed(kind, error)
        }
    }

    /// A device that was missing has been opened.
    func arrived(_ arrival: Devices.Arrival) {
        devices[searching: arrival.kind].succeeded(at: MonotonicClock.now())
        announceAndFeed(arrival)
        if !devices[arrival.kind].isMissing { set(.search(arrival.kind), nil) }
    }

    /// Searches again after a device has left: another one may be connected already, or its arrival may have been
    /// missed. A device that leaves as soon as it is opened must not keep the program busy.
    func searchAfterLeaving(_ kind: DeviceNews.Kind) {
        guard life.phase == .running, !isStopping else { return }
        if let retry = devices[searching: kind].left(at: MonotonicClock.now()) {
            set(.search(kind), retry)
        } else {
            search(kind)
        }
    }

    /// - Parameter isLeaving: true if the device may be just being unplugged, or set up by udev: the next attempt comes soon.
    func searchFailed(_ kind: DeviceNews.Kind, _ error: DeviceError, isLeaving: Bool = true) {
        guard !isStopping else { return }
        let consequence = devices[searching: kind].failed(error, isLeaving: isLeaving, at: MonotonicClock.now())
        if let sentence = consequence.sentence { audience.say(.error(sentence)) }
        if consequence.isOver || consequence.retry != nil { set(.search(kind), consequence.retry) }
    }
}
