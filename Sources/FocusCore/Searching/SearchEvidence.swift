/// The meaning of a frame for the latest write of a search.
enum SearchEvidence: Equatable, Sendable {
    /// The frame does not count for it: the search waits, or there is none.
    case notNeeded
    /// The frame would count.
    /// - Parameters:
    ///   - isShown: true when the frame differs from those before the write by more than noise.
    ///   - isLast: true when the search would end with it.
    case needed(isShown: Bool, isLast: Bool)
}
