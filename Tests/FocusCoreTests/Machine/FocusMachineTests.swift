import Testing

@testable import FocusCore

/// The machine against its table, line by line.
struct FocusMachineTests {
    private static let point = PointOfInterest(x: 0.25, y: 0.75)
    private static let other = PointOfInterest(x: 0.9, y: 0.1)

    struct Line: Sendable, CustomStringConvertible {
        var state: FocusState
        var moved: Bool
        var event: FocusEvent
        var expected: FocusTransition
        var description: String { "\(state.name), moved \(moved), \(event.name)" }
    }

    private static func continuous(_ rule: FocusRule) -> FocusTransition {
        FocusTransition(
            rule: rule, state: .continuousAuto, moved: false, instruction: .continuousAboutCentre, forceLock: .cancel,
            indicator: .largeAtCentre)
    }

    private static let tapped = FocusTransition(
        rule: .tapped, state: .autoAndForceLocked(other), moved: false, instruction: .onceThenHold(other),
        forceLock: .restart, indicator: .smallAtPoint(other))

    private static let weakened = FocusTransition(
        rule: .lockElapsedStill, state: .unlockableLocked, moved: false, instruction: .keep, forceLock: .keep,
        indicator: .weakened)

    private static func stays(_ state: FocusState, _ rule: FocusRule, moved: Bool) -> FocusTransition {
        FocusTransition(
            rule: rule, state: state, moved: moved, instruction: .keep, forceLock: .keep, indicator: .unchanged)
    }

    static let table: [Line] = {
        let auto = FocusState.continuousAuto
        let forced = FocusState.autoAndForceLocked(point)
        let unlockable = FocusState.unlockableLocked
        let tap = FocusEvent.tapped(other)
        return [
            Line(state: auto, moved: false, event: .viewShown, expected: continuous(.viewShown)),
            Line(state: auto, moved: true, event: .viewShown, expected: continuous(.viewShown)),
            Line(state: forced, moved: false, event: .viewShown, expected: continuous(.viewShown)),
            Line(state: forced, moved: true, event: .viewShown, expected: continuous(.viewShown)),
            Line(state: unlockable, moved: false, event: .viewShown, expected: continuous(.viewShown)),
            Line(state: unlockable, moved: true, event: .viewShown, expected: continuous(.viewShown)),
            Line(state: auto, moved: false, event: tap, expected: tapped),
            Line(state: auto, moved: true, event: tap, expected: tapped),
            Line(state: forced, moved: false, event: tap, expected: tapped),
            Line(state: forced, moved: true, event: tap, expected: tapped),
            Line(state: unlockable, moved: false, event: tap, expected: tapped),
            Line(state: unlockable, moved: true, event: tap, expected: tapped),
            Line(state: forced, moved: false, event: .lockElapsed, expected: weakened),
            Line(state: forced, moved: true, event: .lockElapsed, expected: continuous(.lockElapsedMoved)),
            Line(state: unlockable, moved: false, event: .moved, expected: continuous(.movedUnlocks)),
            Line(state: unlockable, moved: true, event: .moved, expected: continuous(.movedUnlocks)),
            Line(
                state: forced, moved: false, event: .moved, expected: stays(forced, .motionRemembered, moved: true)),
            Line(state: forced, moved: true, event: .moved, expected: stays(forced, .motionRemembered, moved: true)),
            Line(state: auto, moved: false, event: .moved, expected: stays(auto, .motionRemembered, moved: true)),
            Line(state: auto, moved: true, event: .moved, expected: stays(auto, .motionRemembered, moved: true)),
            Line(
                state: auto, moved: false, event: .lockElapsed,
                expected: stays(auto, .lockElapsedIgnored, moved: false)),
            Line(
                state: auto, moved: true, event: .lockElapsed, expected: stays(auto, .lockElapsedIgnored, moved: true)),
            Line(
                state: unlockable, moved: false, event: .lockElapsed,
                expected: stays(unlockable, .lockElapsedIgnored, moved: false)),
            Line(
                state: unlockable, moved: true, event: .lockElapsed,
                expected: stays(unlockable, .lockElapsedIgnored, moved: true)),
        ]
    }()

    @Test("Each state, with and without the remembered motion, answers each event as the table says", arguments: table)
    func answersAsTheTable(_ line: Line) {
        var machine = FocusMachine(state: line.state, moved: line.moved)
        #expect(machine.handle(line.event) == line.expected)
        #expect(machine.state == line.expected.state)
        #expect(machine.moved == line.expected.moved)
    }

    @Test("The table has exactly one line for every state, remembered motion and event")
    func tableIsComplete() {
        let keys = Set(Self.table.map { "\($0.state.name) \($0.moved) \($0.event.name)" })
        #expect(keys.count == 3 * 2 * 4)
        #expect(Self.table.count == keys.count)
    }

    @Test("The machine starts in continuousAuto and announces it")
    func start() {
        let machine = FocusMachine()
        #expect(machine.state == .continuousAuto)
        #expect(!machine.moved)
        #expect(FocusMachine.start.state == .continuousAuto)
        #expect(FocusMachine.start.instruction == .continuousAboutCentre)
        #expect(FocusMachine.start.indicator == .largeAtCentre)
        #expect(FocusMachine.start.isAccepted)
    }

    @Test("An accepted transition clears the remembered motion; other transitions do not")
    func acceptedClearsMoved() {
        for line in Self.table {
            #expect(line.expected.isAccepted == (line.expected.indicator != .unchanged), "\(line)")
            if line.expected.isAccepted { #expect(!line.expected.moved, "\(line)") }
        }
    }

    @Test("Motion in continuousAuto has no effect: any four events give the same announcements with and without it")
    func motionInContinuousAutoHasNoEffect() {
        let alphabet: [FocusEvent] = [.viewShown, .tapped(Self.point), .lockElapsed, .moved]
        var checked = 0
        for length in 1...4 {
            for sequence in Self.sequences(of: alphabet, length: length) {
                let quiet = Self.announcements(sequence, shakenInContinuousAuto: false)
                let shaken = Self.announcements(sequence, shakenInContinuousAuto: true)
                #expect(quiet == shaken, "\(sequence.map { "\($0.name)" })")
                checked += 1
            }
        }
        #expect(checked == 4 + 16 + 64 + 256)
    }

    private static func sequences(of alphabet: [FocusEvent], length: Int) -> [[FocusEvent]] {
        guard length > 0 else { return [[]] }
        return sequences(of: alphabet, length: length - 1).flatMap { head in alphabet.map { head + [$0] } }
    }

    /// The announcements of the machine. In the shaken run, motion is added before each event that finds the machine in
    /// continuousAuto; in the quiet run it is not.
    private static func announcements(
        _ sequence: [FocusEvent], shakenInContinuousAuto isShaken: Bool
    ) -> [FocusTransition] {
        var machine = FocusMachine()
        var said: [FocusTransition] = []
        for event in sequence {
            if machine.state == .continuousAuto {
                if isShaken {
                    let transition = machine.handle(.moved)
                    if transition.isAccepted { said.append(transition) }
                } else if event == .moved {
                    continue
                }
            }
            let transition = machine.handle(event)
            if transition.isAccepted { said.append(transition) }
        }
        return said
    }

    @Test("Each state, event and rule has a name of its own")
    func namesDiffer() {
        #expect(Set(FocusRule.allCases.map { "\($0.name)" }).count == FocusRule.allCases.count)
        #expect(Set(Self.table.map { "\($0.state.name)" }).count == 3)
        #expect(Set(Self.table.map { "\($0.event.name)" }).count == 4)
    }
}
