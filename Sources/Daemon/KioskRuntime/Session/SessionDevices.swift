import FocusCore
import LinuxDevices

/// Devices that arrive and leave. A missing one is searched for when a device is plugged in, after one has left, and repeatedly while
/// one is connected and cannot be opened. No timer is armed while nothing is missing, or for a device that is not connected.
extension Session {
    /// Announces the devices that could not be opened at the start, and schedules another attempt.
    func retry(_ opening: Devices.Opening) {
        for (kind, error) in opening.failures { searchFailed(kind, error, isLeaving: false) }
    }

    func announceAndFeed(_ arrival: Devices.Arrival) {
        if let news = devices[arrival.kind].news { audience.say(.device(news)) }
        guard case .camera(let description) = arrival else { return feed(arrival.input) }
        let camera = devices.camera.arrival
        if let words = AnnouncementWords.words(for: camera?.lens ?? LensFinding.none) { audience.say(.error(words)) }
        // At the end the engine accepts no other camera: its originals are those of the earlier one.
        if let camera, !isStopping { originals?.begin(camera.identity, description.remembered) }
        feed(arrival.input)
        // The engine knows the camera: a program that holds its stream may go on.
        guard let camera = devices.camera.arrival else { return }
        frames.cameraArrived(camera.writeRecord) { $0.isFor(camera.identity) }
    }

    /// Announces once which of the chosen devices are not connected.
    func announceMissing(besides failures: [(kind: DeviceNews.Kind, error: DeviceError)]) {
        for kind in [DeviceNews.Kind.camera, .touchscreen, .accelerometer] where devices[kind].isMissing {
            guard !failures.contains(where: { $0.kind == kind }) else { continue }
            audience.say(.device(DeviceNews(kind: kind, change: .waiting)))
        }
    }

    func handle(_ event: CameraSlot.Event) {
        switch event {
        case .arrived(let description):
            // The first camera is passed to the engine together with the other devices, after the trace has begun.
            guard life.phase == .running else { return }
            arrived(.camera(description))
        case .failed(let error): if life.phase == .running { searchFailed(.camera, error) }
        case .answered(let call, let result):
            let time = MonotonicClock.now()
            for write in Announcement.writes(of: call, result, name: devices.camera.name(of:)) {
                audience.say(write, at: time)
            }
            feed(.cameraAnswered(result))
        case .controlsChanged: feed(.controlsChanged)
        case .shutterChanged(let isClosed): feed(.shutterChanged(isClosed: isClosed))
        case .zoomChanged(let value): feed(.zoomChanged(value))
        case .offered(let identity): requests.cameraSwitch.offered(identity)
        case .offerFailed(let error): requests.cameraSwitch.offerFailed(error)
        case .imageChanged(let width, let height): feed(.cameraImage(width: width, height: height))
        case .left(let news):
            audience.announceLeaving(news)
            frames.cameraLeft()
            photos.cameraLeft()
            feed(.cameraLeft)
            photos.giveBack()
            searchAfterLeaving(.camera)
        }
    }

    func announceOriginalsFaults() {
        for sentence in originals?.takeSentences() ?? [] { audience.say(.error(sentence)) }
    }

    func handle(_ event: TouchscreenSlot.Event) {
        switch event {
        case .touched(let contact, let time): feed(contact, at: time)
        case .left(let news, let error):
            audience.announceLeaving(news)
            if let error { audience.say(.error(error.description)) }
            feed(.touchscreenLeft)
            searchAfterLeaving(.touchscreen)
        }
    }

    func handle(_ event: AccelerometerSlot.Event) {
        switch event {
        case .sampled(let sample, let time): feed(.acceleration(sample), at: time)
        case .pollAt(let time): set(.motionPoll, time)
        case .wakeFailed(let error, let isNews, let retry):
            if isNews { audience.say(.error("\(error) It is tried again.")) }
            set(.motionWake, retry)
        case .rateRefused(let error, let isNews, let retry):
            if isNews {
                audience.say(
                    .error("\(error) \(retry == nil ? "It keeps the rate that it has." : "It is tried again.")"))
            }
            if let retry { set(.motionRate, retry) }
        case .left(let news, let error):
            audience.announceLeaving(news)
            set(.motionPoll, nil)
            set(.motionWake, nil)
            feed(.accelerometerLeft)
            // Another program's sensor is still connected: an immediate search would open it and find it busy again.
            if let error, error.kind == .busy {
                // After some time in use, the failure counts as new.
                _ = devices[searching: .accelerometer].left(at: MonotonicClock.now())
                return searchFailed(.accelerometer, error)
            }
            if let error { audience.say(.error(error.description)) }
            searchAfterLeaving(.accelerometer)
        }
    }

    func devicesChanged(_ change: DeviceChange) {
        switch change.kind {
        case .removed: devices.remove(change)
        case .added, .changed, .missed: search(DeviceNews.Kind(change.subsystem))
        }
    }

    /// Opens the missing device. One that cannot be opened is announced: the person may have just plugged it in.
    func search(_ kind: DeviceNews.Kind) {
        guard !isStopping, devices[kind].isMissing else { return }
        do throws(DeviceError) {
            if let arrival = try devices.open(kind) { arrived(arrival) }
        } catch {
            searchFailed(kind, error)
        }
    }

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
