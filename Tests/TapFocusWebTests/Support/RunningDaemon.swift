import Foundation
import Glibc

@testable import KioskRuntime

/// `tapfocus run` on a simulated camera, at the control socket of a rig.
final class RunningDaemon {
    private let process = Process()

    init(_ rig: WebRig) throws {
        let web = URL(fileURLWithPath: WebProgram.path)
        process.executableURL = web.deletingLastPathComponent().appendingPathComponent("tapfocus")
        process.arguments = [
            "run", "--simulated", "--touch", "none", "--motion", "none", "--socket", rig.folder + "/s",
        ]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        try rig.wait("the daemon's socket") {
            guard let descriptor = try? LocalSocket.connect(to: rig.folder + "/s") else { return !process.isRunning }
            close(descriptor)
            return true
        }
    }

    deinit { kill() }

    var isRunning: Bool { process.isRunning }

    /// Ends it as a crash does.
    func kill() {
        if process.isRunning { _ = Glibc.kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
    }
}
