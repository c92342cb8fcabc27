import JSONLines

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

extension JSONLine {
    /// Writes the fields that identify a camera into an object that is open.
    mutating func identity(_ camera: TraceCamera) {
        text("name", camera.name)
        if let usbID = camera.usbID { text("usb", usbID) }
    }
}

extension JSONScanner {
    /// The camera that an object names; nil if it names none.
    mutating func identity() throws(JSONFault) -> TraceCamera? {
        var name: String?
        var usb: String?
        try object { (scanner, key) throws(JSONFault) in
            if key == "name" {
                name = try scanner.lenient()
            } else if key == "usb" {
                usb = try scanner.lenient()
            } else {
                try scanner.skip()
            }
        }
        return name.map { TraceCamera(name: $0, usbID: usb) }
    }

    /// The camera that the line of a `cameraArrived` names; nil if it names none.
    mutating func arrivedCamera() throws(JSONFault) -> TraceCamera? {
        var camera: TraceCamera?
        try object { (scanner, key) throws(JSONFault) in
            guard key == "in", scanner.isAtObject() else { return try scanner.skip() }
            try scanner.object { (scanner, key) throws(JSONFault) in
                guard key == "cameraArrived", scanner.isAtObject() else { return try scanner.skip() }
                camera = try scanner.identity()
            }
        }
        return camera
    }
}
