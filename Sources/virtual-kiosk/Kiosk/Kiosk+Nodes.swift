import Glibc

/// Finds the kernel's nodes of the devices.
extension Kiosk {
    /// The node under /dev; nil while the device is not plugged in, or the kernel has not created the node yet.
    func node(of device: Device) -> String? {
        guard isPlugged(device), let node = registeredNode(of: device), access(node, R_OK) == 0 else { return nil }
        return node
    }

    /// The node that the kernel has registered, even if its device has just been unplugged. It is found by the device's
    /// properties, not by its old path: the kernel gives a free number to the next device, whichever it is.
    func registeredNode(of device: Device) -> String? {
        switch device {
        case .camera: cameraNode
        case .touch: touchscreenNode
        case .motion: accelerometerNode
        }
    }

    /// The node that captures video; a second node, for the frames' metadata, has a higher index.
    private var cameraNode: String? {
        let folder = "/sys/class/video4linux"
        let name = Folders.names(in: folder).first {
            Folders.line(of: "\(folder)/\($0)/name")?.hasPrefix(CameraDescriptors.product) == true
                && Folders.line(of: "\(folder)/\($0)/index") == "0"
        }
        return name.map { "/dev/" + $0 }
    }

    private var touchscreenNode: String? {
        touchscreen.systemFolder.flatMap { folder in
            Folders.names(in: folder).first { $0.hasPrefix("event") }.map { "/dev/input/" + $0 }
        }
    }

    private var accelerometerNode: String? {
        let folder = "/sys/bus/iio/devices"
        let name = Folders.names(in: folder).first { Folders.line(of: "\(folder)/\($0)/name") == "accel_3d" }
        return name.map { "/dev/" + $0 }
    }
}
