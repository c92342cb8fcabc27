enum Original: Equatable, Sendable, Snapshotable {
    /// The value could not be read when the camera was opened, and there is no substitute.
    case unknown
    /// The camera held a value that it does not accept: nothing is put back, and a fault reports it.
    case unusable
    /// The value when the camera was opened; the whole image, for a region that the camera would not accept.
    case value(ControlValue)
    /// An automatic whose value when the camera was opened is unknown, impossible or disproved: it stays on.
    case automatic(Int64)

    /// - Parameters:
    ///   - value: the value of the control; nil when it could not be read.
    ///   - automatic: for focus auto and the exposure mode, the value that switches the automatic on.
    init(_ value: ControlValue?, of control: ControlDescription, automatic: Int64?) {
        if let value, control.takes(value) {
            self = .value(value)
        } else if let automatic {
            self = .automatic(automatic)
        } else if control.id == .regionRectangle, let bounds = control.bounds {
            // A camera without a region reports an empty one (uvcvideo: EIO, or 1x1 at (0, 0)): the whole image, or ours would remain.
            self = .value(.rectangle(bounds))
        } else {
            self = value == nil ? .unknown : .unusable
        }
    }

    /// The value to write; nil when nothing is put back.
    var target: ControlValue? {
        switch self {
        case .unknown, .unusable: nil
        case .value(let value): value
        case .automatic(let value): .integer(value)
        }
    }
}
