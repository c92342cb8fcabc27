import Foundation
import Testing

/// One half of the virtual camera's scene, and a finger at its middle.
enum Half: CaseIterable {
    case near, far

    /// In units of the touchscreen.
    var touch: Int { self == .near ? 320 : 960 }
    /// In shares of the image's width: the middle of the half.
    var middle: Double { self == .near ? 0.25 : 0.75 }
}

/// Taps on cameras whose frames the engine measures, and checks of their results.
extension Stage {
    /// The requirements for the tapped half: a sharp lens, the right exposure.
    struct Demands: OptionSet {
        let rawValue: Int
        static let focus = Demands(rawValue: 1)
        static let exposure = Demands(rawValue: 2)
        static let both: Demands = [.focus, .exposure]
    }

    /// A camera without a region: the level is software, or the whole frame where no frames can be had.
    static let withoutRegion = ["--without", "roi"]

    /// In seconds: the engine's own deadline, plus the time that an emulated machine loses.
    static let searchTime = 30.0

    /// Taps that half, and returns the settled event.
    func settled(after half: Half) throws -> Record {
        let run = run.mark
        try tap(half.touch, 400)
        return try said("settled", since: run, within: Self.searchTime)
    }

    /// Taps that half, and returns when the search for focus is about to begin.
    func beginSearch(_ half: Half) throws {
        let run = run.mark
        try tap(half.touch, 400)
        try said("exposed", since: run, within: Self.searchTime)
    }

    /// Unplugs the camera, and plugs it in again when tapfocus has noticed.
    /// - Returns: what tapfocus says after this mark is about the camera that is back.
    func unplugCameraForAMoment() throws -> Int {
        let before = run.mark
        try kiosk.tell("unplug camera")
        try said("device", since: before) { $0.text("device") == "camera" && $0.text("change") == "left" }
        let after = run.mark
        try kiosk.tell("plug camera")
        return after
    }

    /// Taps that half, and requires that it ends sharp and well exposed there, held and read back, by tapfocus's events
    /// and by the camera's own record.
    ///
    /// An emulated machine that waits for a processor shows frames later than any real camera, which no search can
    /// know. So an attempt is repeated if the machine measurably stalled during it; a wrong result without a stall is a
    /// failure at once.
    /// - Parameters:
    ///   - lags: true when the result depends on the camera's lag, to the frame: an attempt with uneven frames is repeated, too.
    ///   - attempts: the limit; 1 where a repetition would hide the subject of the test.
    func tapEndsRight(
        _ half: Half, _ demands: Demands = .both, lags: Bool = false, attempts: Int = 3
    ) throws {
        var shortcoming: String?
        for _ in 1...attempts {
            let start = Clock.now
            let settled = try settled(after: half)
            let record = try measure(half)
            shortcoming = Self.shortcoming(settled, record, demands, metered: try metered(record))
            let (lens, mean) = (record.number("lens") ?? -1, record.number("mean") ?? -1)
            let pace = shortcoming == nil ? nil : try framePace(from: start, to: settled.time)
            print(
                "\(name), \(half): \((Clock.now - start) / 1_000_000) ms, lens \(lens), mean \(mean)",
                shortcoming.map { "NOT RIGHT: \($0); \(pace?.words ?? "no two frames")" } ?? "")
            guard let fault = shortcoming else { return }
            // The measured frames also show tapfocus's own pauses; the heartbeat does not depend on tapfocus.
            let stoodStill =
                pace?.stoodStill == true && Heartbeat.longestPause(since: start) > Heartbeat.tooLong
            guard stoodStill || lags && pace?.isUneven == true else {
                throw HarnessError(
                    "a tap on the \(half) half came to no good end, and no standstill explains it: \(fault)")
            }
        }
        throw HarnessError("no tap of \(attempts) on the \(half) half came to a good end: \(shortcoming ?? "")")
    }

    /// The first unmet requirement; nil if all are met.
    private static func shortcoming(
        _ settled: Record, _ record: Record, _ demands: Demands, metered: Double
    ) -> String? {
        let verified = ["0", "1"].compactMap { settled.text("verified", $0) }
        for (demand, component) in [(Demands.focus, "focus"), (.exposure, "exposure")] {
            guard demands.contains(demand) else {
                guard settled.text(component + "Level") == "none" else { return settled.line }
                continue
            }
            guard settled.text(component + "Level") == "software", settled.text(component) == "converged",
                verified.contains(component)
            else { return settled.line }
        }
        let isSharp = record.boolean("in-depth-of-field") == true
        if demands.contains(.focus), !isSharp { return record.line }
        // The halves are taken for the cells of the grid, which is not exact.
        let isExposed = abs(metered / 0.45 - 1) <= 0.1
        return demands.contains(.exposure) && !isExposed ? record.line : nil
    }

    /// The brightness that a search brings to its target: the region with three quarters of the weight, and the whole picture.
    private func metered(_ record: Record) throws -> Double {
        let halves = try [0, 0.5].map { try kiosk.measure(x: $0, y: 0, width: 0.5, height: 1).number("mean") ?? 0 }
        let whole = halves.map { log2(max($0, 16.0 / 255)) }.reduce(0, +) / 2
        return exp2(0.75 * log2(max(record.number("mean") ?? 0, 0.004)) + 0.25 * whole)
    }

    /// The camera's own record of the tapped region, weighted like the metering of exposure.
    func measure(_ half: Half) throws -> Record {
        let share = Camera.share
        let record = try kiosk.measure(x: half.middle - share / 2, y: 0.5 - share / 2, width: share, height: share)
        try #require(record.text("half") == "\(half)")
        return record
    }

    /// Shows the view, and requires that the camera's automatics work again as far as it has any.
    func becomesContinuous() throws {
        let run = run.mark
        try #require(try self.run.ask("show-view").status == 0)
        try state("continuousAuto", since: run)
        try untilAnswering()
    }

    /// The error messages of tapfocus.
    func complaints(since mark: Int = 0) -> [String] {
        run.said(since: mark, "error").compactMap { $0.text("message") }
    }

    /// The controls' values as any program reads them.
    func values(_ controls: [PlainCamera.Control]) throws -> [Int?] {
        let camera = try PlainCamera(try kiosk.tell("await camera"))
        return controls.map { camera.get($0) }
    }
}
