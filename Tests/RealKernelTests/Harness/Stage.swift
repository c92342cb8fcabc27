import Foundation
import Testing

/// One test's stage: the devices, and tapfocus running on them. Each wait has a deadline. Requirements use `#require`,
/// so that a failure leaves the stage at once and both logs are printed.
final class Stage {
    let name: String
    let camera: Camera
    let kiosk: VirtualKiosk
    private(set) var run: RunningTapfocus!
    private var runs = 0
    /// In seconds. Under emulation on a busy machine everything is slow.
    static let patience = 30.0

    /// The part that focuses and exposes at a tap.
    enum Camera {
        /// Its own automatics: in a region if the kernel supports it, else in the whole frame.
        case itself
        /// The engine, by measuring frames: for focus in larger regions than the default, so that 320 × 240 pixels are
        /// enough, which an emulated machine can process in time.
        case searched
        /// The engine with the default regions, but with more time: an emulated machine processes the larger frames
        /// slowly.
        case searchedAsUsual
        /// The engine in the larger regions, with more time: JPEG, which an emulated machine encodes and decodes slowly.
        case searchedSlowly

        /// Options of virtual-kiosk. On a kernel without regions, the engine only leaves the camera to itself if nobody
        /// can read its frames.
        var options: [String] {
            switch self {
            case .itself: Guest.hasRegion ? [] : ["--format", "unknown"]
            case .searched, .searchedAsUsual, .searchedSlowly: []
            }
        }

        /// The sides of the region for exposure, as a share of the image's.
        static let share = 0.25

        /// Options of `tapfocus run`.
        func settings() throws -> [String] {
            let regions = "regions: {focus: \(Self.share), exposure: \(Self.share)}"
            let time = "settle: {searchDeadline: 20}"
            let (name, settings): (String, String)
            switch self {
            case .itself: return []
            case .searched: (name, settings) = ("large-regions", "{\(regions)}")
            case .searchedAsUsual: (name, settings) = ("more-time", "{\(time)}")
            case .searchedSlowly: (name, settings) = ("large-regions-more-time", "{\(regions), \(time)}")
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

    /// Sets up the stage, runs the test, and clears the stage.
    /// - Parameters:
    ///   - name: the name of the trace, which no other test uses.
    ///   - devices: options of virtual-kiosk.
    ///   - camera: the part that focuses and exposes at a tap.
    ///   - options: options of `tapfocus run`; nil if the test starts it itself.
    static func set(
        _ name: String, devices: [String] = [], camera: Camera = .itself, run options: [String]? = [],
        _ test: (Stage) throws -> Void
    ) throws {
        let kiosk = try VirtualKiosk(camera.options + devices)
        defer { kiosk.quit() }
        try set(name, on: kiosk, camera: camera, run: options, test)
    }

    /// The same on devices that exist already.
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

    /// Starts tapfocus and waits until it has made all its first writes.
    /// - Parameter command: runs the program that follows, in its own process.
    func start(_ options: [String] = [], inside command: [String] = []) throws {
        runs += 1
        let trace = runs == 1 ? name : "\(name)-\(runs)"
        run = try RunningTapfocus(
            trace: trace, socket: NSTemporaryDirectory() + "\(trace).sock", try camera.settings() + options,
            inside: command)
        try said("state", within: 40)
        try untilAnswering()
    }

    /// Starts it again, on the same socket.
    func restart(_ options: [String] = []) throws {
        runs += 1
        run = try RunningTapfocus(trace: "\(name)-\(runs)", socket: run.socket, options)
        try said("state", within: 40)
        try untilAnswering()
    }

    /// Ends tapfocus like a service manager; the trace is complete afterwards.
    func end(_ signal: Int32 = SIGTERM) throws {
        run.process.kill(signal)
        let status = try run.process.waitForEnd(within: 20)
        try #require(status == 0, "the exit status after signal \(signal)")
    }

    /// Taps with a finger. An emulated machine may stall while the finger is down: a touch of 0.4 s is rightly no tap,
    /// so the finger tries again. It only tries again then, because a second tap after an accepted one would change the
    /// test.
    func tap(_ x: Int, _ y: Int) throws {
        for _ in 1...3 {
            let (mark, said) = (try kiosk.mark(), run?.mark ?? 0)
            try kiosk.tell("tap \(x) \(y)")
            let down = try logged("finger", since: mark) { $0.text("action") == "down" }
            let up = try logged("finger", since: mark) { $0.text("action") == "up" }
            // The two clocks differ a little from the touchscreen's times: near the limit only tapfocus's own answer
            // counts.
            if up.time - down.time < 350_000_000 || !wasHeldTooLong(since: said) { return }
        }
        throw HarnessError("this machine is too slow for a finger's tap")
    }

    /// True if tapfocus has ignored a touch because it was too long. Without any message about the touch, it was
    /// accepted, and the camera may still be at work.
    private func wasHeldTooLong(since mark: Int) -> Bool {
        let answer = run?.process.output.waitForRecords(from: mark, until: Date(timeIntervalSinceNow: 2)) { records in
            records.first {
                $0.event == "tap-ignored" || $0.event == "error" || ($0.event == "state" && $0.text("cause") == "tap")
            }
        }
        return answer?.text("reason") == "held too long"
    }

    /// Waits for an event of tapfocus.
    @discardableResult
    func said(
        _ event: String, since mark: Int = 0, within seconds: Double = patience,
        where fits: (Record) -> Bool = { _ in true }
    ) throws -> Record {
        let deadline = Date(timeIntervalSinceNow: seconds)
        let record = run.process.output.waitForRecords(from: mark, until: deadline) { records in
            records.first { $0.event == event && fits($0) }
        }
        guard let record else {
            throw HarnessError("tapfocus has not said \"\(event)\" (or not that one) in \(seconds) s")
        }
        return record
    }

    /// Waits until tapfocus reports that the machine has taken a state.
    @discardableResult
    func state(_ state: String, since mark: Int = 0, within seconds: Double = patience) throws -> Record {
        try said("state", since: mark, within: seconds) { $0.text("state") == state }
    }

    /// Waits for an entry in the devices' log.
    @discardableResult
    func logged(
        _ event: String, since mark: Int = 0, within seconds: Double = patience,
        where fits: (Record) -> Bool = { _ in true }
    ) throws -> Record {
        let record = kiosk.log.waitForRecords(from: mark, until: Date(timeIntervalSinceNow: seconds)) { records in
            records.first { $0.event == event && fits($0) }
        }
        guard let record else { throw HarnessError("the devices have not logged \"\(event)\" in \(seconds) s") }
        return record
    }

    /// Waits until the camera has received exactly these writes since the mark: those of the region and focus in this
    /// order, and those of exposure in this order. Either component may come to rest first.
    func received(_ expected: [String], since mark: Int) throws {
        _ = kiosk.log.waitForRecords(from: mark, until: Date(timeIntervalSinceNow: 10)) { records in
            Self.writes(records).count >= expected.count ? true : nil
        }
        try #require(Self.byComponent(Self.writes(kiosk.log.records(from: mark))) == Self.byComponent(expected))
    }

    /// The writes of the region and focus in their order, then those of exposure in theirs.
    static func byComponent(_ writes: [String]) -> [[String]] {
        func isExposure(_ write: String) -> Bool {
            ["ae-mode", "exposure", "gain"].contains { write.hasPrefix($0) }
        }
        return [writes.filter { !isExposure($0) }, writes.filter(isExposure)]
    }

    /// The writes that the camera has received since the mark.
    func writes(since mark: Int = 0) -> [String] { Self.writes(kiosk.log.records(from: mark)) }

    /// Waits until the control socket answers and the camera's worker has had its time: the answer to a request comes
    /// after everything that was requested before.
    func untilAnswering() throws {
        let client = try SocketClient(run.socket, within: Self.patience)
        try client.send(#"{"request":"status"}"#)
        _ = try client.line(within: Self.patience)
        try quiet(for: 0.3)
    }

    /// Waits until neither program has printed anything new for this many seconds.
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

    /// Requires that tapfocus reports no such event for this many seconds.
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
