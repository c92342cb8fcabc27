/// The abilities of a camera as its driver described them when it was opened. `CameraCapabilities` checks them before they are used.
public struct CameraDescription: Equatable, Sendable, Snapshotable {
    /// Width of the displayed image in pixels; 0: unknown.
    public var imageWidth: Int32
    /// Height of the displayed image in pixels; 0: unknown.
    public var imageHeight: Int32
    /// The controls among `ControlID.known` that the camera has.
    public var controls: [ControlDescription]
    /// True when the camera offers a frame format that can be measured, even if another program is streaming at the moment.
    public var givesFrames: Bool
    /// Known faults of the camera that its driver does not report.
    public var quirks: CameraQuirks
    /// Controls that an interrupted run could not restore. Such an original is used only if the camera still holds what that run wrote:
    /// otherwise somebody has changed the control since.
    public var remembered: [RememberedOriginal]

    public init(
        imageWidth: Int32, imageHeight: Int32, controls: [ControlDescription], givesFrames: Bool = false,
        quirks: CameraQuirks = CameraQuirks(), remembered: [RememberedOriginal] = []
    ) {
        self.imageWidth = imageWidth
        self.imageHeight = imageHeight
        self.controls = controls
        self.givesFrames = givesFrames
        self.quirks = quirks
        self.remembered = remembered
    }

    /// The control with that id, if the camera has it.
    public func control(_ id: ControlID) -> ControlDescription? { controls.control(id) }
}

extension [ControlDescription] {
    func control(_ id: ControlID) -> ControlDescription? {
        for control in self where control.id == id { return control }
        return nil
    }
}

/// One control as its driver describes it.
public struct ControlDescription: Equatable, Sendable, Snapshotable {
    public var id: ControlID
    /// Smallest value; for a rectangle 0.
    public var minimum: Int64
    /// Largest value; for a bit mask, all supported bits.
    public var maximum: Int64
    /// Distance between two values. Drivers may report 0; `CameraCapabilities` uses 1 instead.
    public var step: Int64
    /// The driver's default.
    public var defaultValue: Int64
    /// For a menu: bit i is set where item i exists (0…63). 0 for everything else.
    public var menuItems: UInt64
    /// For a menu of integers: the values of its items, starting with item `minimum`. Empty for everything else.
    public var menuIntegers: [Int64] = []
    public var isReadOnly: Bool
    public var isWriteOnly: Bool
    /// For a rectangle: the area that must contain it. Nil for everything else.
    public var bounds: PixelRectangle?
    /// For a rectangle: its smallest width, in pixels.
    public var minimumWidth: Int32
    /// For a rectangle: its smallest height, in pixels.
    public var minimumHeight: Int32
    /// The value when the camera was opened; nil when it could not be read.
    public var value: ControlValue?

    public init(
        id: ControlID, minimum: Int64 = 0, maximum: Int64 = 0, step: Int64 = 1, defaultValue: Int64 = 0,
        menuItems: UInt64 = 0, isReadOnly: Bool = false, isWriteOnly: Bool = false, bounds: PixelRectangle? = nil,
        minimumWidth: Int32 = 1, minimumHeight: Int32 = 1, value: ControlValue? = nil
    ) {
        self.id = id
        self.minimum = minimum
        self.maximum = maximum
        self.step = step
        self.defaultValue = defaultValue
        self.menuItems = menuItems
        self.isReadOnly = isReadOnly
        self.isWriteOnly = isWriteOnly
        self.bounds = bounds
        self.minimumWidth = minimumWidth
        self.minimumHeight = minimumHeight
        self.value = value
    }

    /// True for an integer in the range, an item of the menu, supported bits, or a large enough rectangle inside the bounds. Drivers round.
    func takes(_ value: ControlValue) -> Bool {
        switch value {
        case .integer(let integer):
            guard bounds == nil else { return false }
            if id == .regionAuto || id == .lock3A { return integer & ~maximum == 0 }
            guard integer >= minimum, integer <= maximum else { return false }
            return menuItems == 0 || (0..<64).contains(integer) && menuItems & (1 << UInt64(integer)) != 0
        case .rectangle(let rectangle):
            guard let bounds else { return false }
            return rectangle.isInside(bounds) && rectangle.width >= max(minimumWidth, 1)
                && rectangle.height >= max(minimumHeight, 1)
        }
    }
}

extension PixelRectangle {
    fileprivate func isInside(_ bounds: PixelRectangle) -> Bool {
        func contains(_ start: Int32, _ length: Int32, _ innerStart: Int32, _ innerLength: Int32) -> Bool {
            innerStart >= start && Int64(innerStart) + Int64(innerLength) <= Int64(start) + Int64(length)
        }
        return contains(bounds.left, bounds.width, left, width) && contains(bounds.top, bounds.height, top, height)
    }
}

extension ControlDescription {
    /// The nearest value in the range and on its grid, an index of the menu, or the supported bits. Some drivers do not do this themselves.
    func nearest(to value: Int64) -> Int64 {
        if id == .regionAuto || id == .lock3A { return value & maximum }
        let clamped = min(max(value, minimum), maximum)
        guard step > 1, menuItems == 0 else { return clamped }
        let (distance, overflow) = clamped.subtractingReportingOverflow(minimum)
        guard !overflow else { return clamped }
        let steps = distance / step
        let below = minimum + steps * step
        let (room, isVast) = maximum.subtractingReportingOverflow(below)
        let isNearerAbove = distance - steps * step > step / 2 && (isVast || room >= step)
        return isNearerAbove ? below + step : below
    }
}
