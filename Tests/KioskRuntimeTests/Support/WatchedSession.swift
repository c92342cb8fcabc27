import StateChart
import Testing

@testable import KioskRuntime

extension Session {
    /// The session, each of whose steps is compared with the charts: a departure fails the test.
    func watched() -> Session {
        var charts = ChartMonitors()
        stepped = { input, effects in
            if let departure = charts.note(input, effects) { Issue.record("\(departure)") }
        }
        return self
    }
}
