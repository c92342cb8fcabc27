import FocusCore

/// Example cameras of all kinds.
enum CameraExamples {
    static let width: Int32 = 1920
    static let height: Int32 = 1080
    static let bounds = PixelRectangle(left: 0, top: 0, width: width, height: height)

    static func camera(_ controls: [ControlDescription]) -> CameraDescription {
        CameraDescription(imageWidth: width, imageHeight: height, controls: controls)
    }

    static func focusAuto(_ value: Int64 = 1) -> ControlDescription {
        ControlDescription(id: .focusAuto, maximum: 1, defaultValue: 1, value: .integer(value))
    }

    static func focusAbsolute(_ value: Int64 = 100, isWriteOnly: Bool = false) -> ControlDescription {
        ControlDescription(
            id: .focusAbsolute, maximum: 250, step: 5, isWriteOnly: isWriteOnly,
            value: isWriteOnly ? nil : .integer(value))
    }

    /// UVC's menu: items 1 and 3 only.
    static func exposureAuto(_ value: Int64 = 3) -> ControlDescription {
        ControlDescription(
            id: .exposureAuto, maximum: 3, defaultValue: 3, menuItems: 0b1010, value: .integer(value))
    }

    static func exposureAbsolute(_ value: Int64 = 157, isWriteOnly: Bool = false) -> ControlDescription {
        ControlDescription(
            id: .exposureAbsolute, minimum: 3, maximum: 2047, isWriteOnly: isWriteOnly,
            value: isWriteOnly ? nil : .integer(value))
    }

    static func region(bits: Int64 = 0x9) -> [ControlDescription] {
        [
            ControlDescription(
                id: .regionRectangle, bounds: bounds, minimumWidth: 32, minimumHeight: 32, value: .rectangle(bounds)),
            ControlDescription(id: .regionAuto, maximum: bits, step: 0, value: .integer(0)),
        ]
    }

    static func lock3A(_ value: Int64 = 0, bits: Int64 = 0x7) -> ControlDescription {
        ControlDescription(id: .lock3A, maximum: bits, step: 0, value: .integer(value))
    }

    static let button = [
        ControlDescription(id: .autoFocusStart, maximum: 0, step: 0, isWriteOnly: true),
        ControlDescription(
            id: .autoFocusStatus, maximum: 7, step: 0, isReadOnly: true, value: .integer(0)),
    ]

    static let basics = [focusAuto(), focusAbsolute(), exposureAuto(), exposureAbsolute()]

    /// A UVC 1.5 camera under Linux 6.15 or later.
    static let withRegion = camera(basics + region())
    /// The same camera under an older kernel.
    static let withoutRegion = camera(basics)
    /// A camera with both the region and the 3A lock.
    static let withRegionAndLock = camera(basics + region() + [lock3A()])
    /// A sensor with a single search on request and an exposure lock.
    static let withButton = camera(basics + button + [lock3A(bits: 0x1), metering])
    static let withLock = camera([focusAuto(), exposureAuto(), lock3A()])
    static let focusOnly = camera([focusAuto(), focusAbsolute()])
    static let exposureOnly = camera([exposureAuto(), exposureAbsolute()])
    static let fixed = camera([])
    /// A camera whose focus and exposure cannot be read back.
    static let unobservable = camera(
        [focusAuto(), focusAbsolute(isWriteOnly: true), exposureAuto(), exposureAbsolute(isWriteOnly: true)] + region())
    /// A camera with all automatics off, as a person left it.
    static let manual = camera(
        [focusAuto(0), focusAbsolute(35), exposureAuto(1), exposureAbsolute(500)] + region() + [lock3A(0x2)])

    /// In hundredths of the factor, as many cameras have it.
    static func zoom(_ value: Int64 = 100, in range: ClosedRange<Int64> = 100...400) -> ControlDescription {
        ControlDescription(
            id: .zoomAbsolute, minimum: range.lowerBound, maximum: range.upperBound, defaultValue: range.lowerBound,
            value: .integer(value))
    }

    static let metering = ControlDescription(
        id: .exposureMetering, maximum: 3, defaultValue: 0, menuItems: 0b0111, value: .integer(0))

    static let all = [
        withRegion, withoutRegion, withRegionAndLock, withButton, withLock, focusOnly, exposureOnly, fixed,
        unobservable, manual, automatic, byHand, lensByHand, exposureByHand,
        regionAndFrames,
    ]
}
