/// The controls that the camera can have. The raw value is the name in options, commands and the log.
enum CameraControl: String, CaseIterable {
    case aeMode = "ae-mode"
    case exposure
    case focus
    case zoom
    case focusAuto = "focus-auto"
    case roi
    case brightness
    case gain
    case powerLineFrequency = "power-line-frequency"
    case privacy
    case whiteBalanceAuto = "white-balance-auto"

    /// Those that the camera has unless its maker decides otherwise.
    static let usual = Set(allCases).subtracting([.privacy, .whiteBalanceAuto])

    static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

/// A control's place in a UVC device, and its values (UVC 1.5, 4.2.2).
struct ControlSpecification {
    enum Unit: UInt8 {
        case camera = 1
        case processing = 2

        var name: String { self == .camera ? "camera" : "processing" }
    }

    let unit: Unit
    let selector: UInt8
    /// The bit that announces the control in the unit's bmControls.
    let bit: Int
    /// Bytes on the wire.
    let length: Int
    var minimum: Int64
    var maximum: Int64
    var step: Int64 = 1
    var initial: Int64
    /// GET_INFO: 1 can be read, 2 can be written, 8 changes by itself.
    var information: UInt8 = 0b11

    /// True if a value lies between the two ends, whichever is the larger.
    func contains(_ value: Int64) -> Bool {
        (min(minimum, maximum)...max(minimum, maximum)).contains(value)
    }

    /// The value in the bytes of a SET_CUR.
    func value(of bytes: [UInt8]) -> Int64 {
        let value = bytes.littleEndian(at: 0, count: length)
        guard min(minimum, maximum) < 0 else { return value }
        let signBit: Int64 = 1 << (8 * Int64(length) - 1)
        return value & signBit == 0 ? value : value - 2 * signBit
    }

    func bytes(of value: Int64) -> [UInt8] { [UInt8](littleEndian: value, count: length) }
}

extension CameraControl {
    private static let changes: UInt8 = 0b1011

    var specification: ControlSpecification {
        switch self {
        case .aeMode:
            // A bitmap with one bit set. The step is the bitmap of the supported modes: manual 1, aperture priority 8.
            .init(unit: .camera, selector: 0x02, bit: 1, length: 1, minimum: 1, maximum: 8, step: 0b1001, initial: 8)
        case .exposure:
            // In units of 100 µs.
            .init(
                unit: .camera, selector: 0x04, bit: 3, length: 4, minimum: 3, maximum: 2047, initial: 250,
                information: Self.changes)
        case .focus:
            .init(
                unit: .camera, selector: 0x06, bit: 5, length: 2, minimum: 0, maximum: 250, step: 5, initial: 0,
                information: Self.changes)
        case .zoom:
            // Only of controls that change by themselves a write that was ignored is read back.
            .init(
                unit: .camera, selector: 0x0B, bit: 9, length: 2, minimum: 100, maximum: 400, initial: 100,
                information: Self.changes)
        case .focusAuto:
            .init(unit: .camera, selector: 0x08, bit: 17, length: 1, minimum: 0, maximum: 1, initial: 1)
        case .roi:
            // Its ten bytes are not one number; `RegionOfInterest` has the limits.
            .init(
                unit: .camera, selector: 0x14, bit: 21, length: RegionOfInterest.length, minimum: 0, maximum: 0,
                initial: 0, information: Self.changes)
        case .brightness:
            .init(unit: .processing, selector: 0x02, bit: 0, length: 2, minimum: -64, maximum: 64, initial: 0)
        case .gain:
            // It never changes by itself; but only for controls that do so does the kernel ask the camera again after a write.
            .init(
                unit: .processing, selector: 0x04, bit: 9, length: 2, minimum: 0, maximum: 255, initial: 0,
                information: Self.changes)
        case .powerLineFrequency:
            .init(unit: .processing, selector: 0x05, bit: 10, length: 1, minimum: 0, maximum: 2, initial: 1)
        case .privacy:
            // It cannot be written, and changes by itself.
            .init(
                unit: .camera, selector: 0x11, bit: 18, length: 1, minimum: 0, maximum: 1, initial: 0,
                information: 0b1001)
        case .whiteBalanceAuto:
            .init(unit: .processing, selector: 0x0B, bit: 12, length: 1, minimum: 0, maximum: 1, initial: 1)
        }
    }
}

/// The camera's answer when the host asks for the reason of a refusal (VC_REQUEST_ERROR_CODE_CONTROL, UVC 1.5, 4.2.1.2).
enum RefusalCode: String, CaseIterable {
    case notReady = "not-ready"
    case wrongState = "wrong-state"
    case power
    case outOfRange = "out-of-range"
    case invalidUnit = "invalid-unit"
    case invalidControl = "invalid-control"
    case invalidRequest = "invalid-request"
    case invalidValue = "invalid-value"

    /// Its number in that answer: these cases from 1.
    var number: UInt8 { UInt8(1 + (Self.allCases.firstIndex(of: self) ?? 0)) }

    init?(_ text: Substring) {
        guard let code = Self.allCases.first(where: { $0.rawValue == text || String($0.number) == text }) else {
            return nil
        }
        self = code
    }
}
