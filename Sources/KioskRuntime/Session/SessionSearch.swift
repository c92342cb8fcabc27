import FocusCore
import LinuxDevices

/// Searches for missing devices: when a device is plugged in, after one has left, and repeatedly while one is connected
/// and cannot be opened. No timer is armed while nothing is missing, or for a device that is not connected.
extension Session {
    /// Opens the missing device if it is connected. A device that cannot be opened is announced, because it may be the
    /// one that the person has just plugged in.
    func search(_ kind: DeviceNews.Kind) {
        guard !isStopping else { return }
        do throws(DeviceError) {
            switch kind {
            case .camera:
                // The result arrives as an event.
                camera.search()
            case .touchscreen:
                guard touchscreen.isWanted, !touchscreen.isTaken else { return }
                let description = try touchscreen.openDevice()
                searches[kind]?.succeeded(at: MonotonicClock.now())
                announceAndFeed(.touchscreen(description))
            case .accelerometer:
                guard accelerometer.isWanted, !accelerometer.isTaken else { return }
                try accelerometer.openDevice()
                searches[kind]?.succeeded(at: MonotonicClock.now())
                announceAndFeed(.accelerometer)
            }
            if !isMissing(kind) { disarm(.search(kind)) }
        } catch {
            searchFailed(kind, error)
        }
    }

    /// Searches again after a device has left: another one may be connected already, or its arrival may have been
    /// missed. A device that leaves as soon as it is opened must not keep the program busy.
    func searchAfterLeaving(_ kind: DeviceNews.Kind) {
        guard life.phase == .running, !isStopping else { return }
        if let retry = searches[kind]?.left(at: MonotonicClock.now()) {
            arm(.search(kind), retry)
        } else {
            search(kind)
        }
    }

    /// - Parameter isLeaving: true if the device may be just being unplugged, or set up by udev: the next attempt comes soon.
    func searchFailed(_ kind: DeviceNews.Kind, _ error: DeviceError, isLeaving: Bool = true) {
        guard !isStopping else { return }
        // A named lens is searched for once its camera has been found. If it is missing, the camera cannot be used
        // either, and no event reports the lens's arrival.
        let isLens = error.role == .lens
        switch error.kind {
        case .doesNotExist where !isLens, .wrongKind where !isLens:
            // Another kind of device is not worth a message. udev reports when that changes.
            searches[kind]?.foundNothing()
            disarm(.search(kind))
        case .gone where !isLens && isLeaving, .unready where isLeaving:
            let (isNews, retry) =
                searches[kind]?.foundLeaving(error.description, at: MonotonicClock.now()) ?? (true, nil)
            if isNews { audience.say(.error(error.description)) }
            if let retry { arm(.search(kind), retry) }
        case .doesNotExist, .wrongKind, .gone, .busy, .unready, .permission, .ambiguous, .other:
            let words = isLens ? AnnouncementWords.words(forNamedLens: error) : error.description
            let (isNews, retry) = searches[kind]?.failed(words, at: MonotonicClock.now()) ?? (true, nil)
            if isNews { audience.say(.error(words)) }
            // Waiting does not resolve an ambiguous choice.
            if error.kind != .ambiguous, let retry { arm(.search(kind), retry) }
        }
    }

    private func isMissing(_ kind: DeviceNews.Kind) -> Bool {
        switch kind {
        case .camera: !camera.isTaken
        case .touchscreen: touchscreen.isWanted && !touchscreen.isTaken
        case .accelerometer: accelerometer.isWanted && !accelerometer.isTaken
        }
    }
}
