import FocusCore

/// Reads the reports among recorded effects.
extension JSONScanner {
    mutating func stateReport() throws(JSONFault) -> StateReport {
        var fields = StateFields()
        try object { (scanner, key) throws(JSONFault) in
            if try !scanner.read(key, into: &fields) { try scanner.skip() }
        }
        guard let cause = fields.cause, let rule = fields.rule else { throw fault("a state with its cause and rule") }
        guard let state = fields.state else { throw fault("a state that this version knows, with its point") }
        return StateReport(
            state: state, point: fields.point, cause: cause, rule: rule, indicator: fields.indicator,
            moved: fields.moved, tap: fields.tap, unlockers: fields.unlockers)
    }

    private mutating func read(_ key: Key, into fields: inout StateFields) throws(JSONFault) -> Bool {
        if key == "state" {
            fields.name = try name(of: StateFields.Name.allCases, { $0.text }, "a state")
        } else if key == "point" {
            fields.point = try optionalPoint()
        } else if key == "cause" {
            fields.cause = try name(of: StateReport.Cause.allCases, { $0.name }, "a cause")
        } else if key == "rule" {
            fields.rule = try name(of: FocusRule.allCases, { $0.name }, "a rule")
        } else if key == "indicator" {
            fields.drawing = takeNull() ? nil : try name(of: StateFields.drawings, { $0.name ?? "" }, "an indicator")
        } else if key == "moved" {
            fields.moved = try name(of: MovedReason.allCases, { $0.name }, "a reason")
        } else if key == "unlockers" {
            var unlockers: MovedReasons = []
            try array { (scanner, _) throws(JSONFault) in
                unlockers.insert(MovedReasons(try scanner.name(of: MovedReason.allCases, { $0.name }, "a reason")))
            }
            fields.unlockers = unlockers
        } else if key == "tap" {
            fields.tap = TapID(try integer())
        } else {
            return false
        }
        return true
    }

    private mutating func optionalPoint() throws(JSONFault) -> PointOfInterest? {
        if takeNull() { return nil }
        let list = try numbers(2)
        return PointOfInterest(x: list[0] ?? 0, y: list[1] ?? 0)
    }

    mutating func settledReport() throws(JSONFault) -> SettledReport {
        var report = SettledReport(focus: nil, focusLevel: .none, exposure: nil, exposureLevel: .none)
        try object { (scanner, key) throws(JSONFault) in
            if key == "focus" {
                report.focus = try scanner.outcome()
            } else if key == "exposure" {
                report.exposure = try scanner.outcome()
            } else if key == "focusLevel" {
                report.focusLevel = try scanner.level()
            } else if key == "exposureLevel" {
                report.exposureLevel = try scanner.level()
            } else if key == "verified" {
                try scanner.array { (scanner, _) throws(JSONFault) in
                    let word = try scanner.text()
                    if word == "focus" { report.verified.insert(.focus) }
                    if word == "exposure" { report.verified.insert(.exposure) }
                }
            } else if key == "focusReason" {
                report.focusReason = try scanner.failureReason()
            } else if key == "exposureReason" {
                report.exposureReason = try scanner.failureReason()
            } else if key == "tap" {
                report.tap = TapID(try scanner.integer())
            } else {
                try scanner.skip()
            }
        }
        return report
    }

    private mutating func failureReason() throws(JSONFault) -> FailureReason {
        try name(of: FailureReason.allCases, { $0.name }, "a reason")
    }

    private mutating func outcome() throws(JSONFault) -> SettledReport.Outcome? {
        takeNull() ? nil : try name(of: SettledReport.Outcome.allCases, { $0.name }, "an outcome")
    }

    private mutating func level() throws(JSONFault) -> CameraLevel {
        try name(of: CameraLevel.allCases, { $0.name }, "a level")
    }

    mutating func focusSearchReport() throws(JSONFault) -> FocusSearchReport {
        var outcome: FocusSearchReport.Outcome?
        var report = FocusSearchReport(
            outcome: .unfinished, position: 0, start: 0, evaluations: 0, frames: 0, sharpness: 0, lowest: 0)
        try object { (scanner, key) throws(JSONFault) in
            if key == "outcome" {
                outcome = try scanner.name(of: FocusSearchReport.Outcome.allCases, { $0.name }, "an outcome")
            } else if key == "start" {
                report.start = try scanner.integer()
            } else if key == "position" {
                report.position = try scanner.integer()
            } else if key == "evaluations" {
                report.evaluations = try scanner.integer()
            } else if key == "frames" {
                report.frames = try scanner.integer()
            } else if key == "sharpness" {
                report.sharpness = try scanner.number()
            } else if key == "lowest" {
                report.lowest = try scanner.number()
            } else {
                try scanner.skip()
            }
        }
        guard let outcome else { throw fault("a search with its outcome") }
        report.outcome = outcome
        return report
    }

    mutating func exposureReport() throws(JSONFault) -> ExposureReport {
        var outcome: ExposureOutcome?
        var report = ExposureReport(outcome: .gaveUp, time: 0, gain: nil, mean: 0, target: 0, frames: 0)
        try object { (scanner, key) throws(JSONFault) in
            if key == "outcome" {
                outcome = try scanner.name(of: ExposureOutcome.allCases, { $0.name }, "an outcome")
            } else if key == "exposureTime" {
                report.time = try scanner.integer()
            } else if key == "gain" {
                report.gain = try scanner.integer()
            } else if key == "mean" {
                report.mean = try scanner.number()
            } else if key == "target" {
                report.target = try scanner.number()
            } else if key == "frames" {
                report.frames = try scanner.integer()
            } else {
                try scanner.skip()
            }
        }
        guard let outcome else { throw fault("a search with its outcome") }
        report.outcome = outcome
        return report
    }

    mutating func levelReport() throws(JSONFault) -> LevelReport {
        var focus: (level: CameraLevel?, reason: LevelReason?)
        var exposure: (level: CameraLevel?, reason: LevelReason?)
        try object { (scanner, key) throws(JSONFault) in
            if key == "focus" {
                focus.level = try scanner.level()
            } else if key == "focusReason" {
                focus.reason = try scanner.name(of: LevelReason.allCases, { $0.name }, "a reason")
            } else if key == "exposure" {
                exposure.level = try scanner.level()
            } else if key == "exposureReason" {
                exposure.reason = try scanner.name(of: LevelReason.allCases, { $0.name }, "a reason")
            } else {
                try scanner.skip()
            }
        }
        guard let focusLevel = focus.level, let focusReason = focus.reason, let exposureLevel = exposure.level,
            let exposureReason = exposure.reason
        else { throw fault("two levels with their reasons") }
        return LevelReport(
            focus: LevelFinding(level: focusLevel, reason: focusReason),
            exposure: LevelFinding(level: exposureLevel, reason: exposureReason))
    }
}

/// The fields of a recorded state, in whatever order they come.
private struct StateFields {
    enum Name: CaseIterable {
        case continuousAuto, autoAndForceLocked, unlockableLocked

        var text: StaticString {
            switch self {
            case .continuousAuto: FocusState.continuousAuto.name
            case .autoAndForceLocked: FocusState.autoAndForceLocked(PointOfInterest(x: 0, y: 0)).name
            case .unlockableLocked: FocusState.unlockableLocked.name
            }
        }
    }

    /// The indicators that have a name; the point is written elsewhere.
    static let drawings: [Indicator] = [.largeAtCentre, .smallAtPoint(PointOfInterest(x: 0, y: 0)), .weakened]

    var name: Name?
    var point: PointOfInterest?
    var cause: StateReport.Cause?
    var rule: FocusRule?
    /// One of `drawings`; nil: the indicator is unchanged.
    var drawing: Indicator?
    var moved: MovedReason?
    var tap: TapID?
    var unlockers: MovedReasons?

    /// Nil where the name is missing, or the point of a state that has one.
    var state: FocusState? {
        switch name {
        case nil: nil
        case .continuousAuto: .continuousAuto
        case .autoAndForceLocked: point.map { .autoAndForceLocked($0) }
        case .unlockableLocked: .unlockableLocked
        }
    }

    var indicator: Indicator {
        guard case .smallAtPoint = drawing else { return drawing ?? .unchanged }
        return point.map { .smallAtPoint($0) } ?? .unchanged
    }
}
