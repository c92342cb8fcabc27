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

    enum Event {
        /// It is gone. What it was; the error says why, where there is more to say than that.
        case left(DeviceNews?, DeviceError?)
        case sampled(Acceleration, Instant)
        /// It has to be read again at that time, because it can only be polled.
        case pollAt(Instant)
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
    func take() throws(DeviceError) {
        let sensor = try open(selection)
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
            guard error.kind != .gone else { return leave() }
            sleep(sensor)
            let isNews = wakeBackoff.isNews(error.description)
            handler(.wakeFailed(error, isNews: isNews, retry: wakeBackoff.retry(at: MonotonicClock.now())))
            return
        }
        wakeBackoff.reset()
        if watched == nil { poll() }
    }

    /// Reads a sensor that can only be polled, and says when it has to be read next.
    func poll() {
        read()
        guard let interval = sensor?.pollInterval else { return }
        handler(.pollAt(MonotonicClock.now().advanced(by: interval)))
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
        sensor.sleep()
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
