/// Focus or exposure. A tap sets each on its own.
enum Component: UInt8, CaseIterable, Equatable, Sendable, NamedSnapshotable {
    case focus, exposure

    /// The control that tells where it stands.
    var positionControl: ControlID { self == .focus ? .focusAbsolute : .exposureAbsolute }

    var deadline: TimerID { self == .focus ? .focusDeadline : .exposureDeadline }

    var set: ComponentSet { self == .focus ? .focus : .exposure }
}

/// Focus, exposure, or both.
public struct ComponentSet: OptionSet, Equatable, Sendable, Snapshotable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    public static let focus = ComponentSet(rawValue: 1)
    public static let exposure = ComponentSet(rawValue: 2)
    static let all: ComponentSet = [.focus, .exposure]

    /// Those for which a condition is true.
    init(where isMember: (Component) -> Bool) {
        self = []
        for component in Component.allCases where isMember(component) { insert(component.set) }
    }
}

struct PerComponent<Value> {
    var focus: Value
    var exposure: Value

    subscript(component: Component) -> Value {
        get { component == .focus ? focus : exposure }
        set { if component == .focus { focus = newValue } else { exposure = newValue } }
    }
}

extension PerComponent: Equatable where Value: Equatable {}
extension PerComponent: Sendable where Value: Sendable {}
extension PerComponent: Snapshotable where Value: Snapshotable {}
