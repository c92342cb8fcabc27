import Foundation

/// A part of the benchmarks, by the option that calls it. Without an option, the program runs those that need no other program.
struct Benchmark {
    /// The option, and its arguments as the usage names them.
    var call: String
    var purpose: String
    /// The number of arguments that it cannot do without.
    var needs: Int
    var run: (_ arguments: [String]) throws -> Void

    init(
        _ call: String, needs: Int = 0, _ purpose: String, _ run: @escaping (_ arguments: [String]) throws -> Void
    ) {
        self.call = call
        self.purpose = purpose
        self.needs = needs
        self.run = run
    }

    static var all: [Benchmark] {
        [
            Benchmark("--check-allocations", "the engine alone; fails if a step allocates (`make check`)") { _ in
                failIfAllocating(EngineBenchmark.run())
            },
            Benchmark("--sharpness [LOG]", "measuring a frame; LOG is of Scripts/lab/peers/sharpness_opencv.py") {
                SharpnessBenchmark.run(peer: $0.first.flatMap { try? String(contentsOfFile: $0, encoding: .utf8) })
            },
            Benchmark("--noisy-taps [SEED]", "taps on random scenes before a small camera with noise") {
                try NoisyTapBenchmark.run(seed: $0.first)
            },
            Benchmark("--traces", "writing and replaying") { _ in try TraceBenchmark.run() },
            Benchmark("--records FOLDER", needs: 1, "records; leaves two traces for Scripts/lab/peers/simdjson") {
                try RecordBenchmark.run(in: URL(fileURLWithPath: $0[0]))
            },
            Benchmark("--pace", "this machine's speed, for Scripts/rig/evaluate") { _ in try Pace.tell() },
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
        let lines = all.map { "  \($0.call.padding(to: 30))\($0.purpose)\n" }
        return "usage: tapfocus-bench [OPTION]\n\n" + lines.joined()
    }

    private static func failIfAllocating(_ isSound: Bool) {
        if isSound { return }
        FileHandle.standardError.write(Data("the engine allocates memory in steady state: it must not.\n".utf8))
        exit(1)
    }
}
