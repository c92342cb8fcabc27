import ChartTools
import Foundation
import SimulatedDevices
import StateChart

/// Damaged configurations, quirks files and charts: each is read, or ignored with a message; no reader traps.
///
/// Charts are read in this process. The other files are read by `tapfocus`, started as a person would start it.
struct FilesStage: Stage {
    let name = "files"
    private let findings: Findings
    private let root: String
    private let program: String

    init(_ findings: Findings, root: String) {
        self.findings = findings
        self.root = root
        program = CommandLine.arguments[0].replacing("tapfocus-soak", with: "tapfocus")
    }

    mutating func live(_ number: UInt64) throws {
        findings.begin(number, of: name)
        var choice = SplitMix64(seed: number)
        switch choice.below(4) {
        case 0: try chart(number, &choice)
        case 1: try call(number, "--quirks", "Quirks/quirks.json5", &choice)
        default: try call(number, "--config", "Documentation/Configuration.md", &choice)
        }
    }

    private func chart(_ number: UInt64, _ choice: inout SplitMix64) throws {
        let file = choice.pick(["focus-exposure", "keep", "light", "settle-then-hold", "stream", "tap"])
        let damaged = Mutation(try Files.read("\(root)/StateCharts/\(file).scxml"), &choice)
        // A trap leaves this file behind.
        try Files.write(damaged.bytes, to: findings.path("files.current"))
        guard let chart = try? ChartReader.read(Data(damaged.bytes), file: file) else { return }
        let isDrawn = ChartDrawing.svg(of: chart).hasSuffix("</svg>\n")
        _ = ChartCheck.findings(in: chart)
        let interpreter = ChartInterpreter(chart)
        let active = interpreter.start().states
        for event in chart.transitions.flatMap(\.transition.events) { _ = interpreter.step(from: active, event: event) }
        _ = ChartIdentity(of: chart).description
        guard !isDrawn, findings.count("\(name): a chart was not drawn to its end") else { return }
        try findings.report(
            name, number, "a damaged chart was read and not drawn to its end", evidence: damaged.bytes, suffix: "scxml")
    }

    private func call(_ number: UInt64, _ option: String, _ file: String, _ choice: inout SplitMix64) throws {
        var original = try Files.read("\(root)/\(file)")
        if file.hasSuffix(".md") { original = Self.example(in: original) }
        let damaged = Mutation(original, &choice)
        let path = findings.path("files.current")
        try Files.write(damaged.bytes, to: path)
        // No socket can be created there, so `run` ends by itself after it has read its files.
        let (end, words) = try Child.run(
            program,
            [
                "run", option, path, "--socket", "\(path)/none/socket", "--trace", "/dev/null", "--camera", "auto",
                "--touch", "none", "--motion", "none", "--lens", "none",
            ])
        let problem: String
        switch end {
        case .timeIsUp: problem = "run \(option) does not end"
        case .signal(let signal): problem = "run \(option) was ended by signal \(signal)"
        case .status(0): problem = "run \(option) ended with 0"
        case .status(let status) where words.isEmpty: problem = "run \(option) ended with \(status) and no word"
        case .status: return
        }
        guard findings.count("\(name): \(problem)") else { return }
        try findings.report(name, number, "\(problem); it said: \(words)", evidence: damaged.bytes, suffix: "json5")
    }

    /// The first example of a configuration in the documentation.
    private static func example(in text: [UInt8]) -> [UInt8] {
        let parts = String(decoding: text, as: UTF8.self).components(separatedBy: "```")
        let example = parts.first { $0.hasPrefix("json5\n") } ?? "json5\n{}"
        return Array(example.dropFirst(6).utf8)
    }
}
