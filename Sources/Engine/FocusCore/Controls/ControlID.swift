/// A camera control, by its V4L2 id: names changed between kernels. The numbers are those of `linux/v4l2-controls.h` and, for the region of
/// interest, of `linux/uvcvideo.h` (Linux 6.15).
public struct ControlID: RawRepresentable, Equatable, Hashable, Sendable, Snapshotable {
    public var rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// V4L2_CID_GAIN: the driver's own units.
    public static let gain = ControlID(rawValue: 0x0098_0913)
    /// V4L2_CID_AUTOGAIN: whether the gain is automatic. Sensors and bridges have it, UVC cameras have not.
    public static let autogain = ControlID(rawValue: 0x0098_0912)
    /// V4L2_CID_AUTO_WHITE_BALANCE: whether the white balance is automatic.
    public static let whiteBalanceAuto = ControlID(rawValue: 0x0098_090c)
    /// V4L2_CID_POWER_LINE_FREQUENCY: menu; 0 off, 1 50 Hz, 2 60 Hz, 3 auto. Only read.
    public static let powerLineFrequency = ControlID(rawValue: 0x0098_0918)
    /// V4L2_CID_AUTO_EXPOSURE_BIAS: menu of integers in 0.001 EV; effective under an automatic only.
    public static let exposureBias = ControlID(rawValue: 0x009a_0913)
    /// V4L2_CID_EXPOSURE_AUTO: menu; 0 auto, 1 manual, 2 shutter priority, 3 aperture priority.
    public static let exposureAuto = ControlID(rawValue: 0x009a_0901)
    /// V4L2_CID_EXPOSURE_ABSOLUTE: units of 100 µs.
    public static let exposureAbsolute = ControlID(rawValue: 0x009a_0902)
    /// V4L2_CID_FOCUS_ABSOLUTE: no unit; larger is closer.
    public static let focusAbsolute = ControlID(rawValue: 0x009a_090a)
    /// V4L2_CID_FOCUS_AUTO: continuous autofocus.
    public static let focusAuto = ControlID(rawValue: 0x009a_090c)
    /// V4L2_CID_ZOOM_ABSOLUTE: UVC's wObjectiveFocalLength, in no unit; larger is closer.
    public static let zoomAbsolute = ControlID(rawValue: 0x009a_090d)
    /// V4L2_CID_PRIVACY: 1 while the camera shows no picture, for example behind a closed shutter. Only read.
    public static let privacy = ControlID(rawValue: 0x009a_0910)
    /// V4L2_CID_EXPOSURE_METERING: menu; 0 average, 1 centre weighted, 2 spot (the centre only), 3 matrix.
    public static let exposureMetering = ControlID(rawValue: 0x009a_0919)
    /// V4L2_CID_3A_LOCK: bit 0 exposure, bit 1 white balance, bit 2 focus.
    public static let lock3A = ControlID(rawValue: 0x009a_091b)
    /// V4L2_CID_AUTO_FOCUS_START: a button; one search.
    public static let autoFocusStart = ControlID(rawValue: 0x009a_091c)
    /// V4L2_CID_AUTO_FOCUS_STATUS: 0 idle, bit 0 busy, bit 1 reached, bit 2 failed.
    public static let autoFocusStatus = ControlID(rawValue: 0x009a_091e)
    /// V4L2_CID_UVC_REGION_OF_INTEREST_RECT.
    public static let regionRectangle = ControlID(rawValue: 0x0098_1ae1)
    /// V4L2_CID_UVC_REGION_OF_INTEREST_AUTO: which algorithms use the rectangle; bit 0 exposure, bit 3 focus.
    public static let regionAuto = ControlID(rawValue: 0x0098_1ae2)

    /// All that the engine asks a camera for. Tables of controls are in this order.
    public static let known = InlineList<17, ControlID>(full: [
        // `ControlTable` has a place for each of them.
        .focusAbsolute, .exposureAbsolute, .gain, .exposureBias, .powerLineFrequency, .exposureMetering,
        .regionRectangle, .regionAuto, .autogain, .focusAuto, .exposureAuto, .lock3A, .autoFocusStart, .autoFocusStatus,
        .zoomAbsolute, .whiteBalanceAuto, .privacy,
    ])

    /// The control's place in `known`; nil: the engine does not know it.
    var place: Int? {
        for place in 0..<Self.known.count where Self.known[place] == self { return place }
        return nil
    }
}

/// The value of a control.
public enum ControlValue: Equatable, Sendable, Snapshotable {
    /// An integer, a boolean (0 or 1), a menu index, a bit mask; 0 for a button.
    case integer(Int64)
    /// A rectangle in pixels.
    case rectangle(PixelRectangle)

    /// The integer, if it is one.
    public var integer: Int64? {
        if case .integer(let value) = self { value } else { nil }
    }

    /// The rectangle, if it is one.
    public var rectangle: PixelRectangle? {
        if case .rectangle(let value) = self { value } else { nil }
    }
}

/// One value for each control in `ControlID.known`, in that order.
typealias ControlTable<Value> = InlineArray<17, Value>

extension ControlID {
    /// Its name in files. It never changes, unlike the drivers' names. Nil for a control that the engine does not know.
    public var name: StaticString? {
        switch self {
        case .gain: "gain"
        case .autogain: "autogain"
        case .powerLineFrequency: "power-line-frequency"
        case .exposureBias: "exposure-bias"
        case .exposureAuto: "exposure-auto"
        case .exposureAbsolute: "exposure-absolute"
        case .focusAbsolute: "focus-absolute"
        case .focusAuto: "focus-auto"
        case .exposureMetering: "exposure-metering"
        case .lock3A: "3a-lock"
        case .autoFocusStart: "auto-focus-start"
        case .autoFocusStatus: "auto-focus-status"
        case .regionRectangle: "region"
        case .regionAuto: "region-auto"
        case .zoomAbsolute: "zoom"
        case .whiteBalanceAuto: "white-balance-auto"
        case .privacy: "privacy"
        default: nil
        }
    }
}

struct ControlSet: Equatable, Sendable, Snapshotable {
    private var bits: UInt32 = 0

    func contains(_ id: ControlID) -> Bool { bits & Self.bit(of: id) != 0 }

    mutating func insert(_ id: ControlID) { bits |= Self.bit(of: id) }

    mutating func insert(_ others: ControlSet) { bits |= others.bits }

    private static func bit(of id: ControlID) -> UInt32 { id.place.map { 1 << UInt32($0) } ?? 0 }
}
