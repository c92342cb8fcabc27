import Glibc

/// Which nodes the kernel has made of the devices.
extension Kiosk {
    /// The node under /dev, once it is there; nil while the device is not plugged in, or the kernel is not done with it.
    func node(of device: Device) -> String? {
        guard isPlugged(device), let node = registeredNode(of: device), access(node, R_OK) == 0 else { return nil }
        return node
    }

    /// The node that the kernel has registered, also when it belongs to a device that has just been unplugged. Found by what
    /// the device is, not by its old path: the kernel gives a number that is free to the next device, whichever that is.
    func registeredNode(of device: Device) -> String? {
        switch device {
        case .camera: cameraNode
        case .touch: touchscreenNode
        case .motion: accelerometerNode
        }
    }

    /// The node that captures video; a second one, for the frames' metadata, has a higher index.
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
