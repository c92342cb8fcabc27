import Testing

@testable import FocusCore

/// A tap from the finger to `settled`.
struct TapLifeTests {
    private static let first = AskedTap(point: PointOfInterest(x: 0.25, y: 0.5), id: nil)
    private static let second = AskedTap(point: PointOfInterest(x: 0.75, y: 0.5), id: nil)

    private static func asked() -> TapLife {
        var taps = TapLife()
        taps.ask(first)
        return taps
    }

    @Test("An accepted tap settles at its point, and is reported once")
    func accepted() {
        var taps = Self.asked()
        #expect(taps.isAsked && !taps.isSettling && taps.heldPoint == nil)
        let accepted = taps.accept()
        #expect(accepted == Self.first && !taps.isAsked && taps.isSettling && taps.heldPoint == Self.first.point)
        let reported = [taps.settle(), taps.settle()]
        #expect(reported == [Self.first, nil] && taps.heldPoint == Self.first.point)
        taps.letGo()
        #expect(taps == TapLife())
    }

    @Test("A tap that is refused, or overtaken, leaves what the tap before it has come to", arguments: [false, true])
    func lost(_ isRefused: Bool) {
        var taps = Self.asked()
        _ = taps.accept()
        let before = taps
        taps.ask(Self.second)
        #expect(taps.isAsked && taps.settling == Self.first)
        let lost = isRefused ? taps.refuse() : taps.overtake()
        #expect(lost == Self.second && taps == before)
        let none = [taps.refuse(), taps.overtake(), taps.accept()]
        #expect(none == [nil, nil, nil] && taps == before)
    }

    @Test("What settles or is held is let go, and not a tap on its way")
    func letGo() {
        var taps = Self.asked()
        _ = taps.accept()
        taps.ask(Self.second)
        taps.letGo()
        let reported = taps.settle()
        #expect(reported == nil && taps.heldPoint == nil && taps.asked == Self.second)
    }
}
