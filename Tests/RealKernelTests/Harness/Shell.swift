import Foundation

/// The guest's own tools.
enum Shell {
    static func run(_ command: String) throws {
        let ended = try ChildProcess.run(["/bin/sh", "-c", command])
        guard ended.status == 0 else { throw HarnessError("\(command): \(ended.errors)") }
    }

    static func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }
}
