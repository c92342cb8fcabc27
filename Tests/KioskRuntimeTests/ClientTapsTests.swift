import FocusCore
import Testing

@testable import KioskLines
@testable import KioskRuntime

/// Taps of clients, from the request to the last report.
@Suite struct ClientTapsTests {
    private typealias Maker = ClientTaps.Maker

    @Test("Each tap has a number of its own, whatever ids the clients choose")
    func numbers() {
        var taps = ClientTaps()
        let (one, other) = (Maker(client: 1, id: TapID(7)), Maker(client: 2, id: TapID(7)))
        let (first, second) = (taps.add(one), taps.add(other))
        #expect(first != second && taps.maker(of: first) == one && taps.maker(of: second) == other)
        #expect(taps.maker(of: nil) == nil && taps.maker(of: TapID(99)) == nil)
    }

    @Test("A tap that has had its fate is forgotten; an accepted one is known until another one is accepted")
    func fates() {
        var taps = ClientTaps()
        let ended = taps.add(Maker(client: 1))
        taps.end(ended)
        #expect(taps.maker(of: ended) == nil && taps.count == 0)
        let accepted = taps.add(Maker(client: 1, id: TapID(5)))
        taps.accept(accepted)
        let pending = taps.add(Maker(client: 2))
        taps.end(pending)
        #expect(taps.maker(of: accepted) == Maker(client: 1, id: TapID(5)) && taps.count == 1)
        // A finger's tap was accepted.
        taps.accept(nil)
        #expect(taps.maker(of: accepted) == nil && taps.count == 0)
    }

    @Test("However many taps are turned down meanwhile, the one that waits is still known")
    func many() {
        var taps = ClientTaps()
        let waiting = taps.add(Maker(client: 1, id: TapID(1)))
        for number in 0..<1000 as Range<UInt64> { taps.end(taps.add(Maker(client: 2, id: TapID(number)))) }
        #expect(taps.maker(of: waiting) == Maker(client: 1, id: TapID(1)) && taps.count == 1)
    }
}
