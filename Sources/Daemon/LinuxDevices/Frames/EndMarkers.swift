/// Learns from a camera's JPEGs whether they end with the end-of-image marker, as they should.
///
/// Some cameras pad their frames, so that the marker is not in the searched place, except by chance.
struct EndMarkers: Equatable, Sendable {
    /// JPEGs in a row that decide: as many with a marker are no coincidence; more without one are not all cut off.
    static let enough = 8

    /// True if a JPEG without the marker counts as cut off.
    private(set) var areExpected = false
    /// Number of JPEGs in a row, up to now, that had the marker.
    private var present = 0
    /// Number of JPEGs in a row, up to now, that had none.
    private var missing = 0

    /// Counts the next JPEG, and returns true if it is whole as far as the marker can tell.
    mutating func isWhole(hasMarker: Bool) -> Bool {
        if hasMarker {
            missing = 0
            present = min(present + 1, Self.enough)
            if present == Self.enough { areExpected = true }
            return true
        }
        present = 0
        missing = min(missing + 1, Self.enough + 1)
        if missing > Self.enough { areExpected = false }
        return !areExpected
    }
}
