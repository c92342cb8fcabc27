/// Decides when a camera without autofocus needs a new search. A search is due when
///
///     the scene changed (sharpness or brightness beyond a ratio of what it was after the last search)
///     and then was still (a number of consecutive frames alike)
///     and is not as it was before the change                        otherwise somebody has only passed by
///     and the budget allows it                                      at most N searches in any minute
///
/// The first two rules are libcamera's on the Raspberry Pi; the passer-by is our addition. The budget prevents hunting,
/// which users complain about most.
public struct FocusWatch: Equatable, Sendable, Snapshotable, SnapshotChecked {
    private struct Look: Equatable, Snapshotable {
        var sharpness: Double
        var mean: Double
    }

    var settings: FocusSearchSettings
    /// The times of the last searches; the oldest is overwritten first.
    private var searches = InlineArray<16, Instant>(repeating: Instant(nanoseconds: 0))
    private var searchCount = 0
    private var request: UInt32?
    /// The sharpness that the search saw at the peak; nil when it found nothing.
    private var found: Double?
    /// The scene after the last search; nil until it was still for the first time.
    private var focused: Look?
    /// The scene while it is still. `stillCount` is the number of its frames.
    private var still: Look?
    private var stillCount = 0

    var isSound: Bool { searchCount >= 0 }

    public init(settings: FocusSearchSettings = FocusSearchSettings()) {
        self.settings = settings
    }

    /// Starts to watch the scene after a search, which saw this highest sharpness; nil: nothing was found. The budget is not renewed.
    public mutating func begin(found: Double? = nil) {
        self.found = found
        request = nil
        focused = nil
        still = nil
        stillCount = 0
    }

    /// Takes a frame. Returns true, once, when a search is due, which is then counted in the budget. After the search, call `begin`.
    public mutating func look(_ frame: FrameStatistics) -> Bool {
        // Measurements of different requests cannot be compared.
        if let request, request != frame.request { begin(found: found) }
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
        // Only the first frames are averaged, so that a slow drift does not take the mean along.
        let weight = 1 / Double(min(stillCount, 10))
        if stillCount <= 10 {
            still = Look(
                sharpness: known.sharpness + (look.sharpness - known.sharpness) * weight,
                mean: known.mean + (look.mean - known.mean) * weight)
        }
    }

    /// True when the scene changed between the search and the first rest. The limit is the product of two ratios: the confirmed peak may be
    /// below the best measurement by one, and what is seen now below the peak by the other.
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

    /// True when the budget allows a search now. The search is then counted.
    public mutating func isAffordable(at time: Instant) -> Bool {
        let budget = settings.searchesPerMinute.clamped(to: 0...16)
        guard budget > 0 else { return false }
        if searchCount >= budget {
            let oldest = searches[(searchCount - budget) % 16]
            let gone = time.since(oldest)
            // A negative time means that the clock was restarted: the budget starts again.
            if gone >= .zero, gone < .milliseconds(60_000) { return false }
        }
        searches[searchCount % 16] = time
        // Only the remainder by 16 and the comparison with the budget matter, so the count may be reduced.
        searchCount = searchCount >= 1 << 20 ? searchCount % 16 + 16 : searchCount + 1
        return true
    }
}
