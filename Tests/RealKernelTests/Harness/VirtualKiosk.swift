import Foundation

/// The devices: `virtual-kiosk`, controlled through its standard input.
final class VirtualKiosk {
    /// The log of the devices' events, above all of the camera's writes.
    let log: LineCollector
    private let process: ChildProcess
    private var answersRead = 0
    private var marks = 0

    /// Plugs in a camera, a touchscreen and an accelerometer.
    /// - Parameter options: options of virtual-kiosk.
    init(_ options: [String] = []) throws {
        let fifo = NSTemporaryDirectory() + "virtual-kiosk-\(UUID().uuidString)"
        guard mkfifo(fifo, 0o600) == 0 else { throw HarnessError("no FIFO at \(fifo)") }
        defer { unlink(fifo) }
        log = LineCollector(fifo: fifo)
        process = try ChildProcess([Guest.program("virtual-kiosk"), "--log", fifo] + options)
        // Its first answer shows that it has opened the log: the FIFO must keep its name until then.
        try tell("wait 0")
        if !options.contains("--devices") {
            for device in ["camera", "touch", "motion"] { try tell("await \(device)") }
        }
    }

    /// Sends a command and returns its answer, without the "ok".
    @discardableResult
    func tell(_ command: String, within seconds: Double = 40) throws -> String {
        try process.write(command)
        let deadline = Date(timeIntervalSinceNow: seconds)
        guard let answer = process.output.wait(from: answersRead, until: deadline, for: \.first) else {
            throw HarnessError("virtual-kiosk has not answered \"\(command)\" in \(seconds) s: \(process.errors.text)")
        }
        answersRead += 1
        guard !answer.hasPrefix("error") else { throw HarnessError("virtual-kiosk: \(command): \(answer)") }
        return answer.hasPrefix("ok ") ? String(answer.dropFirst(3)) : answer
    }

    /// The log's present end: later lines are new. All earlier writes to the camera are before it.
    func mark() throws -> Int {
        marks += 1
        let text = "mark \(marks)"
        let before = log.count
        try tell("note \(text)")
        let deadline = Date(timeIntervalSinceNow: 10)
        let position = log.wait(from: before, until: deadline) { lines in
            // Decoding every line would take longer than the camera takes to write the next one.
            lines.lastIndex { $0.contains(text) && Record($0)?.text("text") == text }
        }
        guard let position else { throw HarnessError("virtual-kiosk has not written a note") }
        return before + position + 1
    }

    /// The state of the devices.
    func status() throws -> Record {
        guard let record = Record(try tell("status")) else { throw HarnessError("virtual-kiosk has no status") }
        return record
    }

    /// The camera's own record of a part of a frame, in shares of the image: `mean`, `in-depth-of-field`, …
    func measure(x: Double, y: Double, width: Double, height: Double) throws -> Record {
        guard let record = Record(try tell("measure \(x) \(y) \(width) \(height)")) else {
            throw HarnessError("virtual-kiosk has measured nothing")
        }
        return record
    }

    /// Unplugs everything and ends.
    func quit() {
        process.kill(SIGTERM)
        _ = try? process.waitForEnd(within: 20)
    }
}

/// The machine that runs the tests, as Scripts/rig/boot describes it.
enum Guest {
    private static let environment = ProcessInfo.processInfo.environment

    /// 6.1 or roi.
    static let kernel = environment["RIG_KERNEL"] ?? ""
    /// True if the kernel supports a camera's region of interest: uvcvideo does since 6.15.
    static var hasRegion: Bool { kernel != "6.1" }
    /// The folder for files that are kept.
    static let results = environment["RIG_RESULTS"] ?? NSTemporaryDirectory()

    /// The path of the release binary, which users have.
    static func program(_ name: String) -> String {
        "\(environment["TAPFOCUS_BINARIES"] ?? ".build/static/release")/\(name)"
    }
}
