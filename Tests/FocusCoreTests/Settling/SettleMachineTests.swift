import FocusCore
import Testing

/// The way from "once" to "held", as a table over every state and event.
struct SettleMachineTests {
    /// The next state for each event, in the order of `SettleState.allCases`; nil: none.
    ///
    /// continuous, adjusting, converged, failed, assumed, held, notHeld
    private static let table: [(SettleEvent, [SettleState?])] = [
        (.once, [.adjusting, .adjusting, .adjusting, .adjusting, .adjusting, .adjusting, .adjusting]),
        (
            .continuous,
            [.continuous, .continuous, .continuous, .continuous, .continuous, .continuous, .continuous]
        ),
        (.stable, [nil, .converged, nil, nil, nil, nil, nil]),
        (.searchFailed, [nil, .failed, nil, nil, nil, nil, nil]),
        (.deadline, [nil, .failed, nil, nil, nil, nil, nil]),
        (.timeGiven, [nil, .assumed, nil, nil, nil, nil, nil]),
        (.holdWritten, [nil, nil, .held, .held, .held, nil, nil]),
        (.holdRefused, [nil, nil, .notHeld, .notHeld, .notHeld, nil, nil]),
        (.holdAnew, [nil, nil, nil, nil, nil, .converged, nil]),
    ]

    @Test("Each state answers each event as the table says, and what means nothing changes nothing")
    func table() {
        #expect(Self.table.count == SettleEvent.allCases.count)
        for (event, row) in Self.table {
            #expect(row.count == SettleState.allCases.count)
            for (state, expected) in zip(SettleState.allCases, row) {
                var machine = SettleMachine(state: state)
                let next = machine.handle(event)
                #expect(next == expected, "\(state), \(event)")
                #expect(machine.state == expected ?? state, "\(state), \(event)")
            }
        }
    }

    @Test("Whatever ends the search asks for the hold, and only starting asks to be watched")
    func actions() {
        for event in SettleEvent.allCases {
            for state in SettleState.allCases {
                var machine = SettleMachine(state: state)
                guard let next = machine.handle(event) else { continue }
                let expected: SettleAction =
                    switch next {
                    case .adjusting: .watch
                    case .converged, .failed, .assumed: .hold
                    case .continuous, .held, .notHeld: .none
                    }
                #expect(next.action == expected, "\(state), \(event)")
            }
        }
    }

    @Test("From every state, continuous leads back, and the deadline leaves nothing adjusting")
    func alwaysEnds() {
        for state in SettleState.allCases {
            var machine = SettleMachine(state: state)
            _ = machine.handle(.continuous)
            #expect(machine.state == .continuous)
            machine = SettleMachine(state: state)
            _ = machine.handle(.deadline)
            #expect(machine.state != .adjusting)
        }
    }
}
