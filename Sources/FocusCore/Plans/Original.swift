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
