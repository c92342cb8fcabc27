import KioskLines
import LinuxDevices
import LinuxSystem

extension HoldWish {
    /// True if this is the camera that the program has named. A path may be a link to the camera's own, in a folder of devices.
    func isFor(_ camera: CameraIdentity) -> Bool {
        if self.camera.contains("/") {
            guard self.camera != camera.path else { return true }
            return isDevicePath
                && DeviceNode(path: self.camera).map { $0 == DeviceNode(path: camera.path) } ?? false
        }
        let wanted = self.camera.lowercased()
        if let usbID = camera.usbID, usbID.lowercased() == wanted { return true }
        return !wanted.isEmpty && camera.name.lowercased().includes(wanted)
    }

    /// A program, perhaps a page, has chosen the path, and to look at one on a network that does not answer could take for ever. In
    /// /dev, outside these folders, only root makes links.
    private var isDevicePath: Bool {
        let parts = camera.split(separator: "/").filter { $0 != "." }
        guard camera.hasPrefix("/"), parts.count > 1, parts[0] == "dev", !parts.contains("..") else { return false }
        return !["shm", "mqueue", "hugepages", "pts", "fd"].contains(parts[1])
    }
}
