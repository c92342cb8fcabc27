import Glibc

/// Finds devices: all that are connected, or the one that a person wants.
public struct DeviceFinder {
    private let udev: Udev

    /// - Throws: `DeviceError` if libudev cannot be used.
    public init() throws(DeviceError) {
        udev = try Udev()
    }

    /// The nodes of video devices by their number, whatever they are: /dev/video0, /dev/video1.
    public func videoPaths() throws(DeviceError) -> [String] {
        try videoDevices().compactMap(\.node)
    }

    /// The nodes of input devices by their number, whatever they are: /dev/input/event0.
    public func inputPaths() throws(DeviceError) -> [String] {
        try inputDevices().compactMap(\.node)
    }

    /// The nodes of media devices by their number: /dev/media0. Empty if there are none, or none can be listed: nothing
    /// depends on them but a lens.
    public func mediaPaths() -> [String] {
        (try? udev.devices(subsystem: "media", prefix: "media").compactMap(\.node)) ?? []
    }

    func videoDevices() throws(DeviceError) -> [UdevDevice] {
        try udev.devices(subsystem: "video4linux", prefix: "video")
    }

    func inputDevices() throws(DeviceError) -> [UdevDevice] {
        try udev.devices(subsystem: "input", prefix: "event")
    }

    /// Opens a camera. Automatic takes the first, by the number of its node, that has any control for focus or exposure,
    /// else the first at all.
    ///
    /// - Parameter lens: which lens moves its focus, where that is a device of its own.
    /// - Throws: `DeviceError` if there is none; if there are some and none can be opened, what the first one answered; if
    ///   a lens that was named cannot be used.
    public func openCamera(
        _ selection: DeviceSelection, lens: DeviceSelection = .automatic
    ) throws(DeviceError) -> V4L2Camera {
        let camera = try chooseCamera(selection, isLensWanted: lens == .automatic)
        try camera.pairLens(lens, mediaPaths: mediaPaths())
        return camera
    }

    private func chooseCamera(_ selection: DeviceSelection, isLensWanted: Bool) throws(DeviceError) -> V4L2Camera {
        if case .path(let path) = selection { return try V4L2Camera(path: path) }
        if case .none = selection { throw .nothing(.camera, "a camera") }
        let (cameras, failure) = Self.openAll(try videoDevices()) { path throws(DeviceError) in
            try V4L2Camera(path: path)
        }
        switch selection {
        case .name(let name):
            if cameras.isEmpty, let failure { throw failure }
            let index = try NameMatch.index(
                of: name, among: cameras.map { [$0.identity.name] }, .camera,
                descriptions: cameras.map { "\($0.identity.name) (\($0.identity.path))" })
            return cameras[index]
        case .automatic, .path, .none:
            // To ask takes a camera up to a second: not where there is no choice.
            let able = cameras.count > 1 ? cameras.first { isAble($0, isLensWanted: isLensWanted) } : nil
            if let camera = able ?? cameras.first { return camera }
            throw failure ?? .nothing(.camera, "a camera")
        }
    }

    /// Whether there is anything to set; a lens of its own counts.
    private func isAble(_ camera: V4L2Camera, isLensWanted: Bool) -> Bool {
        if isLensWanted { try? camera.pairLens(.automatic, mediaPaths: mediaPaths()) }
        return !camera.describe().controls.isEmpty
    }

    /// Opens a touchscreen. Automatic takes the first by the number of its node.
    ///
    /// - Throws: `DeviceError` if there is none; if there are devices that cannot be opened, and no touchscreen among the
    ///   others, what the first one answered; if udev is still setting one up, which may be the first.
    public func openTouchscreen(_ selection: DeviceSelection) throws(DeviceError) -> EvdevTouchscreen {
        if case .path(let path) = selection { return try EvdevTouchscreen(path: path) }
        if case .none = selection { throw .nothing(.touchscreen, "a touchscreen") }
        let (screens, failure) = Self.openAll(try inputDevices()) { path throws(DeviceError) in
            try EvdevTouchscreen(path: path)
        }
        if case .name(let name) = selection {
            if screens.isEmpty, let failure { throw failure }
            let index = try NameMatch.index(
                of: name, among: screens.map { [$0.identity.name] }, .touchscreen,
                descriptions: screens.map { "\($0.identity.name) (\($0.identity.path))" })
            return screens[index]
        }
        if let failure, failure.kind == .unready { throw failure }
        if let screen = screens.first { return screen }
        throw failure ?? .nothing(.touchscreen, "a touchscreen")
    }

    /// Finds an accelerometer; see `IIOAccelerometer.init`. It is asleep.
    public func openAccelerometer(_ selection: DeviceSelection) throws(DeviceError) -> IIOAccelerometer {
        try IIOAccelerometer(selection)
    }

    /// Opens what can be opened. The failure is the first of those that may hide a device of the wanted kind.
    static func openAll<Device>(
        _ candidates: [UdevDevice], _ open: (String) throws(DeviceError) -> Device
    ) -> (devices: [Device], failure: DeviceError?) {
        var devices: [Device] = []
        var failure: DeviceError?
        for candidate in candidates {
            guard let path = candidate.node else { continue }
            do throws(DeviceError) {
                devices.append(try open(path))
            } catch {
                // Something else, or unplugged while we looked: neither is worth a word. What says that it is gone and is
                // there all the same may open the next time.
                let hasLeft = error.kind == .gone && !Kernel.mayAccess(path, F_OK)
                if candidate.isCandidate, !hasLeft, ![.wrongKind, .doesNotExist].contains(error.kind) {
                    failure = failure ?? error
                }
            }
        }
        return (devices, failure)
    }
}

extension DeviceError {
    fileprivate static func nothing(_ role: Role, _ subject: String) -> DeviceError {
        DeviceError(
            .doesNotExist, role, attempt: "find", subject: subject, answer: "none is connected",
            remedy: "Connect one: \"tapfocus probe\" lists what is connected")
    }
}
