import Testing

@testable import FocusCore

/// Sums over areas.
struct LumaTallyTests {
    @Test("Sums of no pixels have mean 0 and no share of anything, and not a result that is no number")
    func noPixels() throws {
        try withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { buffer in
            let bytes = UnsafeRawBufferPointer(buffer)
            let plane = try #require(LumaPlane(bytes: bytes, width: 1, height: 1, bytesPerRow: 1))
            let tally = LumaTally()
            #expect(tally.mean(LumaLevels(of: plane)) == 0 && tally.share(0) == 0)
        }
    }
}
