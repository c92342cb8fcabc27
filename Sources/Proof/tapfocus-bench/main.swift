import Foundation

let arguments = Array(CommandLine.arguments.dropFirst())
do {
    if let option = arguments.first {
        let benchmark = Benchmark.parts.first { $0.call.prefix { $0 != " " } == option }
        guard let benchmark, arguments.count > benchmark.needs else {
            FileHandle.standardError.write(Data(Benchmark.usage.utf8))
            exit(2)
        }
        try benchmark.run(Array(arguments.dropFirst()))
    } else {
        try Benchmark.runAll()
    }
} catch {
    FileHandle.standardError.write(Data("tapfocus-bench: \(error)\n".utf8))
    exit(1)
}
