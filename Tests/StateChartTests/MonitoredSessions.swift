import FocusCore
import Foundation
import SimulatedDevices
import StateTrace

@testable import StateChart

/// A step of the engine, as a monitor sees it.
struct MonitoredStep {
    var input: Input
    var effects: [Effect]

    var list: EffectList {
        var list = EffectList()
        for effect in effects { list.append(effect) }
        return list
    }
}

/// Sessions for the monitors: the demo's story, locks and lights, and the worlds of `Tests/Traces`.
enum MonitoredSessions {
    static let demo: [MonitoredStep] = {
        var kiosk = SimulatedKiosk(configuration: Configuration().with { $0.view = .simulatedKiosk }, story: .demo)
        var steps: [MonitoredStep] = []
        kiosk.run { input, effects in steps.append(MonitoredStep(input, effects)) }
        return steps
    }()

    static let worlds: [[MonitoredStep]] = {
        var sessions: [[MonitoredStep]] = []
        let file = ChartFiles.folder.deletingLastPathComponent().appendingPathComponent("Tests/Traces/worlds.jsonl")
        _ = try? Replay.run(path: file.path) { step in
            switch step {
            case .session, .resumed: sessions.append([])
            case .step(let input, let effects, _):
                sessions[sessions.count - 1].append(MonitoredStep(input, effects))
            }
        }
        return sessions
    }()

    static let all = [demo] + PhoneSessions.all + worlds

    /// The first departure of a session from the charts.
    static func departure(
        of session: [MonitoredStep], _ monitors: ChartMonitors = ChartMonitors()
    ) -> ChartDeparture? {
        var monitors = monitors
        for step in session {
            if let departure = monitors.follow(step.input, step.list) { return departure }
        }
        return nil
    }

    /// The charts with another one in the place of the chart of its name.
    static func charts(with chart: Chart) -> ChartMonitors {
        var charts = KeptCharts()
        switch chart.name {
        case "focus-exposure": charts.focus = chart
        case "settle-then-hold": charts.settle = chart
        case "keep": charts.keep = chart
        case "light": charts.light = chart
        case "stream": charts.stream = chart
        default: charts.tap = chart
        }
        return ChartMonitors(charts)
    }
}

extension MonitoredStep {
    init(_ input: Input, _ effects: EffectList) {
        self.input = input
        self.effects = []
        effects.forEach { self.effects.append($0) }
    }
}
