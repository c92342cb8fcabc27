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
        /// They are asked for: call `readSamples` every `pollInterval`. The buffer was refused for this reason.
        case polled(SystemError)
    }

    public let identity: AccelerometerIdentity
    /// How samples come; nil while it sleeps.
    public private(set) var access: Access?
    private let sensor: IIOSensor
    private var buffer: IIOSampleBuffer?
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

    init(_ sensor: IIOSensor) {
        self.sensor = sensor
        identity = sensor.identity
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

    /// Switches the sensor on at about 50 Hz. It does nothing if it is awake.
    ///
    /// - Throws: `DeviceError` if it can be read in neither way; `.gone` if it has been unplugged.
    public func wake() throws(DeviceError) {
        guard access == nil else { return }
        conversion = sensor.conversion()
        rate.request(of: sensor)
        do throws(SystemError) {
            buffer = try makeBuffer()
            access = .buffered
        } catch {
            // Whoever streams from it has a rate of their own.
            if error.code == EBUSY { rate.restore(to: sensor) }
            do throws(SystemError) {
                _ = try readOnce()
            } catch let pollError {
                rate.restore(to: sensor)
                // A buffer that another program has says more than what that does to single reads.
                throw failure("wake", error.code == EBUSY ? error : pollError)
            }
            access = .polled(error)
        }
    }

    /// Switches the sensor off, and puts its rate back.
    public func sleep() {
        guard access != nil else { return }
        buffer = nil
        rate.restore(to: sensor)
        access = nil
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

    private func makeBuffer() throws(SystemError) -> IIOSampleBuffer {
        // libiio would try, and complain on stderr.
        guard Self.mayStream(identity) else { throw SystemError(EACCES) }
        return try IIOSampleBuffer(of: sensor)
    }

    /// Whether this user may read the sensor's buffer and switch it on.
    static func mayStream(_ identity: AccelerometerIdentity) -> Bool {
        Kernel.mayAccess("/dev/\(identity.id)", R_OK)
            && Kernel.mayAccess("/sys/bus/iio/devices/\(identity.id)/buffer/enable", W_OK)
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
