/// The engine's timers and their generations: an expiry counts only when it is of the latest one. The kernel may have expired a timer
/// before it was armed again or disarmed.
struct TimerBank: Equatable, Sendable, Snapshotable {
    private var generations = InlineArray<16, UInt32>(repeating: 0)
    /// Bit i: timer i is armed.
    private var armed: UInt16 = 0

    mutating func arm(_ id: TimerID, at deadline: Instant, _ effects: inout EffectList) {
        armed |= Self.bit(id)
        generations[id.index] &+= 1
        effects.append(.arm(id, deadline: deadline, generation: generations[id.index]))
    }

    mutating func disarm(_ id: TimerID, _ effects: inout EffectList) {
        guard armed & Self.bit(id) != 0 else { return }
        armed &= ~Self.bit(id)
        effects.append(.disarm(id))
    }

    func isArmed(_ id: TimerID) -> Bool { armed & Self.bit(id) != 0 }

    func generation(of id: TimerID) -> UInt32? { isArmed(id) ? generations[id.index] : nil }

    /// True if this expiry is the one that is waited for. The timer is then not armed any more.
    mutating func expire(_ id: TimerID, generation: UInt32) -> Bool {
        guard armed & Self.bit(id) != 0, generation == generations[id.index] else { return false }
        armed &= ~Self.bit(id)
        return true
    }

    private static func bit(_ id: TimerID) -> UInt16 { 1 << id.rawValue }
}

extension TimerID {
    fileprivate var index: Int { Int(rawValue) }
}
