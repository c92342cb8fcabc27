import Glibc
import KioskRuntime
import SimulatedDevices

/// Runs a stage until its time is over or somebody interrupts it, and shows its progress.
struct SoakProgram {
    private let arguments: SoakArguments
    private let findings: Findings
    private var stage: any Stage
    private var random: SplitMix64
    private let isTerminal = isatty(STDOUT_FILENO) == 1

    init(_ arguments: SoakArguments) throws {
        self.arguments = arguments
        findings = try Findings(folder: arguments.findings)
        random = SplitMix64(seed: arguments.seed)
        switch arguments.stage {
        case "worlds": stage = WorldsStage(arguments.seed, findings)
        case "traces": stage = TracesStage(findings)
        case "files": stage = FilesStage(findings, root: arguments.root)
        case "kills": stage = KillsStage(findings: findings)
        default: throw SoakFailure("there is no stage \(arguments.stage).")
        }
    }

    /// - Returns: true if nothing was found.
    mutating func run() throws -> Bool {
        if let only = arguments.only {
            try stage.live(only)
            print("\(stage.name) \(only): \(findings.count == 0 ? "nothing found" : "found")")
            return findings.count == 0
        }
        let start = Self.seconds()
        var count = 0
        var lastShown = start
        while true {
            let now = Self.seconds()
            if now - start >= arguments.seconds || Interruption.isAsked { break }
            if now - lastShown >= (isTerminal ? 1 : 60) {
                lastShown = now
                show(count, now - start, isLast: false)
            }
            let numbers = (0..<stage.together).map { _ in random.next() }
            try stage.live(numbers)
            count += 1
        }
        alarm(0)
        show(count, Self.seconds() - start, isLast: true)
        return findings.count == 0
    }

    private func show(_ count: Int, _ elapsed: Double, isLast: Bool) {
        let progress = "\(Int(elapsed)) of \(Int(arguments.seconds)) s"
        let line = "\(stage.name): \(count) tried, \(findings.count) findings, \(progress), seed \(arguments.seed)"
        print(isTerminal ? "\r\u{1b}[K\(line)" : line, terminator: isTerminal && !isLast ? "" : "\n")
        fflush(nil)
    }

    private static func seconds() -> Double { Double(MonotonicClock.nanoseconds()) / 1e9 }
}
