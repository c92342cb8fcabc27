import Foundation

/// The devices: `virtual-kiosk`, told what to do through its standard input.
final class VirtualKiosk {
    /// What has happened to the devices, first of all what the camera has received.
    let log: LineCollector
    private let process: ChildProcess
    private var answersRead = 0
    private var marks = 0

    /// Plugs in a camera, a touchscreen and an accelerometer.
    /// - Parameter options: those of virtual-kiosk.
    init(_ options: [String] = []) throws {
        let fifo = NSTemporaryDirectory() + "virtual-kiosk-\(UUID().uuidString)"
        guard mkfifo(fifo, 0o600) == 0 else { throw HarnessError("no FIFO at \(fifo)") }
        defer { unlink(fifo) }
        log = LineCollector(fifo: fifo)
        process = try ChildProcess([Guest.program("virtual-kiosk"), "--log", fifo] + options)
        // Once it answers, it has opened the log: until then the FIFO must keep its name.
        try tell("wait 0")
        if !options.contains("--devices") {
            for device in ["camera", "touch", "motion"] { try tell("await \(device)") }
        }
    }

    /// Gives a command and waits for its answer, without the "ok".
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

    /// Where the log stands now; everything after it is new. What the camera has received already is in the log before it.
    func mark() throws -> Int {
        marks += 1
        let text = "mark \(marks)"
        try tell("note \(text)")
        let deadline = Date(timeIntervalSinceNow: 10)
        let position = log.wait(from: 0, until: deadline) { lines in
            // Decoding every line would take longer than the camera takes to write the next one down.
            lines.lastIndex { $0.contains(text) && Record($0)?.text("text") == text }
        }
        guard let position else { throw HarnessError("virtual-kiosk has not written a note") }
        return position + 1
    }

    /// How the devices are.
    func status() throws -> Record {
        guard let record = Record(try tell("status")) else { throw HarnessError("virtual-kiosk has no status") }
        return record
    }

    /// What the camera's own record says that a frame shows there, in shares of the image: `mean`, `in-depth-of-field`, …
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

/// Where the tests run, as Scripts/rig/boot says it.
enum Guest {
    private static let environment = ProcessInfo.processInfo.environment

    /// 6.1 or roi.
    static let kernel = environment["RIG_KERNEL"] ?? ""
    /// Whether the kernel can ask a camera for its region of interest: uvcvideo does since 6.15.
    static var hasRegion: Bool { kernel != "6.1" }
    /// Where what shall be kept goes.
    static let results = environment["RIG_RESULTS"] ?? NSTemporaryDirectory()

    /// The release binary, as a user would have it.
    static func program(_ name: String) -> String {
        "\(environment["TAPFOCUS_BINARIES"] ?? ".build/static/release")/\(name)"
    }
}
