/// A device that can be plugged into the running kernel.
protocol VirtualDevice {
    var isPlugged: Bool { get }
    /// The node that the kernel has registered, even if the device has just been unplugged. It is found by the device's properties,
    /// not by its old path: the kernel gives a free number to the next device, whichever it is.
    var registeredNode: String? { get }
    func plug() throws
    func unplug() throws
}
