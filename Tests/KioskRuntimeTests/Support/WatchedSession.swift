import ChartTools
import StateChart
import Testing

@testable import KioskRuntime

extension Session {
    /// The session, each of whose steps is compared with the charts: a departure fails the test.
    func watched() -> Session {
        steps.observer = ChartMonitors.observer { Issue.record("\($0)") }
        return self
    }
}
