import Foundation

enum Benchmark {
    /// A part of the benchmarks: the option that calls it, with its arguments as the usage names them, and how many of those it cannot
    /// do without. Without an option, the program runs the parts that need no other program.
    typealias Part = (call: String, needs: Int, purpose: String, run: (_ arguments: [String]) throws -> Void)

    static var parts: [Part] {
        [
            (
                "--check-allocations", 0, "the engine alone; fails if a step allocates (`make check`)",
                { _ in failIfAllocating(EngineBenchmark.run()) }
            ),
            (
                "--sharpness [LOG]", 0, "measuring a frame; LOG is of Scripts/lab/peers/sharpness_opencv.py",
                { SharpnessBenchmark.run(peer: $0.first.flatMap { try? String(contentsOfFile: $0, encoding: .utf8) }) }
            ),
            (
                "--noisy-taps [SEED]", 0, "taps on random scenes before a small camera with noise",
                { try NoisyTapBenchmark.run(seed: $0.first) }
            ),
            (
                "--records FOLDER", 1, "records; leaves two traces for Scripts/lab/peers/simdjson",
                { try RecordBenchmark.run(in: URL(fileURLWithPath: $0[0])) }
            ),
            ("--pace", 0, "this machine's speed, for Scripts/rig/evaluate", { _ in try Pace.tell() }),
        ]
    }

    static func runAll() throws {
        let isSound = EngineBenchmark.run()
        SearchBenchmark.run()
        ExposureBenchmark.run()
        try FrameCostBenchmark.run()
        try TraceBenchmark.run()
        failIfAllocating(isSound)
    }

    static var usage: String {
        let lines = parts.map { "  \($0.call.padding(to: 30))\($0.purpose)\n" }
        return "usage: tapfocus-bench [OPTION]\n\n" + lines.joined()
    }

    private static func failIfAllocating(_ isSound: Bool) {
        if isSound { return }
        FileHandle.standardError.write(Data("the engine allocates memory in steady state: it must not.\n".utf8))
        exit(1)
    }
}
