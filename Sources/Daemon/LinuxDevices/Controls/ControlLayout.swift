import CV4L2
import FocusCore

/// The layout of a control's value in a struct v4l2_ext_control.
enum ControlLayout: Equatable, Sendable {
    /// With the driver's range if it is known.
    case integer32(range: ClosedRange<Int64>?)
    case integer64(range: ClosedRange<Int64>?)
    /// An unsigned 32-bit number; `supported` has the bits that the driver accepts.
    case bitMask(supported: UInt32)
    /// A pointer to a struct v4l2_rect.
    case rectangle
    /// A button, which has no value.
    case button
    /// The driver's range is inverted: no value is valid.
    case unusable

    /// The layout for a control that has not been described.
    init(guessedFor value: ControlValue) {
        switch value {
        case .integer: self = .integer32(range: nil)
        case .rectangle: self = .rectangle
        }
    }

    /// Nil for a type that the engine does not use: strings, arrays, structures.
    init?(type: UInt32, minimum: Int64, maximum: Int64, elementSize: UInt32, elements: UInt32) {
        let range = minimum <= maximum ? minimum...maximum : nil
        switch type {
        case tapfocus_control_type_integer, tapfocus_control_type_boolean, tapfocus_control_type_menu,
            tapfocus_control_type_integer_menu:
            self = range.map { .integer32(range: $0) } ?? .unusable
        case tapfocus_control_type_integer64: self = range.map { .integer64(range: $0) } ?? .unusable
        case tapfocus_control_type_bitmask: self = .bitMask(supported: UInt32(truncatingIfNeeded: maximum))
        case tapfocus_control_type_button: self = .button
        case tapfocus_control_type_rectangle where elementSize == UInt32(MemoryLayout<v4l2_rect>.size) && elements <= 1:
            self = .rectangle
        default: return nil
        }
    }

    /// The value's bits for the kernel, or nil if the control cannot hold it.
    func encode(_ value: Int64) -> Int64? {
        switch self {
        case .integer32(let range):
            guard range?.contains(value) ?? true, Int32(exactly: value) != nil else { return nil }
            return value
        case .integer64(let range): return range?.contains(value) ?? true ? value : nil
        case .bitMask(let supported):
            guard let bits = UInt32(exactly: value), bits & ~supported == 0 else { return nil }
            return Int64(Int32(bitPattern: bits))
        case .button: return 0
        case .rectangle, .unusable: return nil
        }
    }
}
