import FocusCore
import StateTrace

/// The total cost of a frame: measurement, the engine's step, and recording both in the trace.
///
/// The work of the driver, the kernel, and libv4lconvert where it converts, is not included: only a real stream has it.
enum FrameCostBenchmark {
    private static let rate = 30.0
    /// The bound, as a share of a core.
    private static let bound = 0.02

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

    /// While the scene is watched: the cost of a frame, in nanoseconds, and the frames that are measured in a second, out of 30.
    static func watching() throws -> (cost: Double, rate: Double) {
        let session = SoftwareSession(.software)
        guard let request = session.watchRequest else { return (0, 0) }
        return (try watching(session, request), watchedRate(request))
    }

    private static func watchedRate(_ request: FrameRequest) -> Double { rate / Double(framesToOneDue(request)) }

    private static func watching(_ session: SoftwareSession, _ request: FrameRequest) throws -> Double {
        try cost(session.engineBeforeWatch, session.watch, request) / Double(session.watch.count)
    }

    /// The cost of all inputs together, in nanoseconds. The camera's answers to a call that a frame led to count towards the frame.
    private static func cost(_ start: Engine, _ inputs: [Input], _ request: FrameRequest) throws -> Double {
        // More than fits in a core's own caches.
        let frames = FrameBuffers(width: 640, height: 480, step: 2, count: 64)
        let file = try TraceFile(path: "/dev/null")
        var writer = try TraceWriter(header: .bench) { bytes in try file.write(bytes) }
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

    /// Counts like the camera's thread: a frame is due up to a quarter of the frame interval early.
    private static func framesToOneDue(_ request: FrameRequest) -> Int {
        max(Int((request.interval.seconds * rate - 0.25).rounded(.up)), 1)
    }

    private static func row(_ name: String, _ nanoseconds: Double, measured: Double, _ remark: String) {
        let share = nanoseconds * measured / 1e9
        let verdict = share <= bound ? "met" : "MISSED"
        Table.row(
            name, (nanoseconds / 1000).decimal(1) + " µs",
            "\((share * 100).decimal(2)) % of a core: \(verdict); \(remark)")
    }

    /// The sizes of the regions, in pixels.
    private static func words(_ request: FrameRequest) -> String {
        [request.focus, request.exposure].map {
            "\(Int(($0.width * 640).rounded())) × \(Int(($0.height * 480).rounded()))"
        }.joined(separator: " and ")
    }
}
