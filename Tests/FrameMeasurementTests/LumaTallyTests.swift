import Testing

@testable import FocusCore

/// Sums over areas.
struct LumaTallyTests {
    @Test("A tally of no pixels has mean 0 and shares of 0, not NaN")
    func noPixels() throws {
        try withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { buffer in
            let bytes = UnsafeRawBufferPointer(buffer)
            let plane = try #require(LumaPlane(bytes: bytes, width: 1, height: 1, bytesPerRow: 1))
            let tally = LumaTally()
            #expect(tally.mean(LumaLevels(of: plane)) == 0 && tally.share(0) == 0)
        }
    }
}
