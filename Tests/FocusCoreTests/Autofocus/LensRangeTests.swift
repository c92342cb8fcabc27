import Testing

@testable import FocusCore

struct LensRangeTests {
    @Test("A range that is empty or inverted is none")
    func emptyRanges() {
        #expect(LensRange(minimum: 5, maximum: 5) == nil)
        #expect(LensRange(minimum: 5, maximum: 4) == nil)
        #expect(LensRange(minimum: .max, maximum: .min) == nil)
        #expect(LensRange(minimum: 0, maximum: 9, step: 10) == nil, "there is one position only")
    }

    @Test("A step of 0 or less counts as 1")
    func noStep() throws {
        #expect(try #require(LensRange(minimum: 0, maximum: 10, step: 0)).step == 1)
        #expect(try #require(LensRange(minimum: 0, maximum: 10, step: .min)).step == 1)
    }

    @Test("The nearest position is on the grid, inside the range, and at most half a step away")
    func nearest() throws {
        let range = try #require(LensRange(minimum: -7, maximum: 252, step: 5))
        for position in -50...300 as ClosedRange<Int64> {
            let nearest = range.nearest(to: position)
            #expect((nearest + 7) % 5 == 0 && nearest >= -7 && nearest <= 248)
            if (-7...248).contains(position) { #expect(abs(nearest - position) <= 2, "\(position)") }
        }
        #expect(range.nearest(to: .min) == -7)
        #expect(range.nearest(to: .max) == 248)
    }

    /// With its type: as an argument in place, the list would take the compiler fifteen seconds.
    static let huge: [(minimum: Int64, maximum: Int64, step: Int64)] = [
        (.min, .max, 1), (.min, .max, .max), (.min, .max, 3), (0, .max, 1), (.min, 0, 7), (.max - 1, .max, 1),
        (.min, .min + 1, 1), (0, 1 << 24, 1), (0, 1 << 24 + 1, 1),
    ]

    @Test("The largest ranges do not overflow", arguments: huge)
    func hugeRanges(_ minimum: Int64, _ maximum: Int64, _ step: Int64) throws {
        let range = try #require(LensRange(minimum: minimum, maximum: maximum, step: step))
        #expect(range.last >= 1 && range.last <= 1 << 24)
        #expect(range.position(at: 0) == minimum)
        #expect(range.position(at: range.last) <= maximum && range.position(at: range.last) > minimum)
        for index in [0, 1, range.last / 2, range.last] {
            let position = range.position(at: index)
            #expect(range.index(of: position) == index)
            // The distance between any two positions fits into a UInt64.
            #expect(UInt64(bitPattern: position &- minimum) % UInt64(step) == 0)
        }
        #expect(range.nearest(to: maximum) >= minimum)
    }
}
