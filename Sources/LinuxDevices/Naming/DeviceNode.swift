import Glibc

/// Which file a device node is: the next device may get the same path, but never the same file.
///
/// A udev daemon that is busy tells of a removal seconds later, and the path it names may belong to the next device by
/// then. This tells the two apart.
public struct DeviceNode: Equatable, Sendable {
    private let device: UInt64
    private let inode: UInt64

    /// The node at a path now, a folder of sysfs too; nil if there is none.
    public init?(path: String) {
        guard let node = Kernel.node(path) else { return nil }
        (device, inode) = node
    }

    /// The node that was opened; nil if it cannot be told.
    public init?(descriptor: Int32) {
        guard let node = Kernel.node(descriptor) else { return nil }
        (device, inode) = node
    }

    /// Whether the node is at the path still.
    public func isStill(at path: String) -> Bool { DeviceNode(path: path) == self }
}
