/// Keeps a camera without autofocus sharp: says when a new search is due.
///
///     the scene changed (sharpness or brightness beyond a ratio of what it was after the last search)
///     and then was still (so many frames in a row alike)
///     and is not again as it was                                    somebody has only passed by
///     and the budget allows it                                      at most N searches in any minute
///
/// The first three are libcamera's on the Raspberry Pi, but for the passer-by; the budget is against what users complain
/// about most: hunting.
public struct FocusWatch: Equatable, Sendable {
    private struct Look: Equatable {
        var sharpness: Double
        var mean: Double
    }

    private let settings: FocusSearchSettings
    /// When the last searches were said to be due; the oldest is overwritten first.
    private var searches = InlineArray<16, Instant>(repeating: Instant(nanoseconds: 0))
    private var searchCount = 0
    private var position: Int64?
    private var request: UInt32?
    /// How sharp the search has seen it at its best; nil where it has found nothing.
    private var found: Double?
    /// What the scene looked like after the last search; nil until it was still for the first time.
    private var focused: Look?
    /// What the scene looks like while it is still, and for how many frames it has been.
    private var still: Look?
    private var stillCount = 0

    public init(settings: FocusSearchSettings = FocusSearchSettings()) {
        self.settings = settings
    }

    /// The lens was put there, and from now on the scene is watched. The budget is not renewed by it.
    /// - Parameters:
    ///   - position: nil where the lens was never written.
    ///   - found: how sharp the search has seen it at its best; nil where there was none, or it has found nothing.
    public mutating func begin(at position: Int64?, found: Double? = nil) {
        self.position = position
        self.found = found
        request = nil
        focused = nil
        still = nil
        stillCount = 0
    }

    /// Takes a frame; frames with another lens position are ignored. True: a search is due, and counted in the budget. It
    /// says so once; after the search, call `begin`.
    public mutating func look(_ frame: FrameStatistics) -> Bool {
        guard frame.lens == position || frame.lens == nil || position == nil else { return false }
        // Numbers of different requests cannot be compared.
        if let request, request != frame.request { begin(at: position, found: found) }
        request = frame.request
        follow(Look(sharpness: frame.sharpness.clamped(to: 0...1e100), mean: frame.mean.clamped(to: 0...1e100)))
        guard let still, stillCount >= settings.stillFrames.clamped(to: 1...1000) else { return false }
        guard let focused else {
            if isBlurred(still) { return isAffordable(at: frame.captured) }
            self.focused = still
            return false
        }
        guard isChanged(still, from: focused), isAffordable(at: frame.captured) else { return false }
        self.focused = still
        return true
    }

    private mutating func follow(_ look: Look) {
        guard let known = still, !isChanged(look, from: known) else {
            still = look
            stillCount = 1
            return
        }
        stillCount = min(stillCount + 1, 1000)
        // The mean of the first frames: a slow drift must not take it along.
        let weight = 1 / Double(min(stillCount, 10))
        if stillCount <= 10 {
            still = Look(
                sharpness: known.sharpness + (look.sharpness - known.sharpness) * weight,
                mean: known.mean + (look.mean - known.mean) * weight)
        }
    }

    /// The scene may change between the end of the search and the first time that it is still. The peak itself may be less
    /// sharp than the best look at it by one ratio, and what is seen now by another.
    private func isBlurred(_ still: Look) -> Bool {
        guard let found else { return false }
        let ratio = settings.changeRatio.clamped(to: 0...1) * settings.confirmationRatio.clamped(to: 0...1)
        return still.sharpness < found * ratio
    }

    private func isChanged(_ one: Look, from other: Look) -> Bool {
        let ratio = settings.changeRatio.clamped(to: 0...1)
        func differ(_ one: Double, _ other: Double) -> Bool { min(one, other) < max(one, other) * ratio }
        return differ(one.sharpness, other.sharpness) || differ(one.mean, other.mean)
    }

    /// Whether the budget allows a search now; if so, it is counted.
    public mutating func isAffordable(at time: Instant) -> Bool {
        let budget = settings.searchesPerMinute.clamped(to: 0...16)
        guard budget > 0 else { return false }
        if searchCount >= budget {
            let oldest = searches[(searchCount - budget) % 16]
            let gone = time.since(oldest)
            // A time before the last search is a new clock: the budget begins anew.
            if gone >= .zero, gone < .milliseconds(60_000) { return false }
        }
        searches[searchCount % 16] = time
        // Only the rest of the division by 16 and "at least the budget" count.
        searchCount = searchCount >= 1 << 20 ? searchCount % 16 + 16 : searchCount + 1
        return true
    }

    public static func == (left: FocusWatch, right: FocusWatch) -> Bool {
        for index in left.searches.indices where left.searches[index] != right.searches[index] { return false }
        return left.settings == right.settings && left.searchCount == right.searchCount
            && left.position == right.position && left.request == right.request && left.found == right.found
            && left.focused == right.focused && left.still == right.still && left.stillCount == right.stillCount
    }
}
