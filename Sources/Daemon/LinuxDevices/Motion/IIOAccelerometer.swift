import FocusCore
import Glibc

/// An accelerometer's identity.
public struct AccelerometerIdentity: Equatable, Sendable {
    /// libiio's and the kernel's name for the device, for example iio:device0.
    public var id: String
    /// The driver's name, for example accel_3d.
    public var name: String
    /// The sensor's place, for example accel-display; nil if the system does not label it.
    public var label: String?
}

/// An accelerometer through libiio. Until `wake()` it sleeps: the sensor is off, and the program is not woken up.
public final class IIOAccelerometer {
    /// The way in which samples are read.
    public enum Access: Equatable, Sendable {
        /// The kernel collects samples: watch `fileDescriptor`.
        case buffered
        /// Samples are read one by one: call `readSamples` every `pollInterval`. The error is the reason why the buffer
        /// was refused; EBUSY if another program uses it.
        case polled(SystemError)
    }

    public let identity: AccelerometerIdentity
    /// The present way of reading; nil while it sleeps.
    public private(set) var access: Access?
    private let sensor: IIOSensor
    private let files: SensorBufferFiles
    private let makeBuffer: (IIOSensor) throws(SystemError) -> any SampleBuffer
    private var buffer: (any SampleBuffer)?
    /// True if the buffer was left to another program. libiio claims it for as long as its context lives.
    private var isStreamLeft = false
    private var rate = SamplingRate()
    private var conversion = AccelerationConversion()

    /// Without a buffer: 20 Hz is enough to tell motion from a tap's shock.
    public static let pollingInterval = TimeSpan.milliseconds(50)

    /// Finds the accelerometer.
    /// - Parameter selection: `.automatic` prefers the label accel-camera, then accel-display, then any other except
    ///   accel-base. `.name` matches a label, a name or an id; a path is /dev/iio:deviceN.
    /// - Throws: `DeviceError` if there is none, or none matches.
    public convenience init(_ selection: DeviceSelection = .automatic) throws(DeviceError) {
        self.init(try AccelerometerChoice.choose(selection, among: try IIOContext().accelerometers))
    }

    /// - Parameter makeBuffer: starts the sample buffer.
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

    deinit { sleep() }

    /// Readable when samples are waiting; nil while it sleeps or is polled. It changes with every `wake()`, and has to
    /// be removed from the loop before `sleep()`.
    public var fileDescriptor: Int32? { buffer?.fileDescriptor }

    /// The interval at which to call `readSamples`; nil while it sleeps or is buffered.
    public var pollInterval: TimeSpan? { if case .polled = access { Self.pollingInterval } else { nil } }

    /// True if another program has taken the buffer in use. `sleep()` and `wake()` then find another way.
    public var isStreamLost: Bool { buffer?.isLost ?? false }

    /// Switches the sensor on at about 50 Hz; does nothing if it is awake. If another program has the buffer on, buffer
    /// and rate are left alone, and the sensor is polled.
    /// - Throws: `DeviceError` if neither the buffer nor single reads work: `.busy` if that is because of another
    ///   program, `.gone` if the sensor has been unplugged.
    public func wake() throws(DeviceError) {
        guard access == nil else { return }
        conversion = sensor.conversion()
        do throws(SystemError) {
            buffer = try openBuffer()
            access = .buffered
        } catch {
            // The program that uses the buffer has set the rate.
            if error.code == EBUSY { try? rate.restore(to: sensor) }
            try poll(because: error)
        }
    }

    /// The reason why the buffer cannot be used now; nil if it can. EBUSY if another program uses it.
    var refusal: SystemError? {
        if isStreamLeft { return SystemError(EBUSY) }
        return files.refusal ?? (sensor.axes.allSatisfy(\.isBufferable) ? nil : SystemError(ENOSYS))
    }

    private func openBuffer() throws(SystemError) -> any SampleBuffer {
        let refusal = refusal
        if refusal?.code != EBUSY { rate.request(of: sensor) }
        // libiio would try, and complain on standard error.
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

    /// Reads a sensor once if another program uses its buffer, which many drivers refuse.
    /// - Throws: `DeviceError`, `.busy` if it cannot be read while that program uses it.
    public func checkAccess() throws(DeviceError) {
        guard access == nil, files.isOn == true else { return }
        do throws(SystemError) {
            _ = try readOnce()
        } catch {
            throw failure("wake", reason(error, besides: SystemError(EBUSY)))
        }
    }

    /// The buffer of another program explains more than the error of a single read; a sensor that is gone explains most.
    private func reason(_ error: SystemError, besides refusal: SystemError) -> SystemError {
        refusal.code == EBUSY && ![ENODEV, ENOENT].contains(error.code) ? refusal : error
    }

    /// Switches the sensor off, and restores its rate.
    /// - Returns: the error if the rate could not be restored. Another call tries again.
    @discardableResult
    public func sleep() -> DeviceError? {
        // Closed explicitly and first: drivers refuse another rate while the buffer is on, and releasing the last
        // reference would not close it if a sample puts the sensor to sleep, because the caller that hands out this
        // sample still holds it.
        if buffer?.close() == true { isStreamLeft = true }
        buffer = nil
        access = nil
        // The program that has taken the buffer sets the rate.
        if isStreamLeft, files.isOn == true { return nil }
        do throws(SystemError) {
            try rate.restore(to: sensor)
            return nil
        } catch {
            return failure("restore the rate of", error)
        }
    }

    /// Calls `body` with every waiting sample, or with one that is measured now, in m/s². It does nothing while the
    /// sensor sleeps. A polled read takes a few milliseconds, on some sensors as long as two samples.
    /// - Throws: `DeviceError`, `.gone` if it has been unplugged; earlier samples have been handed out by then.
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
        // The sysfs files of an unplugged sensor vanish.
        let error = error.code == ENOENT ? SystemError(ENODEV) : error
        let subject = identity.name.isEmpty ? identity.id : "\(identity.id) (\(identity.name))"
        return DeviceError(.accelerometer, attempt: attempt, subject: subject, error)
    }
}
