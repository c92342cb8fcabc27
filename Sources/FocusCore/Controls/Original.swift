/// The value that a control goes back to.
enum Original: Equatable, Sendable {
    /// It could not be read when the camera was opened, and nothing takes its place.
    case unknown
    /// The camera held something that it does not take: nothing is put back, and that is told.
    case unusable
    /// The value when the camera was opened; for a region that the camera would not take, the whole image.
    case value(ControlValue)
    /// An automatic whose value when the camera was opened cannot be, or was disproved: it is left switched on.
    case automatic(Int64)

    /// - Parameters:
    ///   - value: what the control held; nil where it could not be read.
    ///   - automatic: for focus auto and the exposure mode, the value that switches the automatic on.
    init(_ value: ControlValue?, of control: ControlDescription, automatic: Int64?) {
        if let value, control.takes(value) {
            self = .value(value)
        } else if let automatic {
            self = .automatic(automatic)
        } else if control.id == .regionRectangle, let bounds = control.bounds {
            // An empty region is how cameras say that they have none set: uvcvideo answers EIO, or 1x1 at (0, 0). Left
            // alone, the region would stay the engine's.
            self = .value(.rectangle(bounds))
        } else {
            self = value == nil ? .unknown : .unusable
        }
    }

    /// The value to write; nil where nothing can be written.
    var target: ControlValue? {
        switch self {
        case .unknown, .unusable: nil
        case .value(let value): value
        case .automatic(let value): .integer(value)
        }
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
