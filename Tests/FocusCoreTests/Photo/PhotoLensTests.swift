import Testing

@testable import FocusCore

/// The lens positions that a photo may have of its own.
@Suite struct PhotoLensTests {
    private static func held(at position: Int64) throws -> HeldLens {
        HeldLens(position: position, range: try #require(LensRange(minimum: 0, maximum: 250, step: 5)))
    }

    @Test(
        "A share of the range gives the nearest position that the lens has, and none beyond its ends",
        arguments: [
            (0.1, 125), (-0.1, 75), (-0.4, 0), (0.6, 250), (0.62, nil), (-0.42, nil), (1, nil), (0.011, 105),
            (.nan, nil), (.infinity, nil), (-.infinity, nil), (1e300, nil),
        ] as [(Double, Int64?)])
    func positions(share: Double, wanted: Int64?) throws {
        #expect(try Self.held(at: 100).position(beside: share) == wanted)
    }

    @Test("A share of 0 is the held position itself, also one that is on no step")
    func itself() throws {
        #expect(try Self.held(at: 103).position(beside: 0) == 103)
        #expect(try Self.held(at: 103).position(beside: 0.1) == 130)
    }

    @Test("The largest range that a driver can report has positions, and no trap", arguments: [-1, -0.5, 0.5, 1, 0.1])
    func hugeRange(share: Double) throws {
        let range = try #require(LensRange(minimum: .min, maximum: .max))
        for position in [Int64.min, 0, .max] {
            let found = HeldLens(position: position, range: range).position(beside: share)
            if let found { #expect((found > position) == (share > 0)) }
        }
    }

    @Test("A lens that is not held, and a bracket of which one position is outside, are refused before it moves")
    func refusals() throws {
        var lens = PhotoLens()
        let held = try Self.held(at: 100)
        let unheld = lens.begin(LensWish(0), of: nil)
        #expect(unheld == .notHeld)
        for wish in [LensWish(0.7), LensWish(-0.1, to: 0.7), LensWish(-0.1, from: -0.5, to: 0.1)] {
            let reason = lens.begin(wish, of: held)
            #expect(reason == .outOfRange)
        }
        let wasMoved = lens.end()
        #expect(lens.position == nil && !wasMoved)
    }

    @Test("The lens stands where the photo wants it, or the photo hears of it; it goes back once")
    func stands() throws {
        var lens = PhotoLens()
        #expect(lens.stands(at: nil) && lens.travel == .zero)
        let held = try Self.held(at: 100)
        let reason = lens.begin(LensWish(0.1, from: -0.1, to: 0.1), of: held)
        #expect(reason == nil)
        #expect(lens.position == 125 && lens.stands(at: 125) && !lens.stands(at: nil) && !lens.stands(at: 75))
        // From one side to the other, at a second for the whole range.
        #expect(lens.travel == .milliseconds(200))
        let ends = [lens.end(), lens.end()]
        #expect(ends == [true, false] && lens.stands(at: nil))
    }

    @Test(
        "Only numbers from -1 to 1 are shares",
        arguments: [(1, true), (-1, true), (1.1, false), (.nan, false)] as [(Double, Bool)])
    func usable(share: Double, wanted: Bool) {
        #expect(LensWish(share).isUsable == wanted && LensWish(0, to: share).isUsable == wanted)
        #expect(LensWish(0, from: share).isUsable == wanted)
    }
}
