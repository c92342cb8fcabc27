import Foundation

/// The guest's own tools.
enum Shell {
    static func run(_ command: String) throws {
        let ended = try ChildProcess.run(["/bin/sh", "-c", command])
        guard ended.status == 0 else { throw HarnessError("\(command): \(ended.errors)") }
    }

    /// Sends udev's daemon an order that may be repeated. It is sent five times, because on Linux 7.3 the daemon finds the user
    /// 65534 at the other end of its socket one time in twenty, and drops the order ("Invalid sender uid"); nothing tells
    /// that to udevadm.
    static func controlUdev(_ order: String) throws {
        for _ in 0..<5 { try run("udevadm control \(order)") }
    }

    static func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }
}
