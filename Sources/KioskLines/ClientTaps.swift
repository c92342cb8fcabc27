import FocusCore

/// Taps of the socket's clients that are on their way, and the accepted one that has not settled yet.
///
/// The engine gets a number for each, which no other tap has; the client hears the id that it has chosen itself. Every tap
/// gets exactly one fate from the engine, so nothing is kept for ever.
package struct ClientTaps {
    /// The client that made a tap.
    package struct Maker: Equatable {
        package var client: UInt64
        /// The id that the client has given the tap.
        package var id: TapID?

        package init(client: UInt64, id: TapID? = nil) {
            self.client = client
            self.id = id
        }
    }

    private var last: UInt64 = 0
    private var onTheirWay: [TapID: Maker] = [:]
    private var accepted: (tap: TapID, maker: Maker)?

    package init() {}

    /// A client taps.
    /// - Returns: the tap's number for the engine.
    package mutating func add(_ maker: Maker) -> TapID {
        last += 1
        onTheirWay[TapID(last)] = maker
        return TapID(last)
    }

    /// The maker of a tap; nil for a finger on the touchscreen.
    package func maker(of tap: TapID?) -> Maker? {
        guard let tap else { return nil }
        return accepted?.tap == tap ? accepted?.maker : onTheirWay[tap]
    }

    /// The camera has taken a tap: it is told of once more, when it has settled. Another tap before that takes its place.
    package mutating func accept(_ tap: TapID?) {
        accepted = nil
        guard let tap, let maker = onTheirWay.removeValue(forKey: tap) else { return }
        accepted = (tap, maker)
    }

    /// A tap was ignored or refused: nothing more is told of it.
    package mutating func end(_ tap: TapID?) {
        if let tap { onTheirWay[tap] = nil }
    }

    /// The number of taps that are remembered.
    package var count: Int { onTheirWay.count + (accepted == nil ? 0 : 1) }
}
