import Foundation
import Glibc
import Testing

@testable import KioskRuntime

/// A real `run` whose trace may not grow any more.
@Suite struct TraceLimitTests {
    /// In units of 512 bytes, as the shell counts: 8 KiB, which some 50 inputs fill.
    private static let limit = 16

    @Test("A trace that reaches the limit on the size of files ends with a sentence; run goes on, and ends with 0")
    func sizeLimit() throws {
        try withFolder { folder in
            // A socket in the camera's place is there and cannot be opened: `run` goes on without a camera.
            let camera = try LocalSocket.listen(at: folder + "/camera")
            defer { close(camera) }
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments =
                ["-c", "ulimit -f \(Self.limit) && exec \"$0\" \"$@\"", Program.path, "run", "--json"]
                + ["--camera", folder + "/camera", "--touch", "none", "--motion", "none"]
                + ["--socket", folder + "/s", "--trace", folder + "/trace"]
            process.environment = ProcessInfo.processInfo.environment.merging(["STATE_DIRECTORY": folder]) { $1 }
            process.standardInput = FileHandle.nullDevice
            let output = Pipe()
            process.standardOutput = output
            try process.run()
            defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

            let client = try connect(folder + "/s", process)
            for _ in 0..<100 {
                try client.send(.showView)
                _ = try #require(client.nextLine())
            }
            process.terminate()
            process.waitUntilExit()
            #expect(process.terminationReason == .exit && process.terminationStatus == 0)
            let size = try FileManager.default.attributesOfItem(atPath: folder + "/trace")[.size] as? Int
            #expect(size == Self.limit * 512)
            let said = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            let sentences = said.split(separator: "\n").filter { $0.contains("cannot write the trace") }
            #expect(sentences.count == 1, "\(said)")
            #expect(sentences.first?.contains("File too large. Begin a new file, or raise the limit") == true)
            #expect(said.split(separator: "\n").count { $0.contains("\"event\":\"state\"") } == 101, "all views shown")
        }
    }

    /// Waits until the socket is there.
    private func connect(_ path: String, _ process: Process) throws -> KioskClient {
        let end = Date() + 60
        while true {
            do {
                return try KioskClient(SocketPlace(path))
            } catch {
                guard process.isRunning, Date() < end else { throw error }
                usleep(10_000)
            }
        }
    }
}
