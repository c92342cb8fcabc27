/// Reads held controls regularly, because every program that can open the camera may switch an automatic on or change a value. A broken
/// hold is written again once for each tap, and then given up: two programs that write in turns would make the picture pump for ever. One
/// that somebody keeps, maybe for days, is written again once a minute, and given up after three times in a row.
struct HoldWatch: Equatable, Sendable, Snapshotable {
    /// Controls whose read-back differed from the written value when the hold began. Their later read-backs are ignored.
    private var unreliable = InlineList<8, ControlID>()
    /// True when the driver has reported a change that no reading has covered yet.
    private(set) var hasNews = false
    /// True when the next reading takes the last four of the held controls; only if there are more than four.
    private var isTurnOfLast = false

    /// The time from one reading, of at most four controls, to the next.
    static let interval = TimeSpan.milliseconds(2000)
    /// The time from a change that the driver has reported to the reading: a program that changes one control often changes more.
    private static let newsPause = TimeSpan.milliseconds(50)

    var pause: TimeSpan { hasNews ? Self.newsPause : Self.interval }

    /// A tap was accepted: its holds are not known yet.
    mutating func restart() { self = HoldWatch() }

    mutating func isChanged() { hasNews = true }

    /// A reading covers all changes until now, or none is needed any more.
    mutating func forgetNews() { hasNews = false }

    /// The read-back of these controls has differed after all writes.
    mutating func distrust(_ ids: ControlIDs) {
        ids.forEach { id in
            if trusts(id) { unreliable.append(id) }
        }
    }

    func trusts(_ id: ControlID) -> Bool { !unreliable.contains(id) }

    /// The controls of the next reading, four at most. Automatics come first, because nothing is held while its automatic is on. If
    /// there are more than four, the first four and the last four are read in turns.
    mutating func nextReading(of held: PerComponent<ControlSettings>) -> ControlIDs {
        var all = InlineList<8, ControlID>()
        append(held, areAutomatics: true, to: &all)
        append(held, areAutomatics: false, to: &all)
        var ids = ControlIDs()
        let first = isTurnOfLast ? max(all.count - 4, 0) : 0
        for index in first..<min(first + 4, all.count) {
            if let id = all[index] { ids.append(id) }
        }
        isTurnOfLast = all.count > 4 && !isTurnOfLast
        return ids
    }

    private func append(
        _ held: PerComponent<ControlSettings>, areAutomatics: Bool, to all: inout InlineList<8, ControlID>
    ) {
        for component in Component.allCases {
            held[component].filter { $0.id.isAutomatic == areAutomatics }.forEach { all.append($0.id) }
        }
    }
}
