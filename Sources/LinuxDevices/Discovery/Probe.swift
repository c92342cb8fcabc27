import FocusCore
import Glibc

/// Everything that is connected and could be used, and what each device said.
public struct Probe: Sendable {
    /// A device, or why it could not be asked.
    public enum Finding<Device: Sendable>: Sendable {
        case found(Device)
        case failed(path: String, DeviceError)
    }

    /// A camera that could be opened.
    public struct Camera: Equatable, Sendable {
        public var identity: CameraIdentity
        public var description: CameraDescription
        /// All its controls, those that TapFocus does not use too, by the driver's names.
        public var controlNames: [ControlID: String]
        /// Its lens, where that is a device of its own.
        public var lens = LensFinding.none
    }

    /// A touchscreen that could be opened.
    public struct Touchscreen: Equatable, Sendable {
        public var identity: TouchscreenIdentity
        public var description: TouchscreenDescription
    }

    /// An accelerometer; it has not been switched on.
    public struct Accelerometer: Equatable, Sendable {
        public var identity: AccelerometerIdentity
        public var reading: SensorReading
    }

    /// How an accelerometer's samples would come now.
    public enum SensorReading: Equatable, Sendable {
        case streamed
        /// Its buffer may not be used by this user, or it has none.
        case polled
        /// Another program has its buffer, which is left alone.
        case polledBesideAnother
        /// Another program has its buffer, and the driver refuses single reads then.
        case refused(DeviceError)
    }

    public private(set) var cameras: [Finding<Camera>] = []
    public private(set) var touchscreens: [Finding<Touchscreen>] = []
    public private(set) var accelerometers: [Finding<Accelerometer>] = []
    /// What kept whole kinds of devices from being listed.
    public private(set) var failures: [DeviceError] = []

    /// Looks at everything. Nodes that are something else (a camera's metadata, a keyboard) are left out; those that
    /// could not be opened, and may be what is looked for, are in.
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
                    lens: camera.lens.finding)
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
                .found(Accelerometer(identity: sensor.identity, reading: IIOAccelerometer(sensor).reading))
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
    /// How its samples would come now. It is left asleep.
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
