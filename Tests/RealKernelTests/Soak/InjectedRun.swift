import Foundation

/// `tapfocus run` with one injection, from its start to its end.
struct InjectedRun {
    let injection: Injection
    let kiosk: VirtualKiosk
    private let process: ChildProcess
    private let log: String
    /// The state of the devices before the start.
    private let before: Record

    /// Without the lens position and the exposure time, which the automatics move.
    private static let controls = ["ae-mode", "focus-auto", "gain", "brightness", "zoom", "power-line-frequency"]
    private static let regionParts = ["left", "top", "right", "bottom", "auto"]
    /// In seconds; a device that could not be opened is searched for again every 30 s.
    private static let patience = 45.0

    init(_ injection: Injection, _ kiosk: VirtualKiosk) throws {
        self.injection = injection
        self.kiosk = kiosk
        log = NSTemporaryDirectory() + "strace.log"
        try? FileManager.default.removeItem(atPath: log)
        // Each run begins without the originals of the one before, which may have been killed.
        if let home = ProcessInfo.processInfo.environment["HOME"] {
            try? FileManager.default.removeItem(atPath: home + "/.local/state/tapfocus")
        }
        before = try kiosk.status()
        let socket = NSTemporaryDirectory() + "soak.sock"
        let trace = "\(Guest.results)/calls-\(injection.number).jsonl"
        process = try ChildProcess(
            injection.command(log: log) + [
                Guest.program("tapfocus"), "run", "--json", "--socket", socket, "--trace", trace,
            ] + (try Stage.Camera.searched.settings()))
    }

    /// - Returns: a description of the fault; nil if a tap works, if a message and the exit status explain why none
    ///   does, or if the call fails in every search for the camera and that was reported.
    func live() throws -> String? {
        // If this line was lost with the failed write, the tap shows whether it runs.
        _ = wait(within: 20) { $0.event == "state" }
        if !process.hasEnded, try !isTapTaken(), !process.hasEnded, !isFailingOn {
            return "it runs, and takes no tap: \(words); failed: \(failedCalls); it said last: \(latest)"
        }
        return try end()
    }

    /// True if the call has failed: many kinds are not called often enough.
    var wasInjected: Bool { injections > 0 }

    private var injections: Int { injectedLines.count }

    private var injectedLines: [Substring] {
        let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").filter { $0.contains("(INJECTED)") }
    }

    private var latest: String { process.output.lines().suffix(12).joined(separator: " | ") }

    /// The failed calls in strace's log.
    private var failedCalls: String { injectedLines.prefix(4).joined(separator: " | ") }

    /// True if the call fails repeatedly, and that was reported. strace counts the calls of each thread, and each
    /// search for a camera has a thread of its own: a call that fails in one fails in all, like that of a broken
    /// camera.
    private var isFailingOn: Bool {
        injections >= 3
            && process.output.records().contains { record in
                record.event == "error" && record.text("message")?.contains("/dev/video") == true
            }
    }

    private func isTapTaken() throws -> Bool {
        let deadline = Clock.now + Clock.nanoseconds(Self.patience)
        repeat {
            let mark = process.output.count
            try kiosk.tell("tap 320 400")
            if wait(from: mark, within: 8, { $0.event == "state" && $0.text("cause") == "tap" }) {
                return wait(from: mark, within: 20) { $0.event == "settled" }
            }
        } while Clock.now < deadline && !process.hasEnded
        return false
    }

    private func end() throws -> String? {
        var hasSignalled = false
        for signal in [SIGTERM, SIGTERM, SIGKILL] {
            if process.hasEnded { break }
            if signal == SIGKILL { return stuck() }
            hasSignalled = true
            process.kill(signal)
            // The first answer may have been lost with the failed read.
            let deadline = Clock.now + Clock.nanoseconds(12)
            while !process.hasEnded, Clock.now < deadline { usleep(20_000) }
        }
        let status = try process.waitForEnd(within: 5)
        if status < 0 { return "signal \(-status) has ended it: \(words)" }
        if status == 0, !hasSignalled { return "it has ended by itself with 0: \(words)" }
        if status != 0, words.isEmpty { return "it has ended with \(status) and said nothing" }
        return status == 0 && !hasComplained ? try leftovers() : nil
    }

    private func stuck() -> String {
        process.kill(SIGKILL)
        return "SIGTERM does not end it: \(words)"
    }

    /// The difference from the state before, after an end without an error message.
    private func leftovers() throws -> String? {
        let status = try kiosk.status()
        for name in ["focus-automatic", "exposure-automatic"] where status.boolean("camera", name) == false {
            return "after the end, \(name) is false, and nobody has said so"
        }
        let paths = Self.controls.map { ["controls", $0] } + Self.regionParts.map { ["roi", $0] }
        for path in paths {
            let values = [before, status].map { $0.integer("camera", path[0], path[1]) }
            if values[0] != values[1] {
                let words = values.map { $0.map(String.init) ?? "nothing" }
                return
                    "after the end, \(path[1]) of \(path[0]) is \(words[1]) instead of \(words[0]), and nobody has said so"
            }
        }
        return nil
    }

    private var hasComplained: Bool {
        !process.errors.text.isEmpty || process.output.records().contains { $0.event == "error" }
    }

    /// All its error messages.
    private var words: String {
        let errors = process.output.records().filter { $0.event == "error" }.map(\.line)
        return (errors + process.errors.lines()).joined(separator: " | ")
    }

    private func wait(from mark: Int = 0, within seconds: Double, _ fits: @escaping (Record) -> Bool) -> Bool {
        process.output.waitForRecords(from: mark, until: Date(timeIntervalSinceNow: seconds)) { records in
            records.first(where: fits)
        } != nil
    }
}
