import FocusCore
import Glibc

/// All connected devices that TapFocus could use, with their descriptions.
public struct Probe: Sendable {
    /// A device, or the error that it answered with.
    public enum Finding<Device: Sendable>: Sendable {
        case found(Device)
        case failed(path: String, DeviceError)
    }

    /// A camera that could be opened.
    public struct Camera: Equatable, Sendable {
        public var identity: CameraIdentity
        public var description: CameraDescription
        /// The driver's names of all controls, including those that TapFocus does not use.
        public var controlNames: [ControlID: String]
        /// The camera's lens, if it is a device of its own.
        public var lens = LensFinding.none
    }

    /// A touchscreen that could be opened.
    public struct Touchscreen: Equatable, Sendable {
        public var identity: TouchscreenIdentity
        public var description: TouchscreenDescription
    }

    /// An accelerometer. Probing does not switch it on.
    public struct Accelerometer: Equatable, Sendable {
        public var identity: AccelerometerIdentity
        public var reading: SensorReading
        /// The samples per second that it gives while it streams; nil: its driver does not tell.
        public var rate: Double?
    }

    /// The way in which an accelerometer's samples could be read now.
    public enum SensorReading: Equatable, Sendable {
        case streamed
        /// It has no buffer, or this user may not use it; single reads work.
        case polled
        /// Another program uses its buffer, which is left alone; single reads work.
        case polledBesideAnother
        /// Another program uses its buffer, and the driver refuses single reads at the same time.
        case refused(DeviceError)
    }

    public private(set) var cameras: [Finding<Camera>] = []
    public private(set) var touchscreens: [Finding<Touchscreen>] = []
    public private(set) var accelerometers: [Finding<Accelerometer>] = []
    /// The errors that kept a whole kind of device from being listed.
    public private(set) var failures: [DeviceError] = []

    /// Nodes of another kind (a camera's metadata) are left out; devices that could not be opened are included if they may fit.
    public init() {
        do throws(DeviceError) {
            let finder = try DeviceFinder()
            let mediaPaths = finder.mediaPaths()
            cameras = try Self.findings(finder.videoDevices()) { path throws(DeviceError) in
                let camera = try V4L2Camera(path: path)
                try camera.pairLens(.automatic, mediaPaths: mediaPaths)
                let description = camera.describe()
                return Camera(
                    identity: camera.identity, description: description, controlNames: camera.controlNames,
                    lens: camera.lensFinding)
            }
            touchscreens = try Self.findings(finder.inputDevices()) { path throws(DeviceError) in
                let screen = try EvdevTouchscreen(path: path)
                return Touchscreen(identity: screen.identity, description: screen.describe())
            }
        } catch {
            failures.append(error)
        }
        do throws(DeviceError) {
            accelerometers = try IIOContext().accelerometers.map { sensor in
                .found(
                    Accelerometer(
                        identity: sensor.identity, reading: IIOAccelerometer(sensor).reading,
                        rate: SamplingRate.expected(of: sensor)))
            }
        } catch {
            if error.kind != .doesNotExist { failures.append(error) }
        }
    }

    private static func findings<Device>(
        _ candidates: [UdevDevice], _ ask: (String) throws(DeviceError) -> Device
    ) -> [Finding<Device>] {
        candidates.compactMap { candidate in
            guard let path = candidate.node else { return nil }
            do throws(DeviceError) {
                return .found(try ask(path))
            } catch {
                return candidate.isCandidate && error.kind != .wrongKind ? .failed(path: path, error) : nil
            }
        }
    }
}

extension IIOAccelerometer {
    /// The way in which its samples could be read now. The sensor stays asleep.
    var reading: Probe.SensorReading {
        switch refusal?.code {
        case nil: return .streamed
        case EBUSY?: break
        case _?: return .polled
        }
        do throws(DeviceError) {
            try checkAccess()
            return .polledBesideAnother
        } catch {
            return .refused(error)
        }
    }
}
