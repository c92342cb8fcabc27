/// Lens position, exposure time and gain as last read; nil: not read.
struct Standing: Equatable, Sendable, Snapshotable {
    var focus: Int64?
    var exposure: Int64?
    var gain: Int64?

    static let controls: InlineArray<3, ControlID> = [.focusAbsolute, .exposureAbsolute, .gain]
}

extension Standing {
    /// The values of a reading. Those that could not be read are unknown.
    init(_ ids: ControlIDs, _ values: ControlValues) {
        for index in 0..<ids.count {
            guard let value = (values[index] ?? nil)?.integer else { continue }
            switch ids[index] {
            case .focusAbsolute?: focus = value
            case .exposureAbsolute?: exposure = value
            case .gain?: gain = value
            default: break
            }
        }
    }
}
