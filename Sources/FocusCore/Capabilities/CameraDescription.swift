/// What a camera can do, as its driver told it when it was opened. Nothing in it is believed before it was checked.
public struct CameraDescription: Equatable, Sendable {
    /// Width of the image that is shown, in pixels; 0 where the driver does not tell.
    public var imageWidth: Int32
    /// Height of the image that is shown, in pixels; 0 where the driver does not tell.
    public var imageHeight: Int32
    /// The controls among `ControlID.known` that the camera has.
    public var controls: [ControlDescription]
    /// Whether frames can be had of it in a format that can be read; that another program may stream at the moment makes no
    /// difference here.
    public var givesFrames: Bool
    /// What is known of it that its driver does not tell.
    public var quirks: CameraQuirks
    /// Controls that an earlier run changed and did not put back, because it did not come to its end. An original counts where the
    /// camera still holds what that run wrote; where somebody has changed the control since, it is passed over.
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
    public func control(_ id: ControlID) -> ControlDescription? {
        for control in controls where control.id == id { return control }
        return nil
    }
}

/// One control as its driver describes it.
public struct ControlDescription: Equatable, Sendable {
    public var id: ControlID
    /// Smallest value; for a rectangle 0.
    public var minimum: Int64
    /// Largest value; for a bit mask all the bits that are supported.
    public var maximum: Int64
    /// Distance between values; 1 or more.
    public var step: Int64
    /// The driver's default.
    public var defaultValue: Int64
    /// For a menu: bit i is set where item i exists (0…63). 0 for everything else.
    public var menuItems: UInt64
    /// For a menu of integers: what its items stand for, from item `minimum` on. Empty for everything else.
    public var menuIntegers: [Int64] = []
    public var isReadOnly: Bool
    public var isWriteOnly: Bool
    /// For a rectangle: where it may lie. Nil for everything else.
    public var bounds: PixelRectangle?
    /// For a rectangle: its smallest width, in pixels.
    public var minimumWidth: Int32
    /// For a rectangle: its smallest height, in pixels.
    public var minimumHeight: Int32
    /// What it held when the camera was opened; nil where that cannot be read.
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
}

extension ControlDescription {
    /// Whether the camera would take a value: inside the range, an item of the menu, bits that it has, a rectangle inside the
    /// bounds that is not too small. The step is left to the driver, which rounds.
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
