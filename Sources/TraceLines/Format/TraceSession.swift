/// A session as its header introduces it, for people and queries. The engine needs none of it.
public struct TraceSession: Equatable, Sendable {
    /// The version of the format.
    public var version = TraceFormat.version
    /// The version of the program that wrote the session.
    public var tool: String?
    /// The hash of the chart that the machine was checked against.
    public var chart: String?
    /// The session's id.
    public var id: String?
    /// CLOCK_MONOTONIC at the time of `wallClock`, in nanoseconds.
    public var monotonic: Int64?
    /// The time of day at `monotonic`, in ISO 8601 with the zone.
    public var wallClock: String?
    /// The name of the first camera among the devices of the header.
    public var camera: String?

    public init() {}
}

extension TraceSession {
    /// The list of devices in the line of a header, as JSON; nil if there is none.
    package static func devices(inHeader line: UnsafeRawBufferPointer) -> [UInt8]? {
        var devices: [UInt8]?
        var scanner = JSONScanner(line)
        try? scanner.object { (scanner, key) throws(JSONFault) in
            scanner.skipSpace()
            let start = scanner.position
            let isList = key == "devices" && scanner.isAtArray()
            try scanner.skip()
            if isList { devices = Array(line[start..<scanner.position]) }
        }
        return devices
    }
}

/// The fields of a header that are meant for people. A value of another type than expected counts as left out.
extension JSONScanner {
    /// Returns false, and reads nothing, if the key is another one.
    mutating func read(_ key: Key, into session: inout TraceSession) throws(JSONFault) -> Bool {
        if key == "tool" {
            session.tool = try stringOrSkip()
        } else if key == "s" {
            session.id = try stringOrSkip()
        } else if key == "wallClock" {
            session.wallClock = try stringOrSkip()
        } else if key == "monotonic" {
            let start = self
            if let time: Int64 = try? integer() {
                session.monotonic = time
            } else {
                self = start
                try skip()
            }
        } else if key == "devices", isAtArray() {
            try array { (scanner, _) throws(JSONFault) in
                let name = try scanner.cameraName()
                if session.camera == nil { session.camera = name }
            }
        } else {
            return false
        }
        return true
    }

    /// The name of a device of a header; nil if it is no camera.
    private mutating func cameraName() throws(JSONFault) -> String? {
        guard isAtObject() else {
            try skip()
            return nil
        }
        var name: String?
        var isCamera = false
        try object { (scanner, key) throws(JSONFault) in
            if key == "name" {
                name = try scanner.stringOrSkip()
            } else {
                if key == "camera" { isCamera = true }
                try scanner.skip()
            }
        }
        return isCamera ? name : nil
    }

    /// A string; nil, after skipping the value, if it is none.
    mutating func stringOrSkip() throws(JSONFault) -> String? {
        let start = self
        if let string = try? string() { return string }
        self = start
        try skip()
        return nil
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

    /// The camera that an object names; nil if it names none.
    mutating func identity() throws(JSONFault) -> TraceCamera? {
        var name: String?
        var usb: String?
        try object { (scanner, key) throws(JSONFault) in
            if key == "name" {
                name = try scanner.stringOrSkip()
            } else if key == "usb" {
                usb = try scanner.stringOrSkip()
            } else {
                try scanner.skip()
            }
        }
        return name.map { TraceCamera(name: $0, usbID: usb) }
    }
}
