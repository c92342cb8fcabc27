import Testing

@testable import LinuxDevices

@Suite struct EndMarkersTests {
    /// The JPEGs that count as whole, for a series with and without markers.
    private func whole(_ markers: [Bool]) -> [Bool] {
        var seen = EndMarkers()
        return markers.map { seen.isWhole(hasMarker: $0) }
    }

    @Test("Markers that come now and then, as by chance, are never expected")
    func chance() {
        #expect(whole((0..<200).map { $0 % 8 != 0 }).allSatisfy { $0 })
        #expect(whole(Array(repeating: true, count: 8) + [false]).last == false, "eight in a row are no chance")
    }

    @Test("After more than eight without one they are expected no more, until eight come in a row again")
    func unlearned() {
        let eight = Array(repeating: true, count: 8)
        let none = Array(repeating: false, count: 8)
        #expect(whole(eight + none) == eight + none)
        #expect(whole(eight + none + [false, false]) == eight + none + [true, true])
        #expect(whole(eight + none + [true, false]) == eight + none + [true, false], "one in between begins anew")
        #expect(whole(eight + none + [false] + eight + [false]).last == false)
    }
}
