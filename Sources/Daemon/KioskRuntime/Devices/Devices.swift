import FocusCore
import LinuxDevices
import StateTrace

/// The place of a device in a session: empty or occupied.
protocol DeviceSlot: AnyObject {
    var selection: DeviceSelection { get }
    /// The device in the slot; nil if it is empty.
    var news: DeviceNews? { get }
    /// True if the device that was opened is still there; another one may have its path by now.
    var isStillThere: Bool { get }
    /// Empties the slot: the device is gone.
    func leave()
}

extension DeviceSlot {
    var isTaken: Bool { news != nil }

    /// True if the slot is empty, unless the user chose no device.
    var isMissing: Bool { selection != .none && !isTaken }
}

/// The devices of a session, each in its slot, and the searches for those that are missing.
final class Devices {
    let camera: CameraSlot
    let touchscreen: TouchscreenSlot
    let accelerometer: AccelerometerSlot
    let lamp: LampSlot
    private var searches: [DeviceNews.Kind: DeviceSearch] = [:]

    /// A device that has been opened and not been announced yet.
    typealias Arrival = TraceDevice.Ability

    struct Opening {
        var arrivals: [Arrival] = []
        /// Devices that are connected and could not be opened.
        var failures: [(kind: DeviceNews.Kind, error: DeviceError)] = []
        /// True if a camera, or a device that was named, is no error while it is not connected or not permitted.
        var waitsForCamera = false

        init(waitsForCamera: Bool = false) { self.waitsForCamera = waitsForCamera }

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
                // The service waits for these devices, because systemd would start it again and again if it ended here.
                // A lens with a name can be missing while its camera is connected.
                case .ambiguous where waitsForCamera && error.hasRole(kind),
                    .permission where waitsForCamera && error.hasRole(kind),
                    .doesNotExist where waitsForCamera && error.role == .lens:
                    failures.append((kind, error))
                // udev may set the permission a moment after the node appears. A person who names a device wants to know at
                // once. A lens is only required if it was named.
                case .permission where error.hasRole(kind) && error.role != .lens && !isNamed:
                    failures.append((kind, error))
                case .doesNotExist where !isNamed && kind != .camera,
                    .doesNotExist where waitsForCamera && error.hasRole(kind):
                    break
                case .doesNotExist, .wrongKind, .permission, .ambiguous, .gone, .busy, .other: throw error
                }
            }
        }
    }

    /// - Parameter remembered: returns the originals that an earlier run noted for the camera that is found.
    init(
        _ options: KioskOptions, loop: EventLoop,
        remembered: @escaping @Sendable (CameraIdentity) -> [RememberedOriginal]
    ) throws(DeviceError) {
        camera = try CameraSlot(
            selection: options.camera, lens: options.lens, quirks: options.quirks, loop: loop, remembered: remembered)
        touchscreen = TouchscreenSlot(selection: options.touch, loop: loop)
        accelerometer = AccelerometerSlot(selection: options.motion, loop: loop)
        lamp = LampSlot(selection: options.lamp, note: options.stateFolder.map { LampNote(folder: $0) })
    }

    subscript(kind: DeviceNews.Kind) -> any DeviceSlot {
        switch kind {
        case .camera: camera
        case .touchscreen: touchscreen
        case .accelerometer: accelerometer
        }
    }

    subscript(searching kind: DeviceNews.Kind) -> DeviceSearch {
        get { searches[kind, default: DeviceSearch()] }
        set { searches[kind] = newValue }
    }

    /// Opens the devices that the user chose. Without a camera there is nothing to do, unless it is waited for; the others may arrive
    /// later, unless one was named. A connected device that fails, the camera too, is tried again; a named device that this
    /// user may not open ends the start. A service waits for named devices, too.
    /// - Parameter isInterrupted: if it is true, no devices are returned.
    func openAll(unless isInterrupted: () -> Bool, waitsForCamera: Bool = false) throws(DeviceError) -> Opening {
        var opening = Opening(waitsForCamera: waitsForCamera)
        try opening.open(.camera, isNamed: camera.selection != .automatic) { () throws(DeviceError) in
            try camera.openDevice(unless: isInterrupted).map { .camera($0) }
        }
        guard !isInterrupted() else { return Opening() }
        for kind in [DeviceNews.Kind.touchscreen, .accelerometer] where self[kind].isMissing {
            try opening.open(kind, isNamed: self[kind].selection != .automatic) { () throws(DeviceError) in
                try open(kind)
            }
        }
        return opening
    }

    /// Opens a device that is missing; nil for a camera, whose arrival is an event of its slot.
    func open(_ kind: DeviceNews.Kind) throws(DeviceError) -> Arrival? {
        switch kind {
        case .camera:
            camera.search()
            return nil
        case .touchscreen: return .touchscreen(try touchscreen.openDevice())
        case .accelerometer:
            try accelerometer.openDevice()
            return .accelerometer
        }
    }

    /// A device was unplugged. A late event may belong to an earlier device, whose path the present one has been given.
    func remove(_ change: DeviceChange) {
        let slot = self[DeviceNews.Kind(change.subsystem)]
        // A sensor has no path of its own, and goes by its name.
        guard let path = slot.news?.path, path == change.path || path == change.systemName else { return }
        if !slot.isStillThere { slot.leave() }
    }
}

extension TraceDevice.Ability {
    var kind: DeviceNews.Kind {
        switch self {
        case .camera: .camera
        case .touchscreen: .touchscreen
        case .accelerometer: .accelerometer
        }
    }

    var input: Input.Event {
        switch self {
        case .camera(let description): .cameraArrived(description)
        case .touchscreen(let description): .touchscreenArrived(description)
        case .accelerometer: .accelerometerArrived
        }
    }
}

extension DeviceNews.Kind {
    init(_ subsystem: DeviceChange.Subsystem) {
        switch subsystem {
        case .video4linux: self = .camera
        case .input: self = .touchscreen
        case .iio: self = .accelerometer
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
