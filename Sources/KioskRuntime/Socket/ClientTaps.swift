import FocusCore

/// Taps that clients of the socket have made. The engine gets a number for each, which no other tap has; the client hears the id
/// that it has chosen itself.
struct ClientTaps {
    /// Who has made a tap.
    struct Maker: Equatable {
        var client: ControlServer.ClientID
        /// The id that the client has given it.
        var id: TapID?
    }

    /// An accepted tap is told of once more, when it has settled. By then hardly another one has been accepted.
    private static let keptTaps = 64
    private var last: UInt64 = 0
    private var makers: [(tap: TapID, maker: Maker)] = []

    /// A client taps.
    /// - Returns: the tap's number for the engine.
    mutating func add(_ maker: Maker) -> TapID {
        last += 1
        makers.append((TapID(last), maker))
        if makers.count > Self.keptTaps { makers.removeFirst() }
        return TapID(last)
    }

    /// Who has made a tap; nil: a finger on the touchscreen has.
    func maker(of tap: TapID?) -> Maker? {
        guard let tap else { return nil }
        return makers.last { $0.tap == tap }?.maker
    }
}
