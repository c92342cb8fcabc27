import Glibc

/// Identifies the file of a device node: the next device may get the same path, but never the same file. A busy udev daemon
/// reports a removal seconds later, when the path may belong to the next device.
public struct DeviceNode: Equatable, Sendable {
    private let device: UInt64
    private let inode: UInt64

    /// The node that is at a path now (also a folder of sysfs); nil if there is no node.
    public init?(path: String) { self.init(Kernel.status(at: path)) }

    /// The node that was opened; nil if the kernel does not answer.
    public init?(descriptor: Int32) { self.init(Kernel.status(of: descriptor)) }

    private init?(_ status: stat?) {
        guard let status else { return nil }
        (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
    }

    /// True if this node is still at the path.
    public func isStill(at path: String) -> Bool { DeviceNode(path: path) == self }
}
