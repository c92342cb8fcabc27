import Foundation

// Without arguments it measures the engine, the searches, a frame, its way from an application, the trace and the replay.
// `--check-allocations` measures the engine alone and fails if a step allocates; `make check` calls it.
// `--sharpness [LOG]` compares measures of sharpness, and their cost with the log of Scripts/lab/peers/sharpness_opencv.py.
// `--photographs FOLDER` compares measures of sharpness over the pictures of Scripts/lab/peers/photographs.
// `--taps LOG` evaluates the log of Scripts/rig/measure-tap.
// `--holders FOLDER` evaluates the traces of Scripts/rig/measure-holder.
// `--records FOLDER` measures the records of traces, and keeps two traces there for Scripts/lab/peers/simdjson.
// `--slow-calls` measures taps on cameras that take long for a call alone.
// `--traces` measures writing, replaying and seeking alone.
// `--minimize [COUNT [FOLDER]]` only cuts failures out of days of COUNT inputs, and leaves the days in FOLDER.
// `--noisy-taps [SEED]` taps on random scenes before a small camera with noise.
// `--pace` measures this machine's speed, and `--shares FIGURES` evaluates the figures of Scripts/rig/measure-frames.
let arguments = CommandLine.arguments.dropFirst()
if arguments.first == "--taps", let log = arguments.dropFirst().first {
    try TapBenchmark.run(log: log)
    exit(0)
}
if arguments.first == "--holders", let folder = arguments.dropFirst().first {
    try HolderBenchmark.run(folder: folder)
    exit(0)
}
if arguments.first == "--records", let folder = arguments.dropFirst().first {
    try RecordBenchmark.run(in: URL(fileURLWithPath: folder))
    exit(0)
}
if arguments.first == "--slow-calls" {
    SlowCallsBenchmark.run()
    exit(0)
}
if arguments.first == "--traces" {
    try TraceBenchmark.run()
    exit(0)
}
if arguments.first == "--pace" {
    try ShareBenchmark.printPace()
    exit(0)
}
if arguments.first == "--shares", let figures = arguments.dropFirst().first {
    try ShareBenchmark.run(figures: figures)
    exit(0)
}
if arguments.first == "--minimize" {
    let count = arguments.dropFirst().first.flatMap { Int($0) }
    try MinimizeBenchmark.run(inputs: count ?? 1_000_000, keeping: arguments.dropFirst(2).first)
    exit(0)
}
if arguments.first == "--photographs", let folder = arguments.dropFirst().first {
    try PhotographExperiment.run(folder: folder)
    exit(0)
}
if arguments.first == "--noisy-taps" {
    let seed = arguments.dropFirst().first
    if let seed, UInt64(seed) == nil {
        FileHandle.standardError.write(Data("the seed of --noisy-taps must be a number, 0 or more.\n".utf8))
        exit(2)
    }
    NoisyTapBenchmark.run(seed: seed.flatMap { UInt64($0) })
    exit(0)
}
if arguments.first == "--sharpness" {
    let peer = arguments.dropFirst().first.flatMap { try? String(contentsOfFile: $0, encoding: .utf8) }
    SharpnessExperiment.run()
    SharpnessBenchmark.run(peer: peer)
    exit(0)
}
let isSound = EngineBenchmark.run()
if arguments.first != "--check-allocations" {
    SearchBenchmark.run()
    SlowCallsBenchmark.run()
    ExposureBenchmark.run()
    try FrameCostBenchmark.run()
    try HostFrameBenchmark.run()
    try TraceBenchmark.run()
    try MinimizeBenchmark.run()
}
if !isSound {
    FileHandle.standardError.write(Data("the engine allocates memory in steady state: it must not.\n".utf8))
    exit(1)
}
