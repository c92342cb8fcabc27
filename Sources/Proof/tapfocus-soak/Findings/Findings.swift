import Glibc

/// The findings of a stage: a text file for each kind of finding, and a file of evidence beside it.
final class Findings {
    let folder: String
    private var known: Set<String> = []
    /// Number of findings of any kind, including repeated ones.
    private(set) var count = 0
    /// The present try. A process that traps leaves this file behind, so that its parent can name the try.
    private let current: UnsafeMutablePointer<FILE>?

    init(folder: String) throws {
        self.folder = folder
        try Files.makeFolder(folder)
        current = fopen("\(folder)/current", "w")
        if let current { setvbuf(current, nil, _IONBF, 0) }
    }

    func path(_ name: String) -> String { "\(folder)/\(name)" }

    /// Notes a try before it begins.
    func begin(_ number: UInt64, of stage: String) {
        // The alarm ends, and so reports, an endless loop.
        alarm(60)
        guard let current else { return }
        rewind(current)
        fputs("\(stage) \(number)                    \n", current)
    }

    /// - Returns: true if this kind of finding has not been reported yet.
    func count(_ kind: String) -> Bool {
        count += 1
        return known.insert(kind).inserted
    }

    func report(_ stage: String, _ number: UInt64, _ words: String, evidence: [UInt8], suffix: String) throws {
        let file = path("\(stage)-\(number)")
        try Files.write(evidence, to: "\(file).\(suffix)")
        let repeating = "To repeat it: Scripts/soak --only \(number) \(stage)"
        try Files.write(Array("\(words)\n\(repeating)\n".utf8), to: "\(file).txt")
        print("\nFOUND by \(stage): \(words)\n\(repeating)\nEvidence: \(file).\(suffix)")
        fflush(nil)
    }
}
