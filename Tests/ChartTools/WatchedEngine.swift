import FocusCore
import StateChart

extension ChartMonitors {
    /// Follows a session that somebody else steps.
    /// - Parameter departed: called once, at the first step that leaves a chart.
    /// - Returns: to be called with each step.
    public static func observer(departed: @escaping (ChartDeparture) -> Void) -> (Input, EffectList) -> Void {
        var charts = ChartMonitors()
        return { input, effects in
            if let departure = charts.follow(input, effects) { departed(departure) }
        }
    }
}

/// An engine each of whose steps is compared with the charts.
public struct WatchedEngine {
    private var engine: Engine
    private var charts = ChartMonitors()
    private let departed: (ChartDeparture) -> Void

    /// - Parameter departed: called once, at the first step that leaves a chart.
    public init(configuration: Configuration = Configuration(), departed: @escaping (ChartDeparture) -> Void) {
        engine = Engine(configuration: configuration)
        self.departed = departed
    }

    public mutating func step(_ input: Input) -> EffectList {
        let effects = engine.step(input)
        if let departure = charts.follow(input, effects) { departed(departure) }
        return effects
    }
}
