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

/// The descriptions of the devices in a recording of `libinput record`, value by value.
struct LibinputDescription {
    private(set) var devices: [RecordedDevices.Entry] = []
    private(set) var hasVersion = false
    /// True once events have come: the latest device is described as a whole.
    private(set) var isDescribed = false
    /// The numbers of the axis whose description is being read.
    private var axis: (code: UInt32, numbers: [Int32])?

    /// No kernel knows as many keys (KEY_MAX is 0x2ff).
    private static let mostCodes = 0x300

    mutating func beginDevice() {
        devices.append(RecordedDevices.Entry(node: nil, device: RecordedDevice()))
        axis = nil
    }

    /// Takes a value.
    /// - Returns: what was expected in its place; nil if it is all right, or of no interest.
    mutating func read(_ text: String, at place: YAMLPath) -> String? {
        if place.isAt("version") {
            hasVersion = text == "1"
            return hasVersion ? nil : "version 1 of the format"
        }
        guard let index = devices.indices.last else { return nil }
        if place.isAt("devices", "[]", "node") {
            devices[index].node = String(text.prefix(200))
        } else if place.isAt("devices", "[]", "evdev", "name") {
            devices[index].device.name = String(text.prefix(200))
        } else if place.isAt("devices", "[]", "evdev", "codes", "*", "[]") {
            return Self.takeCode(text, place, &devices[index].device)
        } else if place.isAt("devices", "[]", "evdev", "absinfo", "*", "[]") {
            return takeAxis(text, place, at: index)
        } else if place.isAt("devices", "[]", "evdev", "properties", "[]") {
            return Self.takeProperty(text, &devices[index].device)
        } else if place.isAt("devices", "[]", "udev", "properties", "[]") {
            Self.takeUdev(text, &devices[index].device)
        } else if place.key(at: 2) == "events" {
            isDescribed = true
        }
        return nil
    }

    private static func takeCode(_ text: String, _ place: YAMLPath, _ device: inout RecordedDevice) -> String? {
        guard place.key(at: 4).flatMap({ UInt32($0) }) == RecordedDevice.keyType else { return nil }
        guard let code = UInt16(text), device.keys.count < mostCodes else { return "the code of a key" }
        device.keys.insert(UInt32(code))
        return nil
    }

    private mutating func takeAxis(_ text: String, _ place: YAMLPath, at index: Int) -> String? {
        let expected = "an axis: CODE: [minimum, maximum, fuzz, flat, resolution]"
        guard let code = place.key(at: 4).flatMap({ UInt32($0) }), code < 0x40, let number = Int32(text) else {
            return expected
        }
        var numbers = axis?.code == code ? axis?.numbers ?? [] : []
        numbers.append(number)
        guard numbers.count <= 5 else { return expected }
        axis = (code, numbers)
        if numbers.count == 5 {
            devices[index].device.axes[code] = RecordedDevice.Axis(
                minimum: numbers[0], maximum: numbers[1], resolution: numbers[4])
        }
        return nil
    }

    private static func takeProperty(_ text: String, _ device: inout RecordedDevice) -> String? {
        guard let property = UInt8(text) else { return "the number of a property" }
        device.properties = (device.properties ?? []).union([UInt32(property)])
        return nil
    }

    private static func takeUdev(_ text: String, _ device: inout RecordedDevice) {
        let prefix = "LIBINPUT_CALIBRATION_MATRIX="
        guard text.hasPrefix(prefix) else { return }
        device.calibration = CalibrationMatrix(libinputProperty: String(text.dropFirst(prefix.count)))
    }
}
