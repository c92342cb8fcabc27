import Foundation

/// Runs a program to its end.
enum Child {
    struct End {
        /// The exit status; nil if a signal ended the program.
        var status: Int32?
        var signal: Int32?
        var isTimeUp = false
        /// Its text on standard error.
        var words = ""
    }

    /// The exit status of coreutils' timeout after it has ended a program that took too long.
    private static let timeIsUp: Int32 = 124

    static func run(_ program: String, _ arguments: [String]) throws -> End {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
        process.arguments = ["--kill-after=5", "20", program] + arguments
        let errors = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = errors
        try process.run()
        let words = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        var end = End(words: String(decoding: words, as: UTF8.self))
        let status = process.terminationStatus
        end.isTimeUp = status == timeIsUp
        // timeout passes its child's signal on as a status of 128 and more, or ends with the same signal itself.
        if process.terminationReason == .uncaughtSignal {
            end.signal = status
        } else if status > 128 {
            end.signal = status - 128
        } else {
            end.status = status
        }
        return end
    }
}
