/// The findings of earlier searches of the same lens that make a later one shorter.
public struct FocusExperience: Equatable, Sendable, Snapshotable {
    /// The distance from a summit at which the sharpness has fallen to half, in the driver's units; nil: no search has shown it.
    private(set) var width: Double?
    /// The position of the latest summit, and of the one before that was elsewhere; nil: no search has found one.
    private(set) var latest: Int64?
    private(set) var former: Int64?

    /// A wider summit is believed little by little: too wide a step might miss a narrow one.
    private static let widening = 1.1

    /// Nothing is known yet.
    public init() {}

    /// A search has found a summit.
    /// - Parameter width: of its curve, in the driver's units; nil: no curve explains what it has measured.
    mutating func found(at position: Int64, width: Double?) {
        if let latest, latest != position { former = latest }
        latest = position
        guard let width, width.isFinite, width > 0 else { return }
        self.width = min(width, self.width.map { $0 * Self.widening } ?? width)
    }

    /// Another zoom: an enlarged picture shows the same blur larger, so its summits are narrower.
    mutating func forgetWidth() { width = nil }

    /// A position where a summit was, other than this one; nil: unknown.
    func another(than position: Int64) -> Int64? { latest == position ? former : latest }
}
