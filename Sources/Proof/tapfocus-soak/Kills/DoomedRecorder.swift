import FocusCore
import Foundation
import KioskRuntime
import LinuxDevices
import SimulatedDevices
import StateTrace

/// A recording program that will be killed, and the requests that it has answered until then.
final class DoomedRecorder {
    /// A request that is answered is an input that the engine has got. It may be missing from the trace for this long.
    private static let grace = TimeSpan.milliseconds(1000)
    private static let patience = TimeSpan.seconds(20)

    let number: UInt64
    let folder: String
    private let process = Process()
    private var random: SplitMix64
    private var client: KioskClient?
    private let began = MonotonicClock.now()
    /// The time from the first answer to the end.
    private let life: TimeSpan
    private var death: Instant?
    private var answers: [Instant] = []

    init(_ number: UInt64) throws {
        self.number = number
        random = SplitMix64(seed: number)
        life = TimeSpan.milliseconds(Int64.random(in: 0..<3000, using: &random))
        folder = FileManager.default.temporaryDirectory.appending(path: "tapfocus-soak-\(getpid())-\(number)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["record", Bool.random(using: &random) ? "ring" : "file", folder]
        process.standardInput = FileHandle.nullDevice
        try process.run()
    }

    deinit {
        if process.isRunning {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Makes some requests, or kills the program when its time has come. Returns false once it is dead.
    func live() throws -> Bool {
        let now = MonotonicClock.now()
        guard let client = client ?? connect() else {
            guard now < began.advanced(by: Self.patience), process.isRunning else {
                kill(process.processIdentifier, SIGKILL)
                throw SoakFailure("the recording program did not open its socket")
            }
            return true
        }
        self.client = client
        if let death, now >= death {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            return false
        }
        for _ in 0..<Int.random(in: 0..<2, using: &random) {
            // Now and then a new file begins.
            let isInput = Int.random(in: 0..<200, using: &random) > 0
            try client.send(isInput ? .showView : .nextTrace)
            guard client.nextLine() != nil else { throw SoakFailure("the recording program ended by itself") }
            if isInput { answers.append(MonotonicClock.now()) }
        }
        // Its inputs are counted from the first answer, because the start takes as long as it takes.
        if death == nil, let first = answers.first { death = first.advanced(by: life) }
        return true
    }

    private func connect() -> KioskClient? { try? KioskClient(SocketPlace(RecordingProgram.socket(in: folder))) }

    /// Looks at what is left. Returns a sentence if something is wrong, nil if all is well.
    func autopsy() throws -> String? {
        guard let death else { return nil }
        let due = answers.count { $0.advanced(by: Self.grace) < death }
        var found = 0
        for name in try FileManager.default.contentsOfDirectory(atPath: RecordingProgram.traces(in: folder)) {
            let path = "\(RecordingProgram.traces(in: folder))/\(name)"
            let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            found += bytes.split(separator: UInt8(ascii: "\n")).count {
                $0.range(of: Data("\"in\":{\"viewShown\"".utf8)) != nil
            }
            // A file that had been opened and not written yet is empty.
            if bytes.isEmpty { continue }
            let report = try Replay.run(path: path)
            if let fault = report.fault { return "a killed program's trace cannot be read: \(fault)" }
            if let divergence = report.divergence {
                return "a killed program's trace diverges in line \(divergence.line)"
            }
        }
        guard found < due else { return nil }
        return "\(due - found) inputs that were answered more than a second before the end are lost (of \(due))"
    }
}
