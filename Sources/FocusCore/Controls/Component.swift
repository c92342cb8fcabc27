/// Focus or exposure. A tap sets each on its own.
enum Component: UInt8, CaseIterable, Equatable, Sendable, NamedSnapshotable {
    case focus, exposure

    /// The control that tells where it stands.
    var positionControl: ControlID {
        switch self {
        case .focus: .focusAbsolute
        case .exposure: .exposureAbsolute
        }
    }

    /// The timer that ends its search at the latest.
    var deadline: TimerID {
        switch self {
        case .focus: .focusDeadline
        case .exposure: .exposureDeadline
        }
    }

    var set: ComponentSet {
        switch self {
        case .focus: .focus
        case .exposure: .exposure
        }
    }
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
}

/// One value for focus, and one for exposure.
struct PerComponent<Value> {
    var focus: Value
    var exposure: Value

    subscript(component: Component) -> Value {
        get {
            switch component {
            case .focus: focus
            case .exposure: exposure
            }
        }
        set {
            switch component {
            case .focus: focus = newValue
            case .exposure: exposure = newValue
            }
        }
    }
}

extension PerComponent: Equatable where Value: Equatable {}
extension PerComponent: Sendable where Value: Sendable {}
extension PerComponent: Snapshotable where Value: Snapshotable {}
