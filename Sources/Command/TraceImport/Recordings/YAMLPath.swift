/// The place of a value in a YAML file: the keys and lists around it.
struct YAMLPath {
    enum Level {
        /// - key: nil while the next scalar is a key.
        case mapping(key: String?)
        case sequence
    }

    private var levels: [Level] = []

    var depth: Int { levels.count }

    /// A list or an object begins.
    /// - Returns: false if it is a key, which YAML allows, and libinput does not write.
    mutating func begin(_ level: Level) -> Bool {
        if case .mapping(nil)? = levels.last { return false }
        levels.append(level)
        return true
    }

    mutating func end() { levels.removeLast() }

    /// Follows a scalar, which is a key where an object waits for one.
    /// - Returns: true if it is a key.
    mutating func follow(_ scalar: String) -> Bool {
        guard case .mapping(nil)? = levels.last else { return false }
        levels[levels.count - 1] = .mapping(key: scalar)
        return true
    }

    /// Is called after a value, and after the end of a list or an object: an object's next scalar is a key.
    mutating func endValue() { if case .mapping? = levels.last { levels[levels.count - 1] = .mapping(key: nil) } }

    /// True at the place with these keys; "[]" is an element of a list, "*" any key, "{}" an object that has just begun.
    func isAt(_ pattern: String...) -> Bool {
        guard pattern.count == levels.count else { return false }
        return zip(pattern, levels).allSatisfy { name, level in
            switch level {
            case .sequence: name == "[]"
            case .mapping(nil): name == "{}"
            case .mapping(let key?): name == "*" || key == name
            }
        }
    }

    /// The key at a level from 0; nil if it is a list.
    func key(at level: Int) -> String? {
        guard levels.indices.contains(level), case .mapping(let key) = levels[level] else { return nil }
        return key
    }
}
