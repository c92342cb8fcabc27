/// The engine's timers and their generations: an expiry counts only when it is of the latest one.
///
/// A timer that was re-armed or disarmed may already have expired in the kernel; its expiry then comes back with a
/// generation that nobody waits for.
struct TimerBank: Equatable, Sendable {
    private var generations: (UInt32, UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0, 0)
    /// Bit i: timer i is armed.
    private var armed: UInt8 = 0

    mutating func arm(_ id: TimerID, at deadline: Instant, _ effects: inout EffectList) {
        armed |= Self.bit(id)
        self[id] &+= 1
        effects.append(.arm(id, deadline: deadline, generation: self[id]))
    }

    mutating func disarm(_ id: TimerID, _ effects: inout EffectList) {
        guard armed & Self.bit(id) != 0 else { return }
        armed &= ~Self.bit(id)
        effects.append(.disarm(id))
    }

    /// Whether this expiry is the one that is waited for. The timer is then not armed any more.
    mutating func expire(_ id: TimerID, generation: UInt32) -> Bool {
        guard armed & Self.bit(id) != 0, generation == self[id] else { return false }
        armed &= ~Self.bit(id)
        return true
    }

    private static func bit(_ id: TimerID) -> UInt8 { 1 << id.rawValue }

    private subscript(id: TimerID) -> UInt32 {
        get {
            switch id {
            case .forceLock: generations.0
            case .settlePoll: generations.1
            case .focusDeadline: generations.2
            case .exposureDeadline: generations.3
            case .continuousRetry: generations.4
            }
        }
        set {
            switch id {
            case .forceLock: generations.0 = newValue
            case .settlePoll: generations.1 = newValue
            case .focusDeadline: generations.2 = newValue
            case .exposureDeadline: generations.3 = newValue
            case .continuousRetry: generations.4 = newValue
            }
        }
    }

    static func == (left: TimerBank, right: TimerBank) -> Bool {
        left.generations == right.generations && left.armed == right.armed
    }
}
