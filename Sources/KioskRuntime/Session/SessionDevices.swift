import FocusCore
import LinuxDevices

/// Devices that arrive and leave.
extension Session {
    /// A device that has been opened and not been announced yet.
    enum Arrival {
        case camera(CameraDescription)
        case touchscreen(TouchscreenDescription)
        case accelerometer
    }

    /// The devices found at the start.
    struct Opening {
        var arrivals: [Arrival] = []
        /// Devices that are connected and could not be opened.
        var failures: [(kind: DeviceNews.Kind, error: DeviceError)] = []

        /// Opens a device.
        mutating func open(
            _ kind: DeviceNews.Kind, isNamed: Bool, _ openDevice: () throws(DeviceError) -> Arrival?
        ) throws(DeviceError) {
            do throws(DeviceError) {
                if let arrival = try openDevice() { arrivals.append(arrival) }
            } catch {
                switch error.kind {
                case .gone where error.hasRole(kind), .busy where error.hasRole(kind), .other where error.hasRole(kind),
                    .unready:
                    failures.append((kind, error))
                // udev may set the permission a moment after the node appears. A person who names a device wants to know at
                // once. A lens is only required if it was named.
                case .permission where error.hasRole(kind) && error.role != .lens && !isNamed:
                    failures.append((kind, error))
                case .doesNotExist where !isNamed && kind != .camera:
                    break
                case .doesNotExist, .wrongKind, .permission, .ambiguous, .gone, .busy, .other:
                    throw error
                }
            }
        }
    }

    /// Opens the devices that the user chose. Without a camera there is nothing to do; the others may arrive later,
    /// unless one was named. A connected device that fails, the camera too, is tried again; a named device that this
    /// user may not open ends the start. A signal ends it early, without devices.
    func openDevices() throws(DeviceError) -> Opening {
        var opening = Opening()
        try opening.open(.camera, isNamed: options.camera != .automatic) { () throws(DeviceError) in
            try camera.openDevice(unless: { isStopping }).map { .camera($0) }
        }
        guard !isStopping else { return Opening() }
        if touchscreen.isWanted {
            try opening.open(.touchscreen, isNamed: options.touch != .automatic) { () throws(DeviceError) in
                .touchscreen(try touchscreen.openDevice())
            }
        }
        if accelerometer.isWanted {
            try opening.open(.accelerometer, isNamed: options.motion != .automatic) { () throws(DeviceError) in
                try accelerometer.openDevice()
                return .accelerometer
            }
        }
        return opening
    }

    /// Announces the devices that could not be opened at the start, and schedules another attempt.
    func retry(_ opening: Opening) {
        for (kind, error) in opening.failures { searchFailed(kind, error, isLeaving: false) }
    }

    func announceAndFeed(_ arrival: Arrival) {
        switch arrival {
        case .camera(let description):
            if let news = camera.news { audience.say(.device(news)) }
            if let words = AnnouncementWords.words(for: camera.lensFinding) { audience.say(.error(words)) }
            // At the end the engine accepts no other camera: its originals are those of the earlier one.
            if let identity = camera.identity, !isStopping { originals?.begin(identity, description.remembered) }
            feed(.cameraArrived(description))
            cameraArrivedForHolder()
        case .touchscreen(let description):
            if let news = touchscreen.news { audience.say(.device(news)) }
            feed(.touchscreenArrived(description))
        case .accelerometer:
            if let news = accelerometer.news { audience.say(.device(news)) }
            feed(.accelerometerArrived)
        }
    }

    /// Announces once which of the chosen devices are not connected.
    func announceMissing(besides failures: [(kind: DeviceNews.Kind, error: DeviceError)]) {
        func isMissing(_ kind: DeviceNews.Kind) -> Bool { !failures.contains { $0.kind == kind } }
        if touchscreen.isWanted, !touchscreen.isTaken, isMissing(.touchscreen) {
            audience.say(.device(DeviceNews(kind: .touchscreen, change: .waiting)))
        }
        if accelerometer.isWanted, !accelerometer.isTaken, isMissing(.accelerometer) {
            audience.say(.device(DeviceNews(kind: .accelerometer, change: .waiting)))
        }
    }

    func handle(_ event: CameraSlot.Event) {
        switch event {
        case .arrived(let description):
            // The first camera is passed to the engine together with the other devices, after the trace has begun.
            guard life.phase == .running else { return }
            searches[.camera]?.succeeded(at: MonotonicClock.now())
            disarm(.search(.camera))
            announceAndFeed(.camera(description))
        case .failed(let error):
            if life.phase == .running { searchFailed(.camera, error) }
        case .answered(let call, let result):
            let time = MonotonicClock.now()
            for write in Announcement.writes(of: call, result, name: camera.name(of:)) { audience.say(write, at: time) }
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
        case .pollAt(let time): arm(.motionPoll, time)
        case .wakeFailed(let error, let isNews, let retry):
            if isNews { audience.say(.error("\(error) It is tried again.")) }
            arm(.motionWake, retry)
        case .rateRefused(let error, let isNews, let retry):
            if isNews {
                audience.say(
                    .error("\(error) \(retry == nil ? "It keeps the rate that it has." : "It is tried again.")"))
            }
            if let retry { arm(.motionRate, retry) }
        case .left(let news, let error):
            announceLeaving(news)
            disarm(.motionPoll)
            disarm(.motionWake)
            feed(.accelerometerLeft)
            // A sensor that another program uses is still connected: an immediate search would open it and find it busy
            // again.
            if let error, error.kind == .busy {
                // After some time in use, the failure counts as new.
                _ = searches[.accelerometer]?.left(at: MonotonicClock.now())
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
        let kind = DeviceNews.Kind(change.subsystem)
        switch change.kind {
        case .removed: deviceRemoved(change)
        case .added, .changed, .missed: search(kind)
        }
    }

    /// A late removal event may belong to an earlier device, whose path the present one has been given.
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

extension DeviceError {
    /// True if the error concerns a device of that kind or its lens, and not the machine.
    fileprivate func hasRole(_ kind: DeviceNews.Kind) -> Bool {
        switch (role, kind) {
        case (.camera, .camera), (.lens, .camera), (.touchscreen, .touchscreen), (.accelerometer, .accelerometer): true
        default: false
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
