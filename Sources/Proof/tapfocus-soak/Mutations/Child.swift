import Foundation

enum Child {
    enum End {
        case status(Int32)
        case signal(Int32)
        case timeIsUp
    }

    /// The exit status of coreutils' timeout after it has ended a program that took too long.
    private static let timeIsUp: Int32 = 124

    /// - Returns: also its text on standard error.
    static func run(_ program: String, _ arguments: [String]) throws -> (end: End, words: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
        process.arguments = ["--kill-after=5", "20", program] + arguments
        let errors = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = errors
        try process.run()
        let words = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        // timeout passes its child's signal on as a status of 128 and more, or ends with the same signal itself.
        let status = process.terminationStatus
        if process.terminationReason == .uncaughtSignal { return (.signal(status), words) }
        if status > 128 { return (.signal(status - 128), words) }
        return (status == timeIsUp ? .timeIsUp : .status(status), words)
    }
}
