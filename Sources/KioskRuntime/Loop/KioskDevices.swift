import FocusCore
import LinuxDevices

/// Devices that come and go.
extension Kiosk {
    /// A device that has been taken up and not been told of yet.
    enum Arrival {
        case camera(CameraDescription)
        case touchscreen(TouchscreenDescription)
        case accelerometer
    }

    /// Opens what is wanted. Without a camera there is nothing to do; the others may come later, unless one was named.
    /// A signal ends it early, with nothing.
    func openDevices() throws(DeviceError) -> [Arrival] {
        guard let description = try camera.take(unless: { isStopping }) else { return [] }
        var arrivals = [Arrival.camera(description)]
        if touchscreen.isWanted {
            do throws(DeviceError) {
                arrivals.append(.touchscreen(try touchscreen.take()))
            } catch {
                guard options.touch == .automatic, error.kind == .doesNotExist else { throw error }
            }
        }
        if accelerometer.isWanted {
            do throws(DeviceError) {
                try accelerometer.take()
                arrivals.append(.accelerometer)
            } catch {
                guard options.motion == .automatic, error.kind == .doesNotExist else { throw error }
            }
        }
        return arrivals
    }

    func announceAndFeed(_ arrival: Arrival) {
        switch arrival {
        case .camera(let description):
            if let news = camera.news { say(.device(news)) }
            if let words = AnnouncementWords.words(for: camera.lensFinding) { say(.error(words)) }
            // At the end the engine takes no other camera: what it tells is of the one before.
            if let identity = camera.identity, !isStopping { originals?.begin(identity, description.remembered) }
            feed(.cameraArrived(description))
        case .touchscreen(let description):
            if let news = touchscreen.news { say(.device(news)) }
            feed(.touchscreenArrived(description))
        case .accelerometer:
            if let news = accelerometer.news { say(.device(news)) }
            feed(.accelerometerArrived)
        }
    }

    /// What was wanted and is not there is told once.
    func announceMissing() {
        if touchscreen.isWanted, !touchscreen.isTaken { say(.device(DeviceNews(kind: .touchscreen, change: .waiting))) }
        if accelerometer.isWanted, !accelerometer.isTaken {
            say(.device(DeviceNews(kind: .accelerometer, change: .waiting)))
        }
    }

    func handle(_ event: CameraSlot.Event) {
        switch event {
        case .arrived(let description):
            // The first one is fed with the other devices, after the trace has begun.
            guard hasBegun else { return }
            searches[.camera]?.succeeded(at: MonotonicClock.now())
            disarm(.search(.camera))
            announceAndFeed(.camera(description))
        case .failed(let error):
            if hasBegun { searchFailed(.camera, error) }
        case .answered(let result):
            announceAnswer(result)
            feed(.cameraAnswered(result))
        case .frame(let statistics):
            feed(.frame(statistics))
        case .framesEnded(let errno):
            feed(.framesEnded(errno: errno))
        case .imageChanged(let width, let height):
            feed(.cameraImage(width: width, height: height))
        case .left(let news):
            announceLeaving(news)
            feed(.cameraLeft)
            calls.removeAll()
            searchAfterLeaving(.camera)
        }
    }

    /// What a person should know of the files of originals.
    func tellOriginalsFaults() {
        for sentence in originals?.takeSentences() ?? [] { say(.error(sentence)) }
    }

    func handle(_ event: TouchscreenSlot.Event) {
        switch event {
        case .touched(let contact, let time): feed(contact, at: time)
        case .left(let news, let error):
            announceLeaving(news)
            if let error { say(.error(error.description)) }
            feed(.touchscreenLeft)
            searchAfterLeaving(.touchscreen)
        }
    }

    func handle(_ event: AccelerometerSlot.Event) {
        switch event {
        case .sampled(let sample, let time): feed(.acceleration(sample), at: time)
        case .pollAt(let time): arm(.motionPoll, time)
        case .wakeFailed(let error, let isNews, let retry):
            if isNews { say(.error("\(error) It is tried again.")) }
            arm(.motionWake, retry)
        case .left(let news, let error):
            announceLeaving(news)
            if let error { say(.error(error.description)) }
            disarm(.motionPoll)
            disarm(.motionWake)
            feed(.accelerometerLeft)
            searchAfterLeaving(.accelerometer)
        }
    }

    private func announceLeaving(_ news: DeviceNews?) {
        guard var news else { return }
        news.change = .left
        say(.device(news))
    }

    /// Something was plugged in or out.
    func devicesChanged(_ change: DeviceChange) {
        let kind = DeviceNews.Kind(change.subsystem)
        switch change.kind {
        case .removed: deviceRemoved(change)
        case .added, .changed, .missed: search(kind)
        }
    }

    /// A removal that is told late may be that of the device before, whose path has been given to the one that is there.
    private func deviceRemoved(_ change: DeviceChange) {
        switch change.subsystem {
        case .video4linux:
            if let path = camera.news?.path, path == change.path, !camera.isStillThere { camera.leave() }
        case .input:
            if let path = touchscreen.news?.path, path == change.path, !touchscreen.isStillThere {
                touchscreen.leave()
            }
        case .iio:
            if accelerometer.systemName == change.systemName, !accelerometer.isStillThere { accelerometer.leave() }
        }
    }
}

extension DeviceNews.Kind {
    fileprivate init(_ subsystem: DeviceChange.Subsystem) {
        switch subsystem {
        case .video4linux: self = .camera
        case .input: self = .touchscreen
        case .iio: self = .accelerometer
        }
    }
}
