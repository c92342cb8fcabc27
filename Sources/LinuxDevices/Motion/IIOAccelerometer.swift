import FocusCore
import Glibc

/// Who an accelerometer is.
public struct AccelerometerIdentity: Equatable, Sendable {
    /// libiio's and the kernel's name for the device, for example iio:device0.
    public var id: String
    /// The driver's name, for example accel_3d.
    public var name: String
    /// Where it sits, for example accel-display; nil if nobody has said so.
    public var label: String?

    public init(id: String, name: String, label: String? = nil) {
        self.id = id
        self.name = name
        self.label = label
    }
}

/// An accelerometer through libiio. It sleeps until `wake()`: switched off, and without a wake-up of the program.
public final class IIOAccelerometer {
    /// How samples come.
    public enum Access: Equatable, Sendable {
        /// The kernel collects them: watch `fileDescriptor`.
        case buffered
        /// They are asked for: call `readSamples` every `pollInterval`. The buffer was refused for this reason; EBUSY: it is
        /// another program's.
        case polled(SystemError)
    }

    public let identity: AccelerometerIdentity
    /// How samples come; nil while it sleeps.
    public private(set) var access: Access?
    private let sensor: IIOSensor
    private let files: SensorBufferFiles
    private let makeBuffer: (IIOSensor) throws(SystemError) -> any SampleBuffer
    private var buffer: (any SampleBuffer)?
    /// Whether a stream was left to another program. libiio takes it for its own as long as its context lives.
    private var isStreamLeft = false
    private var rate = SamplingRate()
    private var conversion = AccelerationConversion(x: .init(), y: .init(), z: .init())

    /// How often a sensor without a buffer is read: at 20 Hz motion is told from a tap's shock.
    public static let pollingInterval = TimeSpan.milliseconds(50)

    /// Finds the accelerometer.
    ///
    /// - Parameter selection: automatic prefers the label accel-camera, then accel-display, then any other but
    ///   accel-base. A name is a label, a name or an id; a path is /dev/iio:deviceN.
    /// - Throws: `DeviceError` if there is none, or no such one.
    public convenience init(_ selection: DeviceSelection = .automatic) throws(DeviceError) {
        self.init(try AccelerometerChoice(try IIOContext().accelerometers).choose(selection))
    }

    /// - Parameter makeBuffer: starts a stream.
    init(
        _ sensor: IIOSensor,
        makeBuffer: @escaping (IIOSensor) throws(SystemError) -> any SampleBuffer = { sensor throws(SystemError) in
            try IIOSampleBuffer(of: sensor)
        }
    ) {
        self.sensor = sensor
        self.makeBuffer = makeBuffer
        identity = sensor.identity
        files = SensorBufferFiles(id: sensor.identity.id)
    }

    deinit {
        sleep()
    }

    /// Readable when there are samples; nil while it sleeps or is polled. It changes with every `wake()`, and has to be
    /// taken out of the loop before `sleep()`.
    public var fileDescriptor: Int32? { buffer?.fileDescriptor }

    /// How often to call `readSamples`; nil while it sleeps or is buffered.
    public var pollInterval: TimeSpan? {
        if case .polled = access { Self.pollingInterval } else { nil }
    }

    /// Whether it streams, and another program has switched its buffer off since, or has set it up for itself: then `sleep()`
    /// and `wake()` find another way.
    public var isStreamLost: Bool { buffer?.isLost ?? false }

    /// Switches the sensor on at about 50 Hz. It does nothing if it is awake. A buffer that another program has switched on
    /// is left alone, and so is the sensor's rate: it is polled then.
    ///
    /// - Throws: `DeviceError` if it can be read in neither way: `.busy` if that is because of another program, `.gone` if
    ///   it has been unplugged.
    public func wake() throws(DeviceError) {
        guard access == nil else { return }
        conversion = sensor.conversion()
        do throws(SystemError) {
            buffer = try openBuffer()
            access = .buffered
        } catch {
            // Whoever streams from it has a rate of their own.
            if error.code == EBUSY { try? rate.restore(to: sensor) }
            try poll(because: error)
        }
    }

    /// Why it cannot stream now; nil where it can. EBUSY: its buffer is another program's.
    var refusal: SystemError? {
        if isStreamLeft { return SystemError(EBUSY) }
        return files.refusal ?? (sensor.axes.allSatisfy(\.isBufferable) ? nil : SystemError(ENOSYS))
    }

    private func openBuffer() throws(SystemError) -> any SampleBuffer {
        let refusal = refusal
        if refusal?.code != EBUSY { rate.request(of: sensor) }
        // libiio would try, and complain on stderr.
        if let refusal { throw refusal }
        return try makeBuffer(sensor)
    }

    private func poll(because refusal: SystemError) throws(DeviceError) {
        do throws(SystemError) {
            _ = try readOnce()
        } catch {
            try? rate.restore(to: sensor)
            throw failure("wake", reason(error, besides: refusal))
        }
        access = .polled(refusal)
    }

    /// Reads a sensor once whose buffer is another program's: many drivers refuse that. Other sensors are left asleep.
    ///
    /// - Throws: `DeviceError`, `.busy` if it cannot be read beside that program.
    public func checkAccess() throws(DeviceError) {
        guard access == nil, files.isOn == true else { return }
        do throws(SystemError) {
            _ = try readOnce()
        } catch {
            throw failure("wake", reason(error, besides: SystemError(EBUSY)))
        }
    }

    /// A buffer that another program has says more than what that does to single reads. That it is gone says most.
    private func reason(_ error: SystemError, besides refusal: SystemError) -> SystemError {
        refusal.code == EBUSY && ![ENODEV, ENOENT].contains(error.code) ? refusal : error
    }

    /// Switches the sensor off, and puts its rate back.
    ///
    /// - Returns: why the rate could not be put back, where it could not. It can be tried again by calling this again.
    @discardableResult
    public func sleep() -> DeviceError? {
        // Drivers refuse another rate while the buffer is on. To let go of it would not be enough: where a sample puts the
        // sensor to sleep, whoever hands that sample out still holds it.
        if buffer?.close() == true { isStreamLeft = true }
        buffer = nil
        access = nil
        // Whoever has taken the stream has a rate of their own.
        if isStreamLeft, files.isOn == true { return nil }
        do throws(SystemError) {
            try rate.restore(to: sensor)
            return nil
        } catch {
            return failure("put back the rate of", error)
        }
    }

    /// Calls `body` with every sample that has come, or with one that is measured now, in m/s². It does nothing while the
    /// sensor sleeps. A polled read takes a few milliseconds, on some sensors as long as two samples.
    ///
    /// - Throws: `DeviceError`, `.gone` if it has been unplugged; what was read before has been handed out already.
    public func readSamples(_ body: (Acceleration, Instant) -> Void) throws(DeviceError) {
        do throws(SystemError) {
            switch access {
            case .buffered: try buffer?.readSamples(conversion, body)
            case .polled: body(try readOnce(), MonotonicClock.now())
            case nil: break
            }
        } catch {
            throw failure("read", error)
        }
    }

    private func readOnce() throws(SystemError) -> Acceleration {
        func value(_ channel: IIOChannel) throws(SystemError) -> Double {
            if channel.has("raw") { return Double(try channel.readInteger("raw")) }
            return try channel.readDouble("input")
        }
        return conversion.acceleration(x: try value(sensor.x), y: try value(sensor.y), z: try value(sensor.z))
    }

    private func failure(_ attempt: String, _ error: SystemError) -> DeviceError {
        // The files of a sensor that is unplugged vanish.
        let error = error.code == ENOENT ? SystemError(ENODEV) : error
        let subject = identity.name.isEmpty ? identity.id : "\(identity.id) (\(identity.name))"
        return DeviceError(.accelerometer, attempt: attempt, subject: subject, error)
    }
}
