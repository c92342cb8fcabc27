import FocusCore

/// Inputs and effects in a few words, for departures.
enum EffectWords {
    static func words(_ event: Input.Event) -> String {
        switch event {
        case .timer(let id, let generation): "timer \(id.name) \(generation)"
        case .cameraAnswered(let result): "cameraAnswered \(result.call) with errno \(result.errno)"
        default: caseName(of: event)
        }
    }

    static func words(_ effect: Effect) -> String {
        switch effect {
        case .state(let report): "state \(report.state.name) (\(report.cause.name), \(report.rule.name))"
        case .arm(let id, _, let generation): "arm \(id.name) \(generation)"
        case .disarm(let id): "disarm \(id.name)"
        case .call(let call): "call \(call.id) \(words(call.operation))"
        case .settled(let report): "settled (focus \(name(report.focus)), exposure \(name(report.exposure)))"
        case .requestFrames(let id, _): "requestFrames \(id)"
        case .releaseFrames(let id): "releaseFrames \(id)"
        case .relit(let report):
            "relit \(report.isOn ? "on" : "off") (\(report.exposure.map { "\($0.name)" } ?? "none"))"
        case .shutter(let isClosed): "shutter \(isClosed ? "closed" : "open")"
        case .kept(let keeper, _): "kept by \(keeper.map { "\($0.name)" } ?? "nobody")"
        case .tapIgnored(let reason, _): "tapIgnored (\(reason))"
        case .tapRefused(let reason, _): "tapRefused (\(reason.name))"
        case .motionSensor(let awake): "motionSensor \(awake ? "awake" : "asleep")"
        case .fault(let fault): "fault \(fault.name)"
        case .searched, .exposed, .levels, .zoomed, .compensationTakenBack, .cameraReleased, .stopped:
            caseName(of: effect)
        }
    }

    private static func caseName(of value: some Any) -> String { String("\(value)".prefix { $0 != "(" }) }

    private static func words(_ operation: ControlCall.Operation) -> String {
        var words: [String] = []
        switch operation {
        case .write(let settings):
            settings.forEach { setting in
                let value = setting.value.integer.map { "\($0)" } ?? "a rectangle"
                words.append("\(name(setting.id)) = \(value)")
            }
            return "writes " + words.joined(separator: ", ")
        case .read(let ids):
            ids.forEach { words.append(name($0)) }
            return "reads " + words.joined(separator: ", ")
        }
    }

    private static func name(_ id: ControlID) -> String { id.name.map { "\($0)" } ?? "control \(id.rawValue)" }

    private static func name(_ outcome: SettledReport.Outcome?) -> String { outcome.map { "\($0.name)" } ?? "none" }
}
