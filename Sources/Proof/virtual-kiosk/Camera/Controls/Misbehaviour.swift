/// The faults of the camera's controls, by design or by command.
struct Misbehaviour {
    /// Writes to these controls are refused with this code.
    var refused: [CameraControl: RefusalCode] = [:]
    /// Requests for these controls are answered this much later.
    var hangs: [CameraControl: Nanoseconds] = [:]
    /// The next writes to these controls are accepted without effect; the number is that of the writes left.
    var ignored: [CameraControl: Int]
    var readingZero: Set<CameraControl>

    /// A count that never runs out.
    static let always = Int.max

    init(_ design: CameraDesign) {
        ignored = design.ignored
        readingZero = design.readingZero
    }

    /// True if this write has no effect; it uses up one of the ignored writes.
    mutating func consumeIgnored(_ control: CameraControl) -> Bool {
        guard let count = ignored[control], count > 0 else { return false }
        if count != Self.always { ignored[control] = count > 1 ? count - 1 : nil }
        return true
    }

    var refusals: JSON {
        .object(refused.map { ($0.key.rawValue, JSON.string($0.value.rawValue)) }.sorted { $0.0 < $1.0 })
    }

    /// The controls with the number of writes still to be ignored; null stands for all writes.
    var ignorance: JSON {
        .object(
            ignored.map { ($0.key.rawValue, $0.value == Self.always ? JSON.null : .integer(Int64($0.value))) }
                .sorted { $0.0 < $1.0 })
    }
}
