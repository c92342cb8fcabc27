/// What the camera does wrong with its controls, because its maker did or because somebody has told it to.
struct Misbehaviour {
    /// Writes are refused, with this code.
    private var refused: [CameraControl: RefusalCode] = [:]
    /// Requests are answered late by this.
    private var hangs: [CameraControl: Nanoseconds] = [:]
    /// So many more writes are taken and have no effect.
    private var ignored: [CameraControl: Int]
    private var readingZero: Set<CameraControl>

    /// For ever, as a count of writes.
    static let always = Int.max

    init(_ design: CameraDesign) {
        ignored = design.ignored
        readingZero = design.readingZero
    }

    /// nil takes writes again.
    mutating func refuse(_ control: CameraControl, _ code: RefusalCode?) {
        refused[control] = code
    }

    /// nil answers at once again.
    mutating func hang(_ control: CameraControl, _ length: Nanoseconds?) {
        hangs[control] = length
    }

    /// 0 heeds them again.
    mutating func ignore(_ control: CameraControl, writes: Int) {
        ignored[control] = writes > 0 ? writes : nil
    }

    mutating func readZero(_ control: CameraControl, _ isZero: Bool) {
        if isZero { readingZero.insert(control) } else { readingZero.remove(control) }
    }

    func refusal(of control: CameraControl) -> RefusalCode? { refused[control] }
    func delay(of control: CameraControl) -> Nanoseconds { hangs[control] ?? 0 }
    func readsZero(_ control: CameraControl) -> Bool { readingZero.contains(control) }

    /// Whether this write shall have no effect; it is one fewer then.
    mutating func takeIgnored(_ control: CameraControl) -> Bool {
        guard let count = ignored[control], count > 0 else { return false }
        if count != Self.always { ignore(control, writes: count - 1) }
        return true
    }

    var refusals: JSON {
        .object(refused.map { ($0.key.rawValue, JSON.string($0.value.name)) }.sorted { $0.0 < $1.0 })
    }

    /// Controls and how many writes are still to be ignored; null: all.
    var ignorance: JSON {
        .object(
            ignored.map { ($0.key.rawValue, $0.value == Self.always ? JSON.null : .integer(Int64($0.value))) }
                .sorted { $0.0 < $1.0 })
    }
}
