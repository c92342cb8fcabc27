import Foundation

/// A program that is run to its end.
enum Child {
    struct End {
        /// Nil where a signal ended it.
        var status: Int32?
        var signal: Int32?
        var isTimeUp = false
        /// Its words on standard error.
        var words = ""
    }

    /// coreutils' timeout ends what does not end by itself, and then returns this.
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
        // timeout passes the signal of its child on as 128 and more, or ends with the same signal itself.
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
