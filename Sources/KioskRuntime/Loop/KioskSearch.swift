import FocusCore
import LinuxDevices

/// Devices that are missing are looked for: when something is plugged in, when one has left, and by and by when one is
/// there and cannot be opened. While nothing is missing no timer is armed, and none for what is not connected.
extension Kiosk {
    /// Takes up what is missing, if it is there. What is there but cannot be opened is told, because it may be what the
    /// person has just plugged in.
    func search(_ kind: DeviceNews.Kind) {
        guard !isStopping else { return }
        do throws(DeviceError) {
            switch kind {
            case .camera:
                // What comes of it is an event.
                camera.search()
            case .touchscreen:
                guard touchscreen.isWanted, !touchscreen.isTaken else { return }
                let description = try touchscreen.take()
                searches[kind]?.succeeded(at: MonotonicClock.now())
                announceAndFeed(.touchscreen(description))
            case .accelerometer:
                guard accelerometer.isWanted, !accelerometer.isTaken else { return }
                try accelerometer.take()
                searches[kind]?.succeeded(at: MonotonicClock.now())
                announceAndFeed(.accelerometer)
            }
            if !isMissing(kind) { disarm(.search(kind)) }
        } catch {
            searchFailed(kind, error)
        }
    }

    /// Another one may be there already, or its coming may have been missed. One that leaves as soon as it is taken up must
    /// not keep the program busy.
    func searchAfterLeaving(_ kind: DeviceNews.Kind) {
        guard hasBegun, !isStopping else { return }
        if let retry = searches[kind]?.left(at: MonotonicClock.now()) {
            arm(.search(kind), retry)
        } else {
            search(kind)
        }
    }

    /// - Parameter isLeaving: whether a device that says it is gone may be one that is just being unplugged, and one that
    ///   udev is setting up may be ready in a moment.
    func searchFailed(_ kind: DeviceNews.Kind, _ error: DeviceError, isLeaving: Bool = true) {
        guard !isStopping else { return }
        // A lens that was named is looked for when its camera has been found: then that it is missing is why nothing comes
        // of the camera, and nobody tells when it comes.
        let isLens = error.role == .lens
        switch error.kind {
        case .doesNotExist where !isLens, .wrongKind where !isLens:
            // That something else was plugged in is worth no word. udev tells when that changes.
            searches[kind]?.foundNothing()
            disarm(.search(kind))
        case .gone where !isLens && isLeaving, .unready where isLeaving:
            let (isNews, retry) =
                searches[kind]?.foundLeaving(error.description, at: MonotonicClock.now()) ?? (true, nil)
            if isNews { say(.error(error.description)) }
            if let retry { arm(.search(kind), retry) }
        case .doesNotExist, .wrongKind, .gone, .busy, .unready, .permission, .ambiguous, .other:
            let words = isLens ? AnnouncementWords.words(forNamedLens: error) : error.description
            let (isNews, retry) = searches[kind]?.failed(words, at: MonotonicClock.now()) ?? (true, nil)
            if isNews { say(.error(words)) }
            // Which of several devices is meant does not change by waiting.
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
