import Foundation
import Testing

/// One test's stage: the devices, and tapfocus running on them. What a test waits for has a deadline; what it requires, it
/// requires with `#require`, so that a failure leaves the stage at once and both logs are printed.
final class Stage {
    let name: String
    let camera: Camera
    let kiosk: VirtualKiosk
    private(set) var run: RunningTapfocus!
    private var runs = 0
    /// Under emulation on a busy machine everything takes its time.
    static let patience = 30.0

    /// Who does the work at a tap.
    enum Camera {
        /// Its own automatics: about a region where the kernel can tell it one, else in the whole frame.
        case itself
        /// The engine, by looking at the frames: for focus in larger regions than usual, so that it gets along with
        /// 320 × 240 pixels, which an emulated machine moves fast enough.
        case searched
        /// The same as a user would have it, but with more time: an emulated machine moves the larger frames slowly.
        case searchedAsUsual

        /// Those of virtual-kiosk. A kernel that can tell it no region leaves the camera to itself only where nobody can read
        /// its frames.
        var options: [String] {
            switch self {
            case .itself: Guest.hasRegion ? [] : ["--format", "unknown"]
            case .searched, .searchedAsUsual: []
            }
        }

        /// How much of the image's sides the region for exposure has.
        static let share = 0.25

        /// Options of `tapfocus run`.
        func settings() throws -> [String] {
            let (name, settings): (String, String)
            switch self {
            case .itself: return []
            case .searched:
                (name, settings) = ("large-regions", "{regions: {focus: \(Self.share), exposure: \(Self.share)}}")
            case .searchedAsUsual: (name, settings) = ("more-time", "{settle: {searchDeadline: 20}}")
            }
            let path = NSTemporaryDirectory() + name + ".json5"
            try Shell.write(settings, to: path)
            return ["--config", path]
        }
    }

    private init(_ name: String, _ camera: Camera, _ kiosk: VirtualKiosk) {
        self.name = name
        self.camera = camera
        self.kiosk = kiosk
    }

    /// Sets the stage, runs the test, and clears the stage.
    /// - Parameters:
    ///   - name: names the trace; no other test has it.
    ///   - devices: options of virtual-kiosk.
    ///   - camera: who does the work at a tap.
    ///   - options: those of `tapfocus run`; nil: the test starts it itself.
    static func set(
        _ name: String, devices: [String] = [], camera: Camera = .itself, run options: [String]? = [],
        _ test: (Stage) throws -> Void
    ) throws {
        let kiosk = try VirtualKiosk(camera.options + devices)
        defer { kiosk.quit() }
        try set(name, on: kiosk, camera: camera, run: options, test)
    }

    /// The same on devices that are there already.
    static func set(
        _ name: String, on kiosk: VirtualKiosk, camera: Camera = .itself, run options: [String]? = [],
        _ test: (Stage) throws -> Void
    ) throws {
        let stage = Stage(name, camera, kiosk)
        do {
            if let options { try stage.start(options) }
            try test(stage)
        } catch {
            stage.printLogs()
            throw error
        }
        if let run = stage.run, !run.process.hasEnded { try stage.end() }
    }

    /// Starts tapfocus and waits until it has told the camera all that it wants at first.
    func start(_ options: [String] = []) throws {
        runs += 1
        let trace = runs == 1 ? name : "\(name)-\(runs)"
        run = try RunningTapfocus(
            trace: trace, socket: NSTemporaryDirectory() + "\(trace).sock", try camera.settings() + options)
        try said("state", within: 40)
        try untilAnswering()
    }

    /// Starts it again, on the socket that it had.
    func restart(_ options: [String] = []) throws {
        runs += 1
        run = try RunningTapfocus(trace: "\(name)-\(runs)", socket: run.socket, options)
        try said("state", within: 40)
        try untilAnswering()
    }

    /// Ends tapfocus as a service manager would; the trace is complete then.
    func end(_ signal: Int32 = SIGTERM) throws {
        run.process.kill(signal)
        let status = try run.process.waitForEnd(within: 20)
        try #require(status == 0, "the exit status after signal \(signal)")
    }

    /// A finger taps. An emulated machine may stand still just while the finger is down: what then was held for 0.4 s is no tap,
    /// and rightly refused, so the finger tries again. Only then: a second tap after one that was taken would be another story.
    func tap(_ x: Int, _ y: Int) throws {
        for _ in 1...3 {
            let (mark, said) = (try kiosk.mark(), run?.mark ?? 0)
            try kiosk.tell("tap \(x) \(y)")
            let down = try logged("finger", since: mark) { $0.text("action") == "down" }
            let up = try logged("finger", since: mark) { $0.text("action") == "up" }
            // The two clocks differ a little from what the touchscreen reports: near the limit only tapfocus knows.
            if up.time - down.time < 350_000_000 || !wasHeldTooLong(since: said) { return }
        }
        throw HarnessError("this machine is too slow for a finger's tap")
    }

    /// Whether tapfocus has taken a finger for one that was held too long. Where it says nothing of the tap, it has taken it:
    /// the camera may still be at work.
    private func wasHeldTooLong(since mark: Int) -> Bool {
        let answer = run?.process.output.wait(from: mark, until: Date(timeIntervalSinceNow: 2)) { lines in
            lines.lazy.compactMap(Record.init).first {
                $0.event == "tap-ignored" || $0.event == "error" || ($0.event == "state" && $0.text("cause") == "tap")
            }
        }
        return answer?.text("reason") == "held too long"
    }

    /// Waits until tapfocus has said something.
    @discardableResult
    func said(
        _ event: String, since mark: Int = 0, within seconds: Double = patience,
        where fits: (Record) -> Bool = { _ in true }
    ) throws -> Record {
        let record = run.process.output.wait(from: mark, until: Date(timeIntervalSinceNow: seconds)) { lines in
            lines.lazy.compactMap(Record.init).first { $0.event == event && fits($0) }
        }
        guard let record else {
            throw HarnessError("tapfocus has not said \"\(event)\" (or not that one) in \(seconds) s")
        }
        return record
    }

    /// Waits until tapfocus has said that the machine has taken a state.
    @discardableResult
    func state(_ state: String, since mark: Int = 0, within seconds: Double = patience) throws -> Record {
        try said("state", since: mark, within: seconds) { $0.text("state") == state }
    }

    /// Waits until something is in the devices' log.
    @discardableResult
    func logged(
        _ event: String, since mark: Int = 0, within seconds: Double = patience,
        where fits: (Record) -> Bool = { _ in true }
    ) throws -> Record {
        let record = kiosk.log.wait(from: mark, until: Date(timeIntervalSinceNow: seconds)) { lines in
            lines.lazy.compactMap(Record.init).first { $0.event == event && fits($0) }
        }
        guard let record else { throw HarnessError("the devices have not logged \"\(event)\" in \(seconds) s") }
        return record
    }

    /// Waits until the camera has received exactly these writes since the mark, in this order: that of the region and focus,
    /// and that of exposure. Which of the two comes to rest first is the camera's business.
    func received(_ expected: [String], since mark: Int) throws {
        _ = kiosk.log.wait(from: mark, until: Date(timeIntervalSinceNow: 10)) { lines in
            Self.writes(lines).count >= expected.count ? true : nil
        }
        try #require(Self.byComponent(Self.writes(kiosk.log.lines(from: mark))) == Self.byComponent(expected))
    }

    /// The writes for the region and for focus in their order, then those for exposure in theirs.
    static func byComponent(_ writes: [String]) -> [[String]] {
        func isExposure(_ write: String) -> Bool {
            ["ae-mode", "exposure", "gain"].contains { write.hasPrefix($0) }
        }
        return [writes.filter { !isExposure($0) }, writes.filter(isExposure)]
    }

    /// What the camera has received since the mark.
    func writes(since mark: Int = 0) -> [String] { Self.writes(kiosk.log.lines(from: mark)) }

    /// Nothing more is under way once the control socket answers and the camera's worker has had its time: the answer to a
    /// question comes after everything that was asked before.
    func untilAnswering() throws {
        let client = try SocketClient(run.socket, within: Self.patience)
        try client.send(#"{"request":"status"}"#)
        _ = try client.line(within: Self.patience)
        try quiet(for: 0.3)
    }

    /// Waits until neither program has had anything new to tell for so long.
    func quiet(for seconds: Double) throws {
        let deadline = Clock.now + Clock.nanoseconds(Self.patience)
        var (count, since) = (0, Clock.now)
        while Clock.now - since < Clock.nanoseconds(seconds) {
            let current = kiosk.log.count + run.process.output.count
            if current != count { (count, since) = (current, Clock.now) }
            guard Clock.now < deadline else { throw HarnessError("there is no end to it") }
            usleep(20_000)
        }
    }

    /// Requires that tapfocus says nothing of the kind for so long.
    func silence(_ event: String, since mark: Int, for seconds: Double) throws {
        usleep(UInt32(seconds * 1e6))
        try #require(run.said(since: mark, event).map(\.line) == [])
    }

    private func printLogs() {
        print("---- \(name) (kernel \(Guest.kernel)): what tapfocus said")
        print(run?.process.output.text ?? "nothing: it was not started")
        print("---- and on its standard error")
        print(run?.process.errors.text ?? "")
        print("---- \(name): what happened to the devices")
        print(kiosk.log.text)
        print("----")
    }
}
