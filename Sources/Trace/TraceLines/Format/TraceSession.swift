import JSONLines

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
            let isList = key == "devices" && scanner.isAtArray()
            let written = try scanner.written()
            if isList { devices = Array(written) }
        }
        return devices
    }

    /// The fields of the header that a snapshot repeats, so that a reader can begin there.
    mutating func describe(_ fields: inout some FieldVisitor) {
        fields.field("version", &version)
        fields.field("tool", &tool)
        fields.field("chart", &chart)
        fields.field("monotonic", &monotonic)
        fields.field("wallClock", &wallClock)
    }

    /// Reads a field of a header that is meant for people. A value of another type than expected counts as left out.
    /// - Returns: false, and nothing is read, if the key is another one.
    mutating func read(_ key: JSONScanner.Key, _ scanner: inout JSONScanner) throws(JSONFault) -> Bool {
        if key == "tool" {
            tool = try scanner.lenient()
        } else if key == "s" {
            id = try scanner.lenient()
        } else if key == "wallClock" {
            wallClock = try scanner.lenient()
        } else if key == "monotonic" {
            monotonic = try scanner.lenient()
        } else if key == "devices", scanner.isAtArray() {
            try scanner.array { (scanner, _) throws(JSONFault) in
                let name = try Self.cameraName(&scanner)
                if camera == nil { camera = name }
            }
        } else {
            return false
        }
        return true
    }

    /// The name of a device of a header; nil if it is no camera.
    private static func cameraName(_ scanner: inout JSONScanner) throws(JSONFault) -> String? {
        guard scanner.isAtObject() else {
            try scanner.skip()
            return nil
        }
        var name: String?
        var isCamera = false
        try scanner.object { (scanner, key) throws(JSONFault) in
            if key == "name" {
                name = try scanner.lenient()
            } else {
                if key == "camera" { isCamera = true }
                try scanner.skip()
            }
        }
        return isCamera ? name : nil
    }
}

extension JSONScanner {
    /// A value; nil, after skipping it, if it has another type.
    mutating func lenient<Value: LineValue>() throws(JSONFault) -> Value? {
        let start = self
        if let value = try? Value(from: &self) { return value }
        self = start
        try skip()
        return nil
    }
}

/// The format as a header names it.
public enum TraceFormat {
    /// The version that this program writes; raised only for breaking changes.
    public static let version = 2
    static let readableVersions = 1...2
    /// The field `format` of a header.
    public static let name = "tapfocus-trace"
}
