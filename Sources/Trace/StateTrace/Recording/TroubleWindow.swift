import FocusCore

/// Lets through only what surrounds trouble: at least a minute before, and a minute after.
///
/// The lines of quiet times wait in memory, in two parts of up to a minute. When the second one is full, the first is
/// forgotten. Each part remembers the state in which it began, so that a trace may begin with it.
public struct TroubleWindow<Beginning> {
    /// The fate of the lines that were taken.
    public enum Verdict {
        /// They wait, or are forgotten.
        case kept
        /// A trace begins in this state with these lines, the latest among them.
        case begins(Beginning, [UInt8])
        /// They belong to the trace that has begun.
        case goesOn
        /// So do they, and it ends behind them.
        case ends
    }

    private struct Part {
        var beginning: Beginning
        var began: Instant
        var lines: [UInt8] = []
    }

    private enum Phase {
        case quiet(earlier: Part?, present: Part)
        /// Lines are let through until the time is over.
        case trouble(until: Instant)
    }

    private let wanted: Troubles
    private let longest: Int
    private var phase: Phase

    private static var time: TimeSpan { .seconds(60) }
    /// The longest part, in bytes: more than a minute of samples and frames. The writer's queue takes two of them.
    public static var longest: Int { 3 << 19 }

    /// - Parameters:
    ///   - wanted: the troubles to look for.
    ///   - longest: the limit of a part, in bytes.
    ///   - beginning: the state before the first line.
    public init(_ wanted: Troubles, longest: Int = TroubleWindow.longest, beginning: Beginning, at time: Instant) {
        self.wanted = wanted
        self.longest = longest
        phase = .quiet(earlier: nil, present: Part(beginning: beginning, began: time))
    }

    /// Adds the lines of some steps.
    /// - Parameters:
    ///   - troubles: those of the steps.
    ///   - isWished: true if a person wants these lines kept.
    ///   - state: the state after them. Asked for rarely: it may be large.
    public mutating func add(
        _ lines: borrowing [UInt8], at time: Instant, _ troubles: Troubles, isWished: Bool = false,
        state: () -> Beginning
    ) -> Verdict {
        let isTrouble = isWished || !troubles.isDisjoint(with: wanted)
        switch phase {
        case .trouble(let until):
            if isTrouble {
                phase = .trouble(until: time.advanced(by: Self.time))
            } else if time >= until {
                phase = .quiet(earlier: nil, present: Part(beginning: state(), began: time))
                return .ends
            }
            return .goesOn
        case .quiet(let earlier, var present):
            // Only this variable owns the part's lines then, so that they are not copied to be extended.
            phase = .trouble(until: time)
            present.lines.append(contentsOf: copy lines)
            guard !isTrouble else {
                phase = .trouble(until: time.advanced(by: Self.time))
                return .begins((earlier ?? present).beginning, (earlier?.lines ?? []) + present.lines)
            }
            if time >= present.began.advanced(by: Self.time) || present.lines.count >= longest {
                phase = .quiet(earlier: present, present: Part(beginning: state(), began: time))
            } else {
                phase = .quiet(earlier: earlier, present: present)
            }
            return .kept
        }
    }

    /// True while lines are let through.
    public var isOpen: Bool { if case .trouble = phase { true } else { false } }
}
