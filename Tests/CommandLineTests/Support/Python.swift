import Foundation

/// Runs the examples of the documentation, where there is a Python.
enum Python {
    static let isInstalled = (try? run("print(1)", "")) == "1\n"

    /// The output of the program.
    /// - Parameter meanwhile: called again and again until it has ended.
    static func run(_ program: String, _ argument: String, meanwhile: (() throws -> Void)? = nil) throws -> String {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", program, argument]
        process.standardOutput = pipe
        try process.run()
        while let meanwhile, process.isRunning { try meanwhile() }
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: output, as: UTF8.self)
    }
}
