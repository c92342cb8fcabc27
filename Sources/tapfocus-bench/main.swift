import Foundation

// `--check-allocations` measures the engine alone and fails if a step allocates; `make test` calls it.
let isSound = EngineBenchmark.run()
if !CommandLine.arguments.contains("--check-allocations") { try TraceBenchmark.run() }
if !isSound {
    FileHandle.standardError.write(Data("the engine allocates memory in steady state: it must not.\n".utf8))
    exit(1)
}
