struct SoakArguments {
    var stage = ""
    var seed: UInt64 = 1
    var seconds = 20.0
    /// The number of the only try; nil for all.
    var only: UInt64?
    /// Number of worlds to write as traces to standard output, without any other test; nil to run the stage.
    var write: Int?
    var findings = ".build/soak"
    /// The folder with the traces, configurations, quirks files and charts to mutate.
    var root = "."

    init(_ words: [String]) throws(SoakFailure) {
        var rest = words[...]
        while let word = rest.popFirst() {
            guard word.hasPrefix("--") else {
                stage = word
                continue
            }
            guard let value = rest.popFirst() else { throw SoakFailure("\(word) needs a value.") }
            try set(word, value)
        }
        guard !stage.isEmpty else { throw SoakFailure("name a stage: worlds, traces, files or kills.") }
    }

    private mutating func set(_ option: String, _ value: String) throws(SoakFailure) {
        let wrong = SoakFailure("\(option) \(value): expected a number.")
        switch option {
        case "--seed":
            guard let number = UInt64(value) else { throw wrong }
            seed = number
        case "--seconds":
            guard let number = Double(value), number > 0 else { throw wrong }
            seconds = number
        case "--only":
            guard let number = UInt64(value) else { throw wrong }
            only = number
        case "--write":
            guard let number = Int(value), number > 0, stage == "worlds" else {
                throw SoakFailure("--write \(value): expected \"worlds --write COUNT\".")
            }
            write = number
        case "--findings": findings = value
        case "--root": root = value
        default: throw SoakFailure("there is no option \(option).")
        }
    }
}
