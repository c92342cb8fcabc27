import FocusCore
import KioskRuntime
import StateTrace

/// The comparison of two traces in lines: where they part, and where they are the same again.
struct ComparisonWords {
    private let palette: TracePalette
    private let mostPlaces: Int
    private var sides = (left: SideProgress(), right: SideProgress())
    /// The last step that both have; nil before the first.
    private var common: (left: ComparableStep, right: ComparableStep)?
    private var isParted = false
    private var shownLines = 0
    private(set) var places = 0
    private(set) var counts = (common: 0, otherEffects: 0, late: 0, left: 0, right: 0)

    /// A place shows so many lines at most.
    private static let mostLines = 40
    /// An input that comes so much earlier or later after the one before it than on the other side is a difference.
    static let latest = TimeSpan.seconds(1)

    /// The session of one side, as far as it has been read.
    private struct SideProgress {
        private var first: Instant?
        private(set) var last: Instant?
        private var calls = RecordedCalls()

        mutating func follow(_ step: ComparableStep) {
            guard let time = step.input?.time else {
                self = SideProgress()
                return
            }
            for effect in step.effects { calls.remember(effect) }
            if first == nil { first = time }
            last = time
        }

        /// The time since the first input of the session.
        func seconds(_ time: Instant) -> String { String(printf: "%.3f", time.since(first ?? time).seconds) }

        func words(_ step: ComparableStep) -> String {
            guard let event = step.input?.event else { return "a session begins" }
            return InputWords.words(for: event, answering: calls.request(answeredBy: event))
        }
    }

    init(_ palette: TracePalette, mostPlaces: Int) {
        self.palette = palette
        self.mostPlaces = mostPlaces
    }

    var isSame: Bool { places == 0 }

    mutating func lines(for row: TraceComparison.Row) -> [String] {
        switch row {
        case .both(let one, let other): return both(one, other)
        case .left(let one):
            sides.left.follow(one)
            counts.left += one.input == nil ? 0 : 1
            return part() + side(one, "-", sides.left)
        case .right(let other):
            sides.right.follow(other)
            counts.right += other.input == nil ? 0 : 1
            return part() + side(other, "+", sides.right)
        }
    }

    private mutating func both(_ one: ComparableStep, _ other: ComparableStep) -> [String] {
        let gaps = (gap(sides.left, one), gap(sides.right, other))
        sides.left.follow(one)
        sides.right.follow(other)
        counts.common += one.input == nil ? 0 : 1
        let hasSame = one.hasSameEffects(as: other)
        let isLate = abs(gaps.0.seconds - gaps.1.seconds) > Self.latest.seconds
        if !hasSame { counts.otherEffects += 1 }
        if hasSame, isLate { counts.late += 1 }
        defer { common = (one, other) }
        guard hasSame, !isLate else {
            // Each such step is a place of its own, after the steps that only one side has.
            return part() + side(one, "-", sides.left) + side(other, "+", sides.right)
        }
        defer { isParted = false }
        guard isParted, places <= mostPlaces else { return [] }
        return ["  the same again from \(place(one, other)): \(sides.left.words(one))"]
    }

    private func gap(_ progress: SideProgress, _ step: ComparableStep) -> TimeSpan {
        guard let last = progress.last, let time = step.input?.time else { return .zero }
        return time.since(last)
    }

    /// Begins a place, unless one is open.
    private mutating func part() -> [String] {
        guard !isParted else { return [] }
        isParted = true
        places += 1
        shownLines = 0
        guard places <= mostPlaces else { return [] }
        guard let common else { return [palette.heading("they part at the beginning")] }
        return [
            palette.heading("last common step at \(place(common.left, common.right)): \(sides.left.words(common.left))")
        ]
    }

    private mutating func side(_ step: ComparableStep, _ sign: String, _ progress: SideProgress) -> [String] {
        guard places <= mostPlaces else { return [] }
        let time = step.input.map { progress.seconds($0.time) } ?? ""
        var lines = ["\(sign) \(time.padded(before: 9))  \(progress.words(step))"]
        if let start = step.input?.time {
            lines += step.effects.map { effect in
                let words = EffectWords.words(for: effect) { String(printf: "+%.3f", $0.since(start).seconds) }
                return "\(sign) \(String(repeating: " ", count: 15))\(words)"
            }
        }
        let room = Self.mostLines - shownLines
        shownLines += lines.count
        guard room > 0 else { return [] }
        let more = lines.count >= room ? ["  …"] : []
        return lines.prefix(room).map { palette.side($0, isLeft: sign == "-") } + more
    }

    private func place(_ one: ComparableStep, _ other: ComparableStep) -> String {
        let times = [(one, sides.left), (other, sides.right)].map { step, clock in
            "\(step.input.map { clock.seconds($0.time) } ?? "0.000") s (line \(step.line))"
        }
        return times.joined(separator: " and ")
    }

    /// The last line: the numbers of both.
    func end() -> [String] {
        guard !isSame else { return ["the same: \(counts.common) inputs, all with the same effects"] }
        let hidden = places - mostPlaces
        let numbers =
            "\(counts.common) inputs in common, \(counts.otherEffects) of them with other effects"
            + (counts.late > 0 ? ", \(counts.late) more than a second earlier or later" : "")
            + "; \(counts.left) only in the first, \(counts.right) only in the second"
        return
            (hidden > 0
            ? ["… and \(hidden) more place\(hidden == 1 ? "" : "s"); --all shows \(hidden == 1 ? "it" : "them")"] : [])
            + [numbers]
    }
}
