/// The place of a value in a YAML file: the keys and lists around it.
struct YAMLPath {
    private enum Level {
        /// - key: nil while the next scalar is a key.
        case mapping(key: String?)
        case sequence
    }

    /// A part of a file, as a reader of values sees it.
    enum Part: Equatable {
        case value(String)
        /// A list or an object begins, or ends, at the present place.
        case begins
        case ends
        /// A key, the end of the document: nothing to look at.
        case nothing
        case end
    }

    private var levels: [Level] = []

    /// Moves on by an event.
    /// - Returns: nil if a list or an object is a key, which YAML allows, and libinput does not write.
    mutating func follow(_ event: YAMLReader.Event) -> Part? {
        switch event {
        case .mappingBegins: return begin(.mapping(key: nil))
        case .sequenceBegins: return begin(.sequence)
        case .mappingEnds, .sequenceEnds:
            levels.removeLast()
            return .ends
        case .scalar(let text):
            guard case .mapping(nil)? = levels.last else { return .value(text) }
            levels[levels.count - 1] = .mapping(key: text)
            return .nothing
        case .documentEnds: return .nothing
        case .end: return .end
        }
    }

    /// Is called after a value, and after the end of a list or an object: an object's next scalar is a key.
    mutating func endValue() {
        if case .mapping? = levels.last { levels[levels.count - 1] = .mapping(key: nil) }
    }

    private mutating func begin(_ level: Level) -> Part? {
        if case .mapping(nil)? = levels.last { return nil }
        levels.append(level)
        return .begins
    }

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
