enum Benchmark { static func run() {} }
