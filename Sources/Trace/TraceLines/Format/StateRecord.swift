import FocusCore

private let origin = PointOfInterest(x: 0, y: 0)

/// The machine's state, as a trace has it.
struct StateRecord: DefaultRecord {
    /// A state by its name; the point is a field of its own.
    struct Name: LineName {
        var state: FocusState
        var name: StaticString { state.name }

        static var allCases: [Name] {
            [Name(state: .continuousAuto), Name(state: .autoAndForceLocked(origin)), Name(state: .unlockableLocked)]
        }
        static var expected: StaticString { "a state that this version knows" }
    }

    /// An indicator by its name; one that is unchanged has none.
    struct Drawing: LineName {
        var indicator: Indicator
        var name: StaticString { indicator.name ?? "" }

        static var allCases: [Drawing] {
            [
                Drawing(indicator: .largeAtCentre), Drawing(indicator: .smallAtPoint(origin)),
                Drawing(indicator: .weakened),
            ]
        }
        static var expected: StaticString { "an indicator that this version knows" }
    }

    var name = Name(state: .continuousAuto)
    var point: PointOfInterest?
    var cause = StateReport.Cause.start
    var rule = FocusRule.start
    var drawing: Drawing?
    var moved: MovedReason?
    var unlockers: MovedReasons?
    var tap: TapID?

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
        var state = name.state
        if case .autoAndForceLocked = state {
            guard let point else { return nil }
            state = .autoAndForceLocked(point)
        }
        var indicator = drawing?.indicator ?? .unchanged
        if case .smallAtPoint = indicator { indicator = point.map { .smallAtPoint($0) } ?? .unchanged }
        return StateReport(
            state: state, point: point, cause: cause, rule: rule, indicator: indicator, moved: moved, tap: tap,
            unlockers: unlockers)
    }
}

extension StateRecord {
    init(_ report: StateReport) {
        name = Name(state: report.state)
        if report.indicator != .unchanged { drawing = Drawing(indicator: report.indicator) }
        (point, cause, rule) = (report.point, report.cause, report.rule)
        (moved, unlockers, tap) = (report.moved, report.unlockers, report.tap)
    }
}
