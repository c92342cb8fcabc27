import Glibc

/// Something that did not work, as one sentence for a person.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }

    /// What was attempted, what the system answered, and what can be done about it.
    static func system(_ attempt: String, error: Int32 = errno, remedy: String = "") -> Failure {
        let answer = String(cString: strerror(error))
        return Failure("cannot \(attempt): \(answer)." + (remedy.isEmpty ? "" : " \(remedy)"))
    }
}
