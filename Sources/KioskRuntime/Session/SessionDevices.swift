import FocusCore
import LinuxDevices

/// Devices that arrive and leave.
extension Session {
    /// Announces the devices that could not be opened at the start, and schedules another attempt.
    func retry(_ opening: Devices.Opening) {
        for (kind, error) in opening.failures { searchFailed(kind, error, isLeaving: false) }
    }

    func announceAndFeed(_ arrival: Devices.Arrival) {
        if let news = devices[arrival.kind].news { audience.say(.device(news)) }
        guard case .camera(let description) = arrival else { return feed(arrival.input) }
        if let words = AnnouncementWords.words(for: devices.camera.lensFinding) { audience.say(.error(words)) }
        let identity = devices.camera.identity
        // At the end the engine accepts no other camera: its originals are those of the earlier one.
        if let identity, !isStopping { originals?.begin(identity, description.remembered) }
        feed(arrival.input)
        // The engine knows the camera: a program that holds its stream may go on.
        guard let identity, let writes = devices.camera.writeRecord else { return }
        frames.cameraArrived(writes) { $0.isFor(identity) }
    }

    /// Announces once which of the chosen devices are not connected.
    func announceMissing(besides failures: [(kind: DeviceNews.Kind, error: DeviceError)]) {
        for kind in [DeviceNews.Kind.touchscreen, .accelerometer] where devices[kind].isMissing {
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
        case .failed(let error):
            if life.phase == .running { searchFailed(.camera, error) }
        case .answered(let call, let result):
            let time = MonotonicClock.now()
            for write in Announcement.writes(of: call, result, name: devices.camera.name(of:)) {
                audience.say(write, at: time)
            }
            feed(.cameraAnswered(result))
        case .controlsChanged:
            feed(.controlsChanged)
        case .imageChanged(let width, let height):
            feed(.cameraImage(width: width, height: height))
        case .left(let news):
            announceLeaving(news)
            frames.cameraLeft()
            feed(.cameraLeft)
            searchAfterLeaving(.camera)
        }
    }

    /// Announces the errors of the files of originals.
    func announceOriginalsFaults() {
        for sentence in originals?.takeSentences() ?? [] { audience.say(.error(sentence)) }
    }

    func handle(_ event: TouchscreenSlot.Event) {
        switch event {
        case .touched(let contact, let time): feed(contact, at: time)
        case .left(let news, let error):
            announceLeaving(news)
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
            announceLeaving(news)
            set(.motionPoll, nil)
            set(.motionWake, nil)
            feed(.accelerometerLeft)
            // A sensor that another program uses is still connected: an immediate search would open it and find it busy
            // again.
            if let error, error.kind == .busy {
                // After some time in use, the failure counts as new.
                _ = devices[searching: .accelerometer].left(at: MonotonicClock.now())
                return searchFailed(.accelerometer, error)
            }
            if let error { audience.say(.error(error.description)) }
            searchAfterLeaving(.accelerometer)
        }
    }

    private func announceLeaving(_ news: DeviceNews?) {
        guard var news else { return }
        news.change = .left
        audience.say(.device(news))
    }

    /// A device was plugged in or out.
    func devicesChanged(_ change: DeviceChange) {
        switch change.kind {
        case .removed: devices.remove(change)
        case .added, .changed, .missed: search(DeviceNews.Kind(change.subsystem))
        }
    }
}
