/// Whether a camera's JPEGs come with the marker of their end, as they should; learned from those that have come.
///
/// Some cameras fill up what they send, and their markers are not where they are looked for: all but a few, by chance.
struct EndMarkers: Equatable, Sendable {
    /// So many in a row that have one are no chance; more than so many without one are not all cut off.
    static let enough = 8

    /// Whether a JPEG without one counts as cut off.
    private(set) var areExpected = false
    /// How many in a row came with one, up to now.
    private var present = 0
    /// How many in a row came without.
    private var missing = 0

    /// Takes the next JPEG into account; whether it is whole, as far as can be told.
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
