/// The description of a setting, without its value. Reading, writing, checking, listing and documenting settings all use it.
public struct Setting: Sendable {
    /// The key in files, inside its group.
    public var name: StaticString
    public var kind: Kind
    /// The unit in the tables of the documentation: "m/s²", "share of the lens range"; where the kind has no range, the form of the value.
    public var unit: StaticString
    /// The meaning of the setting, and the source of its default, for the table.
    public var help: StaticString
    /// The default in the words of the table, if the value itself is not readable: "never"; nil: the value.
    public var defaultWords: StaticString?
    /// The option of `run` that sets it; nil: none does.
    public var option: Option?
    /// The values that are allowed, in words, where the kind alone does not tell; nil: it does.
    public var expected: String?

    /// The values that a setting may have.
    public enum Kind: Sendable {
        case number(Limits)
        case count(ClosedRange<Int>)
        case seconds(ClosedRange<Double>)
        case boolean
        /// The names of the choices.
        case choice([StaticString])
        /// Two numbers: WIDTHxHEIGHT.
        case size
        /// Four numbers: X,Y,WIDTHxHEIGHT.
        case rectangle
        /// A list of so many numbers; nil: of any length.
        case numbers(Int?)
        case text
        case texts
        /// An object that contains other settings.
        case group
    }

    /// The limits of a number.
    public enum Limits: Sendable {
        case range(ClosedRange<Double>)
        /// Finite, and above 0.
        case positive
        /// Above 0, and up to 1.
        case share
        /// Told by the setting's own words.
        case described

        func contains(_ value: Double) -> Bool {
            switch self {
            case .range(let range): range.contains(value)
            case .positive: value.isFinite && value > 0
            case .share: value > 0 && value <= 1
            case .described: true
            }
        }
    }

    /// An option on the command line. Its name is the key, with hyphens.
    public struct Option: Sendable {
        /// The placeholder of its value; nil: a switch.
        public var value: StaticString?
        public var help: StaticString

        public init(_ value: StaticString?, _ help: StaticString) {
            self.value = value
            self.help = help
        }
    }

    public init(
        _ name: StaticString, _ kind: Kind, unit: StaticString = "", default defaultWords: StaticString? = nil,
        option: Option? = nil, expected: String? = nil, _ help: StaticString
    ) {
        self.name = name
        self.kind = kind
        self.unit = unit
        self.help = help
        self.defaultWords = defaultWords
        self.option = option
        self.expected = expected
    }
}

/// The value of a setting, in the form that files have.
public enum SettingValue: Sendable {
    /// No value; the setting's description says what applies then.
    case absent
    case number(Double)
    case boolean(Bool)
    /// The place of a choice among the names of the setting.
    case choice(Int)
    case numbers([Double])
    case text(String)
    case texts([String])

    public var isAbsent: Bool { if case .absent = self { true } else { false } }
}

// Texts are compared by Unicode's rules, whose tables Embedded Swift would link. Nothing there compares settings.
#if !hasFeature(Embedded)
    extension SettingValue: Equatable {}
#endif

/// Visits the fields of a `SettingGroup`.
public protocol SettingVisitor {
    /// A setting, and its value.
    /// - Returns: the value that it gets; nil: it keeps its own.
    mutating func visit(_ setting: Setting, _ value: SettingValue) -> SettingValue?

    /// The setting may not have the value that `visit` has just returned, and has kept its own.
    mutating func refuse(_ setting: Setting)

    /// Settings that are an object of their own in a file.
    mutating func visit(_ setting: Setting, _ group: inout some SettingGroup)
}

/// Settings that are described once: each has one line, which says its name, its place in the value, its range, its unit and its
/// meaning. All that reads, writes, checks or lists settings is a visitor of this description.
public protocol SettingGroup {
    mutating func describe(_ visitor: inout some SettingVisitor)
}

extension SettingGroup {
    /// The same settings with other values: `Configuration().with { $0.forceLockTime = .seconds(5) }`.
    public func with(_ change: (inout Self) -> Void) -> Self {
        var changed = self
        change(&changed)
        return changed
    }
}

/// A setting that is one of a few. The names are those in files.
public protocol SettingChoice: Equatable, CaseIterable where AllCases == [Self] {
    var name: StaticString { get }
}
