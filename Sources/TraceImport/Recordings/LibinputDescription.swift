import FocusCore
import LinuxDevices

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
