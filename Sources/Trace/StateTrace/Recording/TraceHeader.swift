import FocusCore
import JSONLines

/// The first line of a session in a trace: everything that is needed to replay the session.
public struct TraceHeader: Equatable, Sendable {
    /// The program's version.
    public var tool: String
    /// The hash of the chart that the machine was checked against.
    public var chart: String
    /// CLOCK_MONOTONIC at the time of `wallClock`, in nanoseconds.
    public var monotonic: Int64
    /// The time of day at `monotonic`, in ISO 8601 with the zone: `wallClock(at:zone:)`. Nil: unknown, and neither is written.
    public var wallClock: String?
    /// The session's id; nil: the lines carry no id.
    public var session: SessionID?
    public var configuration: Configuration
    /// The devices connected at the beginning of the session, for people. Replay takes the devices from the inputs.
    public var devices: [TraceDevice]
    /// Those of a recorded header, as JSON; they take the place of `devices`.
    var recordedDevices: [UInt8]?

    public init(
        tool: String, chart: String, monotonic: Int64, wallClock: String?, session: SessionID? = nil,
        configuration: Configuration, devices: [TraceDevice] = []
    ) {
        self.tool = tool
        self.chart = chart
        self.monotonic = monotonic
        self.wallClock = wallClock
        self.session = session
        self.configuration = configuration
        self.devices = devices
    }

    /// The time of day for `wallClock`, to the millisecond: 2026-11-22T02:20:00.123+01:00, with Z for UTC.
    /// - Parameter zone: the seconds by which the time is before UTC; nil: as at this place.
    public static func wallClock(at time: TimeOfDay = .now, zone: Int64? = nil) -> String {
        let zone = zone ?? time.zone
        guard zone != 0 else { return time.text(zone: 0) + "Z" }
        let minutes = Swift.abs(zone) / 60
        let hours = "\(TimeOfDay.digits(minutes / 60, 2)):\(TimeOfDay.digits(minutes % 60, 2))"
        return time.text(zone: zone) + (zone < 0 ? "-" : "+") + hours
    }
}

/// A device of the session.
public struct TraceDevice: Equatable, Sendable {
    public enum Ability: Equatable, Sendable {
        case camera(CameraDescription)
        case touchscreen(TouchscreenDescription)
        case accelerometer
    }

    /// The name that the device reports.
    public var name: String
    /// The device's path.
    public var path: String
    public var ability: Ability

    public init(name: String, path: String, ability: Ability) {
        self.name = name
        self.path = path
        self.ability = ability
    }
}

extension SessionLines {
    /// Writes the header, before everything else.
    mutating func header(_ header: TraceHeader) {
        line.header(header)
        line.endLine()
    }

    /// Writes the beginning of a session: its header, and the snapshot where it begins in its middle.
    init(_ header: TraceHeader, _ beginning: SessionBeginning) {
        self.init(session: nil, after: beginning.progress)
        self.header(header)
        guard beginning.snapshot != nil else { return }
        let engine = EngineSnapshot.bytes(of: beginning.engine)
        snapshot(of: TraceSession(header), state: beginning.engine.state.name, engine: engine)
    }
}

extension JSONLine {
    mutating func header(_ header: TraceHeader) {
        open("{")
        text("format", TraceFormat.name)
        field("version", TraceFormat.version)
        text("tool", header.tool)
        text("chart", header.chart)
        text("clock", "CLOCK_MONOTONIC")
        if let wallClock = header.wallClock {
            field("monotonic", header.monotonic)
            text("wallClock", wallClock)
        }
        session(header.session)
        key("configuration")
        settings(header.configuration)
        key("devices")
        if let devices = header.recordedDevices {
            append(contentsOf: devices)
        } else {
            list { for device in header.devices { $0.device(device) } }
        }
        close("}")
    }

    private mutating func device(_ device: TraceDevice) {
        open("{")
        text("name", device.name)
        text("path", device.path)
        switch device.ability {
        case .camera(let description): field("camera", description)
        case .touchscreen(let description): field("touchscreen", description)
        case .accelerometer: emptyObject("accelerometer")
        }
        close("}")
    }
}

extension TraceSession {
    /// Without its id, which each line of the session has.
    init(_ header: TraceHeader) {
        self.init()
        (tool, chart, wallClock) = (header.tool, header.chart, header.wallClock)
        monotonic = header.wallClock.map { _ in header.monotonic }
    }
}
