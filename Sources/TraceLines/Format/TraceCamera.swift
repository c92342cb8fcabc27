/// Identifies the camera of a `cameraArrived` for readers of the trace.
public struct TraceCamera: Equatable, Sendable {
    /// The name that the camera reports.
    public var name: String
    /// USB vendor and product, for example 046d:082d; nil for a camera that is not on USB.
    public var usbID: String?

    public init(name: String, usbID: String? = nil) {
        self.name = name
        self.usbID = usbID
    }
}
