import FocusCore

/// The machine's state, as a trace has it.
struct StateRecord: LineRecord {
    /// The names of states; the point is a field of its own.
    enum Name: LineName {
        case continuousAuto, autoAndForceLocked, unlockableLocked

        var name: StaticString {
            switch self {
            case .continuousAuto: FocusState.continuousAuto.name
            case .autoAndForceLocked: FocusState.autoAndForceLocked(PointOfInterest(x: 0, y: 0)).name
            case .unlockableLocked: FocusState.unlockableLocked.name
            }
        }

        static var expected: StaticString { "a state that this version knows" }
    }

    /// The names of indicators; one that is unchanged has none.
    enum Drawing: LineName {
        case largeAtCentre, smallAtPoint, weakened

        var name: StaticString {
            let indicator: Indicator =
                switch self {
                case .largeAtCentre: .largeAtCentre
                case .smallAtPoint: .smallAtPoint(PointOfInterest(x: 0, y: 0))
                case .weakened: .weakened
                }
            return indicator.name ?? ""
        }

        static var expected: StaticString { "an indicator that this version knows" }
    }

    var name = Name.continuousAuto
    var point: PointOfInterest?
    var cause = StateReport.Cause.start
    var rule = FocusRule.start
    var drawing: Drawing?
    var moved: MovedReason?
    var unlockers: MovedReasons?
    var tap: TapID?

    static var blank: StateRecord { StateRecord() }

    mutating func describe(_ fields: inout some FieldVisitor) {
        fields.required("state", &name, "a state that this version knows, with its point")
        fields.nullable("point", &point)
        fields.required("cause", &cause, "a state with its cause and rule")
        fields.required("rule", &rule, "a state with its cause and rule")
        fields.nullable("indicator", &drawing)
        fields.field("moved", &moved)
        fields.field("unlockers", &unlockers)
        fields.field("tap", &tap)
    }

    /// Nil if the point of a state that has one is missing.
    var report: StateReport? {
        let state: FocusState? =
            switch name {
            case .continuousAuto: .continuousAuto
            case .autoAndForceLocked: point.map { .autoAndForceLocked($0) }
            case .unlockableLocked: .unlockableLocked
            }
        let indicator: Indicator =
            switch drawing {
            case nil: .unchanged
            case .largeAtCentre: .largeAtCentre
            case .smallAtPoint: point.map { .smallAtPoint($0) } ?? .unchanged
            case .weakened: .weakened
            }
        return state.map {
            StateReport(
                state: $0, point: point, cause: cause, rule: rule, indicator: indicator, moved: moved, tap: tap,
                unlockers: unlockers)
        }
    }
}

extension StateRecord {
    init(_ report: StateReport) {
        name =
            switch report.state {
            case .continuousAuto: .continuousAuto
            case .autoAndForceLocked: .autoAndForceLocked
            case .unlockableLocked: .unlockableLocked
            }
        drawing =
            switch report.indicator {
            case .largeAtCentre: .largeAtCentre
            case .smallAtPoint: .smallAtPoint
            case .weakened: .weakened
            case .unchanged: nil
            }
        (point, cause, rule) = (report.point, report.cause, report.rule)
        (moved, unlockers, tap) = (report.moved, report.unlockers, report.tap)
    }
}
