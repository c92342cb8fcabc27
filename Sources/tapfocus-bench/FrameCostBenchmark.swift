import FocusCore
import StateTrace

/// What a frame costs altogether: it is measured, the engine takes its step, and both are recorded in the trace.
///
/// What the driver does, the kernel, and libv4lconvert where it has to convert, comes on top: only a real stream has that.
enum FrameCostBenchmark {
    private static let rate = 30.0
    /// A share of a core.
    private static let most = 0.02

    static func run() throws {
        Table.headline(
            "A frame of 640 × 480 YUYV altogether: measured, engine, trace; the bound is 2 % of a core at 30 frames/s"
        )
        let session = SoftwareSession(.software)
        guard let tap = session.tapRequest, let watch = session.watchRequest else { return }
        let searching = try cost(session.engineBeforeTap, session.tap, tap)
        row("searching", searching / Double(session.tapFrames), measured: rate, "every frame, \(words(tap))")
        let due = watchedRate(watch)
        row(
            "locked, the scene watched at its interval", try watching(session, watch), measured: due,
            "\(Int(due)) frames a second are due, \(words(watch)) and the grid")
        let idle = "\(session.idleFrames) came in \(SoftwareSession.idleSeconds) simulated seconds"
        Table.row(
            "nothing needs them: no frames", "0.0 µs",
            "0.00 % of a core: \(session.idleFrames == 0 ? "met" : "MISSED"); \(idle)")
    }

    /// Of a frame while the scene is watched, in nanoseconds.
    static func watching() throws -> Double {
        let session = SoftwareSession(.software)
        guard let request = session.watchRequest else { return 0 }
        return try watching(session, request)
    }

    /// How many frames a second are measured while the scene is watched, of 30.
    static var watchedRate: Double { SoftwareSession(.software).watchRequest.map(watchedRate) ?? 0 }

    private static func watchedRate(_ request: FrameRequest) -> Double { rate / Double(framesToOneDue(request)) }

    private static func watching(_ session: SoftwareSession, _ request: FrameRequest) throws -> Double {
        try cost(session.engineBeforeWatch, session.watch, request) / Double(session.watch.count)
    }

    /// Of all inputs together, in nanoseconds: what the camera answers to what a frame has led to belongs to the frame.
    private static func cost(_ start: Engine, _ inputs: [Input], _ request: FrameRequest) throws -> Double {
        // More than a core's own caches hold.
        let frames = FrameBuffers(width: 640, height: 480, step: 2, count: 64)
        let file = try TraceFile(path: "/dev/null")
        let header = TraceHeader(
            tool: "bench", chart: "", monotonic: 0, wallClock: "", settings: EngineSettings(Configuration()))
        var writer = try TraceWriter(header: header) { bytes in try file.write(bytes) }
        var number = 0
        let rounds = 20
        var sum = 0.0
        let cost = try Measurement.of(repetitions: rounds) {
            for _ in 0..<rounds {
                var engine = start
                for input in inputs {
                    if input.isFrame {
                        number = (number + 1) % frames.count
                        sum += frames.measure(request, frame: number).mean
                    }
                    let effects = engine.step(input)
                    writer.record(input, effects)
                    try writer.flush()
                }
            }
        }
        precondition(sum > 0)
        return cost.nanoseconds
    }

    /// As the camera's thread counts: a frame that is a quarter of a frame early is due all the same.
    private static func framesToOneDue(_ request: FrameRequest) -> Int {
        max(Int((request.interval.seconds * rate - 0.25).rounded(.up)), 1)
    }

    private static func row(_ name: String, _ nanoseconds: Double, measured: Double, _ remark: String) {
        let share = nanoseconds * measured / 1e9
        let verdict = share <= most ? "met" : "MISSED"
        Table.row(
            name, SharpnessBenchmark.format(nanoseconds / 1000, 1) + " µs",
            "\(SharpnessBenchmark.format(share * 100, 2)) % of a core: \(verdict); \(remark)")
    }

    /// The regions' sizes in pixels.
    private static func words(_ request: FrameRequest) -> String {
        [request.focus, request.exposure].map {
            "\(Int(($0.width * 640).rounded())) × \(Int(($0.height * 480).rounded()))"
        }.joined(separator: " and ")
    }
}
