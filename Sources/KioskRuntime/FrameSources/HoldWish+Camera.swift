import KioskLines
import LinuxDevices

extension HoldWish {
    /// True if this is the camera that the program has named. A path may be a link to the camera's own.
    func isFor(_ camera: CameraIdentity) -> Bool {
        if self.camera.contains("/") {
            return self.camera == camera.path
                || DeviceNode(path: self.camera).map { $0 == DeviceNode(path: camera.path) } ?? false
        }
        let wanted = self.camera.lowercased()
        if let usbID = camera.usbID, usbID.lowercased() == wanted { return true }
        return !wanted.isEmpty && camera.name.lowercased().contains(wanted)
    }
}
