import Foundation

/// The program, run as a process.
enum Program {
    struct Outcome {
        var code: Int32
        var output: String
        var errors: String
    }

    static let path = place(of: "tapfocus")

    /// Beside the tests in the build folder.
    static func place(of program: String) -> String {
        let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent(program).path
    }

    static func run(_ arguments: String..., in folder: String? = nil) throws -> Outcome {
        try run(arguments, in: folder)
    }

    /// - Parameter meanwhile: called again and again until the program has ended.
    static func run(
        _ arguments: [String], of program: String = Program.path, in folder: String? = nil,
        environment: [String: String] = [:], meanwhile: (() throws -> Void)? = nil
    ) throws -> Outcome {
        // Files instead of pipes: nothing has to be read at the same time.
        let base = NSTemporaryDirectory() + "tapfocus-\(UUID().uuidString)"
        for name in [base + ".out", base + ".err"] { _ = FileManager.default.createFile(atPath: name, contents: nil) }
        defer { for name in [base + ".out", base + ".err"] { try? FileManager.default.removeItem(atPath: name) } }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle(forWritingAtPath: base + ".out")
        process.standardError = FileHandle(forWritingAtPath: base + ".err")
        try process.run()
        while let meanwhile, process.isRunning { try meanwhile() }
        process.waitUntilExit()
        return Outcome(
            code: process.terminationStatus, output: try String(contentsOfFile: base + ".out", encoding: .utf8),
            errors: try String(contentsOfFile: base + ".err", encoding: .utf8))
    }
}

/// A folder that is gone afterwards.
func withFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
    let folder = NSTemporaryDirectory() + "tf-\(UInt32.random(in: 0 ... .max))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    return try body(folder)
}

/// The text of a file of this repository.
func repositoryFile(_ name: String) throws -> String {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    return try String(contentsOf: root.appendingPathComponent(name), encoding: .utf8)
}

/// The blocks of a document that are fenced with that language.
func fencedBlocks(_ language: String, in document: String) -> [String] {
    document.components(separatedBy: "```\(language)\n").dropFirst().compactMap {
        $0.components(separatedBy: "```").first
    }
}
