import FocusCore
import Glibc

/// Finds devices: all that are connected, or the one that a person wants.
public struct DeviceFinder {
    private let udev: Udev

    /// - Throws: `DeviceError` if libudev cannot be used.
    public init() throws(DeviceError) { udev = try Udev() }

    /// The nodes of media devices in the order of their number: /dev/media0. Empty if there are no media devices, or if the list
    /// cannot be read: only a lens depends on them.
    public func mediaPaths() -> [String] {
        (try? udev.devices(subsystem: "media", prefix: "media").compactMap(\.node)) ?? []
    }

    /// All video devices in the order of their number, cameras or not: /dev/video0, /dev/video1.
    func videoDevices() throws(DeviceError) -> [UdevDevice] {
        try udev.devices(subsystem: "video4linux", prefix: "video")
    }

    /// All input devices in the order of their number, touchscreens or not: /dev/input/event0.
    func inputDevices() throws(DeviceError) -> [UdevDevice] {
        try udev.devices(subsystem: "input", prefix: "event")
    }

    /// The cameras that are connected, by their nodes' numbers, as the kernel and udev know them: none is opened.
    public func cameras() throws(DeviceError) -> [(name: String, path: String)] {
        try videoDevices().compactMap { device in
            guard device.isCandidate, let path = device.node else { return nil }
            let folder = "/sys/class/video4linux/\(device.systemName)"
            // A camera's further nodes, for metadata, have higher indices.
            guard Self.line(of: folder + "/index") == "0" else { return nil }
            return (name: Self.line(of: folder + "/name") ?? "", path: path)
        }
    }

    private static func line(of path: String) -> String? {
        Kernel.text(of: path).map { text in String(text.prefix { !$0.isNewline }) }
    }

    /// Opens a camera. `.automatic` takes the first one, by the number of its node, that has a control for focus or
    /// exposure, or else the first camera.
    /// - Parameter lens: the lens that moves its focus, if it is a device of its own.
    /// - Throws: `DeviceError` if there is no camera; if there are cameras and none can be opened, the error of the
    ///   first one; if a lens that was named cannot be used.
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
        let (cameras, failure) = Self.openAll(try videoDevices(), V4L2Camera.init(path:))
        switch selection {
        case .name(let name):
            if cameras.isEmpty, let failure { throw failure }
            let index = try NameMatch.index(
                of: name, among: cameras.map { [$0.identity.name] }, .camera,
                descriptions: cameras.map { "\($0.identity.name) (\($0.identity.path))" })
            return cameras[index]
        case .automatic, .path, .none:
            // Describing a camera takes up to a second, so it is skipped where there is no choice.
            let able = cameras.count > 1 ? cameras.first { isAble($0, isLensWanted: isLensWanted) } : nil
            if let camera = able ?? cameras.first { return camera }
            throw failure ?? .nothing(.camera, "a camera")
        }
    }

    /// True if the camera has a control for focus or exposure; a lens of its own counts.
    private func isAble(_ camera: V4L2Camera, isLensWanted: Bool) -> Bool {
        if isLensWanted { try? camera.pairLens(.automatic, mediaPaths: mediaPaths()) }
        return camera.describe().controls.contains { !Self.besides.contains($0.id) }
    }

    /// The controls that are neither of focus nor of exposure.
    private static let besides: [ControlID] = [.zoomAbsolute, .whiteBalanceAuto, .privacy]

    /// Opens a touchscreen. `.automatic` takes the first by the number of its node.
    /// - Throws: `DeviceError` if there is none; if some devices cannot be opened and none of the others is a
    ///   touchscreen, the error of the first one; if udev is still setting up a device that may be the first.
    public func openTouchscreen(_ selection: DeviceSelection) throws(DeviceError) -> EvdevTouchscreen {
        if case .path(let path) = selection { return try EvdevTouchscreen(path: path) }
        if case .none = selection { throw .nothing(.touchscreen, "a touchscreen") }
        let (screens, failure) = Self.openAll(try inputDevices(), EvdevTouchscreen.init(path:))
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

    /// Opens every device that can be opened. The failure is the first one that may hide a device of the wanted kind.
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
                // Another kind of device, or one that was unplugged during the search, is not reported. A device whose
                // error says that it is gone, but whose node is still there, may open the next time.
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
        let without =
            role == .camera ? ". Or try your application with one that is played: tapfocus run --simulated" : ""
        return DeviceError(
            .doesNotExist, role, attempt: "find", subject: subject, answer: "none is connected",
            remedy: "Connect one: \"tapfocus probe\" lists the connected devices\(without)")
    }
}
