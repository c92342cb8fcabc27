import FocusCore

/// Compares the ends of taps with `StateCharts/tap.scxml`.
///
/// | in the session | event of the chart |
/// |---|---|
/// | input `viewTapped` or `pictureTapped` that is not turned down at once | tapped |
/// | inputs `touch` and `keep`; the timer `longPress` expires | perhaps tapped |
/// | inputs `viewShown`, `releaseCamera` and `stop` | otherOrders |
/// | inputs `cameraArrived`, `cameraLeft` | the same |
/// | effect `state` with the cause tap | accepted |
/// | effect `state` with continuousAuto | released |
/// | effect `tapRefused` | refused |
/// | effect `tapIgnored(overtaken)` | overtaken |
/// | effect `settled` | settled |
/// | a write that switches an automatic off or on | automaticOff, automaticOn |
/// | a write that switches the exposure on after effect `relit` that says that it searches | exposureOnAgain |
struct TapMonitor: ChartMonitor {
    enum Event: Int, CaseIterable, Sendable {
        case tapped, otherOrders, cameraArrived, cameraLeft
        case accepted, released, refused, overtaken, settled, automaticOff, automaticOn, exposureOnAgain
    }

    var run: ChartRun<Event>
    /// The automatics of the camera that can be switched on and off. For any other one, every write has the same effect.
    private var automatics: [ControlID] = []
    /// True from the release of a camera until another one arrives.
    private var isReleasing = false
    /// True while the exposure is found again, because a light was switched.
    private var isRelit = false

    init(_ chart: Chart) { run = ChartRun(chart) }

    mutating func follow(_ input: Input.Event, _ effects: EffectList, _ facts: SessionFacts) throws(ChartProblem) {
        let isTurnedDown = Self.isTurnedDown(input, effects)
        switch input {
        case .viewTapped, .pictureTapped: if facts.isAlive, !isTurnedDown { try move(on: .tapped) }
        case .touch, .keep: if facts.isAlive, !isTurnedDown { run.mayTake(.tapped) }
        case .timer where facts.expired == .longPress: if facts.isAlive, !isTurnedDown { run.mayTake(.tapped) }
        // Its originals are put back, automatics included.
        case .releaseCamera:
            guard facts.isAlive else { break }
            isReleasing = true
            try move(on: .otherOrders)
        case .viewShown: if facts.isAlive { try move(on: .otherOrders) }
        case .stop: try move(on: .otherOrders)
        case .cameraArrived(let camera):
            guard !facts.isStopping else { break }
            isReleasing = false
            automatics = [.focusAuto, .exposureAuto].filter { id in
                camera.controls.allSatisfy { $0.id != id || Self.isSwitch($0) }
            }
            try move(on: .cameraArrived)
        case .cameraLeft: try move(on: .cameraLeft)
        default: break
        }
        for index in 0..<effects.count {
            guard let effect = effects[index] else { continue }
            if isTurnedDown, case .tapRefused = effect { continue }
            noteLight(effect)
            for event in events(of: effect, facts) { try move(on: event) }
        }
        try run.endStep(facts, judging: run.table.named)
    }

    private mutating func noteLight(_ effect: Effect) {
        switch effect {
        case .relit(let report): isRelit = report.exposure == .searching
        case .state(let report) where report.cause == .tap || report.state == .continuousAuto: isRelit = false
        default: break
        }
    }

    private func events(of effect: Effect, _ facts: SessionFacts) -> [Event] {
        switch effect {
        case .state(let report) where report.cause == .tap: [.accepted]
        case .state(let report) where report.state == .continuousAuto: [.released]
        case .tapRefused: [.refused]
        case .tapIgnored(.overtaken, _): [.overtaken]
        case .settled: [.settled]
        // At the end everything is put back, automatics included.
        case .call(let call) where facts.isAlive && !isReleasing: events(of: call.operation)
        default: []
        }
    }

    private func events(of operation: ControlCall.Operation) -> [Event] {
        guard case .write(let settings) = operation else { return [] }
        var events: [Event] = []
        settings.forEach { setting in
            guard automatics.contains(setting.id) else { return }
            switch (setting.id, setting.value.integer) {
            case (.focusAuto, 0), (.exposureAuto, 1): events.append(.automaticOff)
            case (.exposureAuto, 0) where isRelit, (.exposureAuto, 3) where isRelit: events.append(.exposureOnAgain)
            case (.focusAuto, 1), (.exposureAuto, 0), (.exposureAuto, 3): events.append(.automaticOn)
            default: break
            }
        }
        return events
    }

    private static func isSwitch(_ control: ControlDescription) -> Bool {
        guard control.minimum <= 0, control.maximum >= 1, control.step <= 1 else { return false }
        // By hand the exposure is 1, under its automatic 0 or 3.
        let (byHand, automatics) = (control.menuItems & 0b10 != 0, control.menuItems & 0b1001)
        let isInRange = automatics & 0b1000 == 0 || control.maximum >= 3
        return control.id != .exposureAuto || byHand && automatics != 0 && isInRange
    }

    /// True if a tap, if the input is one, does not get as far as the camera.
    private static func isTurnedDown(_ input: Input.Event, _ effects: EffectList) -> Bool {
        switch input {
        case .viewTapped, .pictureTapped, .touch, .keep, .timer(.longPress, _): break
        default: return false
        }
        for index in 0..<effects.count {
            switch effects[index] {
            case .tapIgnored(let reason, _)? where reason != .overtaken: return true
            case .tapRefused(.noCamera, _)?, .tapRefused(.nothingToSet, _)?, .tapRefused(.switching, _)?: return true
            default: break
            }
        }
        return false
    }
}
