/// Some of the controls that the engine knows.
struct ControlSet: Equatable, Sendable, Snapshotable {
    private var bits: UInt16 = 0

    var isEmpty: Bool { bits == 0 }

    func contains(_ id: ControlID) -> Bool { bits & Self.bit(of: id) != 0 }

    mutating func insert(_ id: ControlID) { bits |= Self.bit(of: id) }

    mutating func insert(_ others: ControlSet) { bits |= others.bits }

    private static func bit(of id: ControlID) -> UInt16 { id.place.map { 1 << UInt16($0) } ?? 0 }
}
