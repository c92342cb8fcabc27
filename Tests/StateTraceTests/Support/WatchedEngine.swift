import FocusCore
import StateChart
import Testing

/// An engine each of whose steps is compared with the charts: a departure fails the test.
struct WatchedEngine {
    private var engine: Engine
    private var charts = ChartMonitors()

    init(configuration: Configuration = Configuration()) {
        engine = Engine(configuration: configuration)
    }

    mutating func step(_ input: Input) -> EffectList {
        let effects = engine.step(input)
        if let departure = charts.note(input, effects) { Issue.record("\(departure)") }
        return effects
    }
}
