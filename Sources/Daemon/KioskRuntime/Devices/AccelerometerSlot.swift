import FocusCore
import LinuxDevices

/// The slot of the accelerometer: empty or occupied. The sensor sleeps unless the engine needs it.
final class AccelerometerSlot: DeviceSlot {
    let selection: DeviceSelection
    private let loop: EventLoop
    private var sensor: IIOAccelerometer?
    private var watched: Int32?
    private var node: DeviceNode?
    private var isNeeded = false
    private var wakeBackoff = Backoff(first: .milliseconds(1000))
    /// A sensor whose earlier rate could not be restored yet.
    private var rateDebt: RateDebt?

    /// To check that no other program has taken the buffer of a running stream.
    private static let streamCheckInterval = TimeSpan.milliseconds(2000)

    enum Event {
        /// The sensor is gone or unusable, with its description. The error is set if there is more to report than that;
        /// `.busy` if the sensor cannot be read beside the program that uses its buffer.
        case left(DeviceNews?, DeviceError?)
        case sampled(Acceleration, Instant)
        /// `poll` has to be called at that time: to read a sensor that can only be polled, or to check a stream.
        case pollAt(Instant)
        /// The earlier rate is refused. `isNews` is false for a repetition; `retry` is the time of the next attempt, nil for none.
        case rateRefused(DeviceError, isNews: Bool, retry: Instant?)
        /// It could not be switched on, perhaps for a while. `isNews` is false for a repetition; `retry` is the next attempt's time.
        case wakeFailed(DeviceError, isNews: Bool, retry: Instant)
    }

    var handler: (Event) -> Void = { _ in }

    private let open: (DeviceSelection) throws(DeviceError) -> IIOAccelerometer

    init(
        selection: DeviceSelection, loop: EventLoop,
        open: @escaping (DeviceSelection) throws(DeviceError) -> IIOAccelerometer = { selection throws(DeviceError) in
            try IIOAccelerometer(selection)
        }
    ) {
        (self.selection, self.open, self.loop) = (selection, open, loop)
    }

    var isAwake: Bool { sensor?.access != nil }

    var news: DeviceNews? {
        sensor.map {
            DeviceNews(
                kind: .accelerometer, change: .arrived, name: $0.identity.label ?? $0.identity.name,
                path: $0.identity.id)
        }
    }

    /// A sensor has no node that is always open, so its folder in sysfs identifies it.
    var isStillThere: Bool {
        guard let sensor, let node else { return false }
        return node.isStill(at: Self.folder(of: sensor))
    }

    private static func folder(of sensor: IIOAccelerometer) -> String { "/sys/bus/iio/devices/\(sensor.identity.id)" }

    /// Opens the accelerometer that the user chose and leaves it asleep.
    /// - Throws: `.busy` if another program uses its buffer, and it cannot be read beside that program.
    func openDevice() throws(DeviceError) {
        let sensor = try open(selection)
        try sensor.checkAccess()
        self.sensor = sensor
        node = DeviceNode(path: Self.folder(of: sensor))
        isNeeded = false
        wakeBackoff.reset()
    }

    func setAwake(_ isAwake: Bool) {
        isNeeded = isAwake
        guard let sensor else { return }
        guard isAwake else { return sleep(sensor) }
        wakeBackoff.resetWait()
        wake(sensor)
    }

    /// Tries again to switch it on, if it is still needed.
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
        // A sensor that can only be polled is read now for the first time.
        if watched == nil { read() }
        askForPoll()
    }

    /// Reads a sensor that can only be polled, or checks that the stream is still ours, and schedules the next call.
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

    /// Tries again to restore the rate of a sensor that refused it, unless it is in use again.
    func restoreRate() {
        guard let rateDebt, !isAwake else { return }
        putToSleep(rateDebt.sensor)
    }

    func leave() { leave(because: nil) }

    private func leave(because error: DeviceError?) {
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
        // A sensor that left while another program used it may be another object now.
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

/// A sensor whose earlier rate could not be restored, and the number of attempts.
private struct RateDebt {
    /// The waits between attempts are 1, 2, 4 and 8 s: a program that sets up the sensor has finished by then.
    private static let attemptLimit = 5
    let sensor: IIOAccelerometer
    private var attempts = 0
    private var backoff = Backoff(first: .milliseconds(1000))

    init(_ sensor: IIOAccelerometer) { self.sensor = sensor }

    var isFirst: Bool { attempts == 1 }

    /// The time of the next attempt after a refusal; nil if there is none.
    mutating func retry(at time: Instant) -> Instant? {
        attempts += 1
        return attempts < Self.attemptLimit ? backoff.retry(at: time) : nil
    }
}
