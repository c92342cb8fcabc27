extension SettingVisitor {
    /// A setting of any type, with its value in the form of files; `make` gives the value for a form, nil: it is not allowed.
    public mutating func field<Value>(
        _ setting: Setting, _ value: inout Value, _ form: SettingValue, _ make: (SettingValue) -> Value?
    ) {
        guard let given = visit(setting, form) else { return }
        if let made = make(given) { value = made } else { refuse(setting) }
    }

    /// Numbers that belong together, or none; `make` gives the value for as many as the setting's kind has, nil: they are not allowed.
    mutating func field<Value>(
        _ setting: Setting, _ value: inout Value?, _ numbers: [Double]?, _ make: ([Double]) -> Value?
    ) {
        let count = setting.kind.numbers
        field(setting, &value, numbers.map { .numbers($0) } ?? .absent) { form in
            switch form {
            case .absent: return .some(nil)
            case .numbers(let given) where given.count == count: return make(given).map { .some($0) }
            default: return nil
            }
        }
    }

    public mutating func field(
        _ name: StaticString, _ value: inout Double, in limits: Setting.Limits, unit: StaticString = "",
        option: Setting.Option? = nil, expected: String? = nil, _ help: StaticString
    ) {
        let setting = Setting(name, .number(limits), unit: unit, option: option, expected: expected, help)
        field(setting, &value, .number(value)) { form in
            guard case .number(let given) = form, limits.contains(given) else { return nil }
            return given
        }
    }

    public mutating func field(
        _ name: StaticString, _ value: inout Double, in range: ClosedRange<Double>, unit: StaticString = "",
        option: Setting.Option? = nil, expected: String? = nil, _ help: StaticString
    ) {
        field(name, &value, in: .range(range), unit: unit, option: option, expected: expected, help)
    }

    /// A whole number.
    public mutating func field(
        _ name: StaticString, _ value: inout Int, in range: ClosedRange<Int>, unit: StaticString, _ help: StaticString
    ) {
        field(Setting(name, .count(range), unit: unit, help), &value, .number(Double(value))) { form in
            guard case .number(let given) = form, let whole = Int(exactly: given), range.contains(whole) else {
                return nil
            }
            return whole
        }
    }

    /// A time, in seconds.
    public mutating func field(
        _ name: StaticString, _ value: inout TimeSpan, from least: Double = 0, option: Setting.Option? = nil,
        _ help: StaticString
    ) {
        let range = least...Self.longestTime
        let setting = Setting(name, .seconds(range), unit: "s", option: option, help)
        field(setting, &value, .number(value.seconds)) { TimeSpan($0, in: range) }
    }

    /// A time, in seconds, or none.
    public mutating func field(
        _ name: StaticString, _ value: inout TimeSpan?, from least: Double = 0, default defaultWords: StaticString,
        option: Setting.Option? = nil, _ help: StaticString
    ) {
        let range = least...Self.longestTime
        let setting = Setting(name, .seconds(range), unit: "s", default: defaultWords, option: option, help)
        field(setting, &value, value.map { .number($0.seconds) } ?? .absent) { form in
            if case .absent = form { return .some(nil) }
            return TimeSpan(form, in: range).map { .some($0) }
        }
    }

    public mutating func field(
        _ name: StaticString, _ value: inout Bool, option: Setting.Option? = nil, _ help: StaticString
    ) {
        field(Setting(name, .boolean, option: option, help), &value, .boolean(value)) { form in
            guard case .boolean(let given) = form else { return nil }
            return given
        }
    }

    /// One of a few.
    public mutating func field<Choice: SettingChoice>(
        _ name: StaticString, _ value: inout Choice, option: Setting.Option? = nil, _ help: StaticString
    ) {
        let all = Choice.allCases
        let setting = Setting(name, .choice(all.map { $0.name }), option: option, help)
        field(setting, &value, .choice(all.firstIndex(of: value) ?? 0)) { form in
            guard case .choice(let index) = form, all.indices.contains(index) else { return nil }
            return all[index]
        }
    }

    /// Settings that are an object of their own.
    public mutating func group(_ name: StaticString, _ group: inout some SettingGroup, _ help: StaticString) {
        visit(Setting(name, .group, help), &group)
    }

    /// The longest accepted time, in seconds: a day.
    private static var longestTime: Double { 86_400 }
}

extension Setting.Kind {
    /// The number of numbers in a value; nil: any.
    fileprivate var numbers: Int? {
        switch self {
        case .size: 2
        case .rectangle: 4
        case .numbers(let count): count
        case .number, .count, .seconds, .boolean, .choice, .text, .texts, .group: nil
        }
    }
}

extension TimeSpan {
    fileprivate init?(_ form: SettingValue, in range: ClosedRange<Double>) {
        guard case .number(let seconds) = form, range.contains(seconds) else { return nil }
        self = .seconds(seconds)
    }
}
