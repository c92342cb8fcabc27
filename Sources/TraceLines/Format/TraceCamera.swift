/// Which camera has arrived, for whoever reads the trace.
public struct TraceCamera: Equatable, Sendable {
    /// As the camera calls itself.
    public var name: String
    /// Vendor and product, for example 046d:082d; nil for a camera that is on no USB.
    public var usbID: String?

    public init(name: String, usbID: String? = nil) {
        self.name = name
        self.usbID = usbID
    }
}
