/// The program's arguments.
struct SoakArguments {
    var stage = ""
    var seed: UInt64 = 1
    /// How long it goes on, in seconds.
    var seconds = 20.0
    /// Tries this one and nothing else.
    var only: UInt64?
    /// Writes so many worlds as traces to standard output, and tries nothing else.
    var write: Int?
    /// Where findings go.
    var findings = ".build/soak"
    /// The folder whose traces, configurations, quirks files and charts are mutated.
    var root = "."

    struct Mistake: Error, CustomStringConvertible {
        var description: String
    }

    init(_ words: [String]) throws(Mistake) {
        var index = 0
        while index < words.count {
            let word = words[index]
            guard word.hasPrefix("--") else {
                stage = word
                index += 1
                continue
            }
            guard index + 1 < words.count else { throw Mistake(description: "\(word) needs a value.") }
            try set(word, words[index + 1])
            index += 2
        }
        guard !stage.isEmpty else { throw Mistake(description: "name a stage: worlds, traces or files.") }
    }

    private mutating func set(_ option: String, _ value: String) throws(Mistake) {
        let wrong = Mistake(description: "\(option) \(value): expected a number.")
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
                throw Mistake(description: "--write \(value): expected \"worlds --write COUNT\".")
            }
            write = number
        case "--findings": findings = value
        case "--root": root = value
        default: throw Mistake(description: "there is no option \(option).")
        }
    }
}
