import FocusCore
import RequestNames

/// Taps of clients that wait for their fate, and the accepted tap that has not settled yet.
///
/// The engine gets a number for each tap, which no other tap has; the client reads the id that it has chosen itself. The engine
/// decides the fate of every tap exactly once, so nothing is kept for ever.
package struct ClientTaps {
    /// The client that made a tap.
    package struct Maker: Equatable {
        package var client: UInt64
        /// The id that the client has given the tap.
        package var id: TapID?
        /// The request that led to the tap: `tap` or `lock`.
        package var request = RequestName.tap
        /// True for a lock that outlives the connection.
        package var stays = false
        /// True for a lock that a tap of anybody ends.
        package var endsWithTap = false
        /// True for a lock whose end is wished for before it has begun: the state that its tap leads to answers it.
        package var isWithdrawn = false

        /// True if the state that the tap leads to is the answer. A lock is answered when it has begun.
        var isAnsweredByState: Bool { request == .tap || isWithdrawn }
    }

    private var last: UInt64 = 0
    private var waiting: [TapID: Maker] = [:]
    private var accepted: (tap: TapID, maker: Maker)?

    package init() {}

    /// A client taps. Returns the tap's number for the engine.
    package mutating func add(_ maker: Maker) -> TapID {
        last += 1
        waiting[TapID(last)] = maker
        return TapID(last)
    }

    /// The maker of a tap; nil for a finger on the touchscreen.
    package func maker(of tap: TapID?) -> Maker? {
        guard let tap else { return nil }
        return accepted?.tap == tap ? accepted?.maker : waiting[tap]
    }

    /// True while a tap waits for its fate.
    package func isWaiting(_ tap: TapID?) -> Bool { tap.map { waiting[$0] != nil } ?? false }

    /// The camera has accepted a tap. Its maker is remembered until another is accepted: the report `settled` is still to come.
    package mutating func accept(_ tap: TapID?) {
        accepted = nil
        guard let tap, let maker = waiting.removeValue(forKey: tap) else { return }
        accepted = (tap, maker)
    }

    /// A tap was ignored or refused: no report about it follows.
    package mutating func end(_ tap: TapID?) { if let tap { waiting[tap] = nil } }

    /// The end of locks is wished for: those that wait for their fate never begin.
    package mutating func withdrawLocks() {
        for tap in Array(waiting.keys) where waiting[tap]?.request == .lock { waiting[tap]?.isWithdrawn = true }
    }

    /// True while a lock of another client waits for its fate, which only that client ends.
    package func awaitsLock(againstAll client: UInt64) -> Bool {
        waiting.values.contains {
            $0.client != client && $0.request == .lock && !$0.stays && !$0.endsWithTap && !$0.isWithdrawn
        }
    }

    /// True while a lock of this client waits for its fate.
    package func awaitsLock(of client: UInt64) -> Bool {
        waiting.values.contains { $0.client == client && $0.request == .lock && !$0.stays && !$0.isWithdrawn }
    }

    /// True while a lock of another client waits for its fate.
    package func awaitsLock(ofAnother client: UInt64) -> Bool {
        waiting.values.contains { $0.client != client && $0.request == .lock && !$0.isWithdrawn }
    }

    /// True while a lock of anybody waits for its fate.
    package var isAwaitingLock: Bool { waiting.values.contains { $0.request == .lock && !$0.isWithdrawn } }

    /// The number of taps that are remembered.
    package var count: Int { waiting.count + (accepted == nil ? 0 : 1) }
}
