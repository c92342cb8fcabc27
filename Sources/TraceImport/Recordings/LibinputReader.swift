import FocusCore
import LinuxDevices

/// Reads a recording of `libinput record`, version 1 of its format: YAML. Unknown keys are ignored.
///
/// The file is read twice: first for the descriptions of its devices, then for the events of one of them. Times count from the
/// first event of all devices.
struct LibinputReader: RecordedEvents {
    private let path: String
    private let yaml: YAMLReader
    private let wanted: Int
    private var device = -1
    private var fields: [Int64] = []
    private var clock = RecordingClock(start: Instant(nanoseconds: 0))

    /// More devices than a machine has.
    private static let mostDevices = 256

    /// - Parameter index: the device's place in the file, from 0.
    init(path: String, eventsOf index: Int) throws(RecordingError) {
        self.path = path
        wanted = index
        yaml = try YAMLReader(path: path)
    }

    mutating func next() throws(RecordingError) -> RecordedEvent? {
        while device <= wanted {
            switch try yaml.next() {
            case .end: return nil
            case .begins:
                if yaml.place.isAtDevice { device += 1 }
                if yaml.place.isAtEvent { fields.removeAll(keepingCapacity: true) }
            case .value(let text):
                if yaml.place.isAtEvent, device == wanted { try addField(text) }
                yaml.place.endValue()
            case .ends:
                // The path is now that of the list around the event.
                let isEvent = yaml.place.isAtFrame && device == wanted
                yaml.place.endValue()
                if isEvent, !fields.isEmpty { return try event() }
            }
        }
        return nil
    }

    private mutating func addField(_ text: String) throws(RecordingError) {
        guard let number = Int64(text), fields.count < 5 else { throw yaml.fault(Self.expectedEvent) }
        fields.append(number)
    }

    private static let expectedEvent = "an event: [seconds, microseconds, type, code, value]"

    private mutating func event() throws(RecordingError) -> RecordedEvent {
        defer { fields.removeAll(keepingCapacity: true) }
        guard fields.count == 5, (0...Int64(UInt32.max)).contains(fields[0]), (0..<1_000_000).contains(fields[1]),
            let type = UInt16(exactly: fields[2]), let code = UInt16(exactly: fields[3]),
            let value = Int32(exactly: fields[4])
        else { throw yaml.fault(Self.expectedEvent) }
        let time = Instant(nanoseconds: fields[0] * 1_000_000_000 + fields[1] * 1000)
        let counted = try clock.count(time) { yaml.fault($0) }
        return RecordedEvent(time: counted, type: UInt32(type), code: UInt32(code), value: value)
    }
}

extension LibinputReader {
    /// The devices of a file. A file that is damaged behind its first device has those before the damage.
    static func devices(of path: String) throws(RecordingError) -> [RecordedDevices.Entry] {
        let yaml = try YAMLReader(path: path)
        var description = LibinputDescription()
        do throws(RecordingError) {
            while true {
                switch try yaml.next() {
                case .end:
                    guard description.hasVersion else { throw yaml.fault("the key \"version\", with the value 1") }
                    return description.devices
                case .begins:
                    guard yaml.place.isAtDevice else { continue }
                    description.beginDevice()
                    guard description.devices.count <= mostDevices else { throw yaml.fault("at most 256 devices") }
                case .ends: yaml.place.endValue()
                case .value(let text):
                    if let expected = description.read(text, at: yaml.place) { throw yaml.fault(expected) }
                    yaml.place.endValue()
                }
            }
        } catch {
            // The events are read once more, and the damage is reported then, after what precedes it.
            guard description.hasVersion, description.isDescribed else { throw error }
            return description.devices
        }
    }
}

extension YAMLPath {
    fileprivate var isAtDevice: Bool { isAt("devices", "[]", "{}") }
    fileprivate var isAtFrame: Bool { isAt("devices", "[]", "events", "[]", "evdev", "[]") }
    fileprivate var isAtEvent: Bool { isAt("devices", "[]", "events", "[]", "evdev", "[]", "[]") }
}
