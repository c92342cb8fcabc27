import Glibc

/// An error as one sentence for a person.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }

    /// A failed system call: the attempt, the system's answer, and the remedy.
    static func system(_ attempt: String, code: Int32 = errno, remedy: String = "") -> Failure {
        let answer = String(cString: strerror(code))
        return Failure("cannot \(attempt): \(answer)." + (remedy.isEmpty ? "" : " \(remedy)"))
    }
}
