import FocusCore
import LinuxDevices

/// The place of the accelerometer: empty, or taken. It sleeps unless the engine needs it.
final class AccelerometerSlot {
    private let selection: DeviceSelection
    private let loop: EventLoop
    private var sensor: IIOAccelerometer?
    private var watched: Int32?
    private var node: DeviceNode?
    private var isNeeded = false
    private var wakeBackoff = Backoff(first: .milliseconds(1000))
    /// A sensor that has not taken its rate back.
    private var rateDebt: RateDebt?

    /// How long another program may have had the buffer of a stream before that is seen.
    private static let streamCheckInterval = TimeSpan.milliseconds(2000)

    enum Event {
        /// It is gone, or of no use. What it was; the error says why, where there is more to say than that: a busy one cannot
        /// be read beside the program that has its buffer.
        case left(DeviceNews?, DeviceError?)
        case sampled(Acceleration, Instant)
        /// `poll` has to be called at that time: it can only be polled, or its stream is to be checked.
        case pollAt(Instant)
        /// It refuses to take its rate back, whether that is news, and when to try again; nil: no more.
        case rateRefused(DeviceError, isNews: Bool, retry: Instant?)
        /// It could not be switched on, whether that is news, and when to try again: it may be busy for a while only.
        case wakeFailed(DeviceError, isNews: Bool, retry: Instant)
    }

    /// Set by whoever owns the slot, before it is used.
    var handler: (Event) -> Void = { _ in }

    private let open: (DeviceSelection) throws(DeviceError) -> IIOAccelerometer

    /// - Parameter open: finds the accelerometer.
    init(
        selection: DeviceSelection, loop: EventLoop,
        open: @escaping (DeviceSelection) throws(DeviceError) -> IIOAccelerometer = { selection throws(DeviceError) in
            try DeviceFinder().openAccelerometer(selection)
        }
    ) {
        self.selection = selection
        self.open = open
        self.loop = loop
    }

    var isTaken: Bool { sensor != nil }

    /// Whether an accelerometer is wanted at all.
    var isWanted: Bool { selection != .none }

    var isAwake: Bool { sensor?.access != nil }

    /// The kernel's name for it, for example iio:device0.
    var systemName: String? { sensor?.identity.id }

    var news: DeviceNews? {
        sensor.map {
            DeviceNews(
                kind: .accelerometer, change: .arrived, name: $0.identity.label ?? $0.identity.name,
                path: $0.identity.id)
        }
    }

    /// Whether the sensor that was taken up is still there; another one may have its name by now. It has no node that is
    /// always open, so its folder in sysfs tells.
    var isStillThere: Bool {
        guard let sensor, let node else { return false }
        return node.isStill(at: Self.folder(of: sensor))
    }

    private static func folder(of sensor: IIOAccelerometer) -> String { "/sys/bus/iio/devices/\(sensor.identity.id)" }

    /// Takes up the accelerometer that is wanted. It sleeps.
    /// - Throws: `DeviceError` if there is none; `.busy` if another program has its buffer, and it cannot be read beside that.
    func take() throws(DeviceError) {
        let sensor = try open(selection)
        try sensor.checkAccess()
        self.sensor = sensor
        node = DeviceNode(path: Self.folder(of: sensor))
        isNeeded = false
        wakeBackoff.reset()
    }

    /// Switches the sensor on or off.
    func setAwake(_ isAwake: Bool) {
        isNeeded = isAwake
        guard let sensor else { return }
        guard isAwake else { return sleep(sensor) }
        wakeBackoff.hurry()
        wake(sensor)
    }

    /// Tries once more to switch it on, if it is needed still.
    func wakeAgain() {
        guard let sensor, isNeeded, !isAwake else { return }
        wake(sensor)
    }

    private func wake(_ sensor: IIOAccelerometer) {
        do throws(DeviceError) {
            try sensor.wake()
            if let descriptor = sensor.fileDescriptor {
                try loop.add(descriptor, .readable) { [unowned self] _ in read() }
                watched = descriptor
            }
        } catch {
            if error.kind == .gone { return leave() }
            if error.kind == .busy { return leave(because: error) }
            sleep(sensor)
            let isNews = wakeBackoff.isNews(error.description)
            handler(.wakeFailed(error, isNews: isNews, retry: wakeBackoff.retry(at: MonotonicClock.now())))
            return
        }
        wakeBackoff.reset()
        // The first sample of one that can only be polled is read now.
        if watched == nil { read() }
        askForPoll()
    }

    /// Reads a sensor that can only be polled, or looks whether the stream is ours still, and says when to do that again.
    func poll() {
        guard let sensor, isAwake else { return }
        if sensor.isStreamLost {
            sleep(sensor)
            return wake(sensor)
        }
        if watched == nil { read() }
        askForPoll()
    }

    private func askForPoll() {
        guard let sensor, isAwake else { return }
        let interval = sensor.pollInterval ?? Self.streamCheckInterval
        handler(.pollAt(MonotonicClock.now().advanced(by: interval)))
    }

    /// Tries once more to put back the rate of a sensor that refused it; not while it is in use again.
    func restoreRate() {
        guard let rateDebt, !isAwake else { return }
        putToSleep(rateDebt.sensor)
    }

    /// The sensor is gone, or of no use.
    func leave(because error: DeviceError? = nil) {
        guard let sensor else { return }
        sleep(sensor)
        let news = news
        self.sensor = nil
        handler(.left(news, error))
    }

    private func sleep(_ sensor: IIOAccelerometer) {
        if let watched { loop.remove(watched) }
        watched = nil
        putToSleep(sensor)
        // One that left while another program had it may be another object now.
        if let rateDebt, rateDebt.sensor !== sensor { putToSleep(rateDebt.sensor) }
    }

    private func putToSleep(_ sensor: IIOAccelerometer) {
        guard let error = sensor.sleep() else {
            if rateDebt?.sensor === sensor { rateDebt = nil }
            return
        }
        var debt = rateDebt.flatMap { $0.sensor === sensor ? $0 : nil } ?? RateDebt(sensor)
        let retry = debt.retry(at: MonotonicClock.now())
        rateDebt = retry == nil ? nil : debt
        handler(.rateRefused(error, isNews: debt.isFirst || retry == nil, retry: retry))
    }

    private func read() {
        guard let sensor else { return }
        do throws(DeviceError) {
            try sensor.readSamples { sample, time in handler(.sampled(sample, time)) }
        } catch {
            leave(because: error.kind == .gone ? nil : error)
        }
    }
}

/// A sensor that has not taken its rate back, and how often that was tried.
private struct RateDebt {
    /// With waits of 1, 2, 4 and 8 s: whoever sets a sensor up is done by then.
    private static let mostAttempts = 5
    let sensor: IIOAccelerometer
    private var attempts = 0
    private var backoff = Backoff(first: .milliseconds(1000))

    init(_ sensor: IIOAccelerometer) {
        self.sensor = sensor
    }

    /// Whether it was tried only once.
    var isFirst: Bool { attempts == 1 }

    /// When to try again after a refusal; nil: no more.
    mutating func retry(at time: Instant) -> Instant? {
        attempts += 1
        return attempts < Self.mostAttempts ? backoff.retry(at: time) : nil
    }
}
