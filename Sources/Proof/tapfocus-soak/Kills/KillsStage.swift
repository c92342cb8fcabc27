import Foundation

/// Recording programs that are ended by kill -9 at random moments: at most the last second may be lost.
struct KillsStage: Stage {
    let name = "kills"
    /// They mostly wait, so many can be alive at once.
    let together = 8
    let findings: Findings

    func live(_ number: UInt64) throws { try live([number]) }

    func live(_ numbers: [UInt64]) throws {
        findings.begin(numbers[0], of: name)
        let recorders = try numbers.map(DoomedRecorder.init)
        var living = recorders
        while !living.isEmpty {
            usleep(2000)
            living = try living.filter { try $0.live() }
        }
        for recorder in recorders {
            guard let words = try recorder.autopsy(), findings.count(words.withoutNumbers) else { continue }
            try findings.report(name, recorder.number, words, evidence: evidence(of: recorder), suffix: "jsonl")
        }
    }

    /// The files of its traces, one after the other.
    private func evidence(of recorder: DoomedRecorder) throws -> [UInt8] {
        let folder = RecordingProgram.traces(in: recorder.folder)
        return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().flatMap { name in
            try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))
        }
    }
}
