import Foundation
import Testing

/// The commands of photos and movies, as a person gives them.
extension Stage {
    /// Sets up the stage for a `PhotoProgram`, with a disk of its own for what that writes.
    static func setForPhotos(
        _ name: String, _ way: PhotoProgram.Way = .camera, kilobytes: Int, _ test: (Stage, SmallDisk) throws -> Void
    ) throws {
        try set(name, devices: way.devices, camera: way.search) { stage in
            try test(stage, try SmallDisk(kilobytes: kilobytes))
        }
    }

    /// Gives a command of tapfocus that has to succeed. A photo that may be unsharp is a success, too.
    /// - Returns: its answer.
    @discardableResult
    func answer(_ words: [String]) throws -> Record {
        let (status, line) = try outcome(of: words)
        guard status == 0 || words.first == "photo" && status == 3 else {
            throw HarnessError("\(words): exit status \(status): \(line.line)")
        }
        return line
    }

    /// Gives a command that has to fail, for this reason and with a sentence.
    func refuses(_ words: [String], because reason: String) throws {
        let (status, line) = try outcome(of: words)
        try #require(status == 1 && line.text("reason") == reason, "\(words): \(line.line)")
        try #require(line.text("message")?.hasSuffix(".") == true, "\(words): \(line.line)")
    }

    func beginsMovie(_ path: String) throws {
        let line = try answer(["movie", path, "--keep-free", "0"])
        try #require(line.text("state") == "recording", "\(line.line)")
    }

    private func outcome(of words: [String]) throws -> (status: Int32, line: Record) {
        let command = [Guest.program("tapfocus")] + words + ["--json", "--socket", run.socket]
        let ended = try ChildProcess.run(command, within: 90)
        guard let line = Record(ended.output) else {
            throw HarnessError("\(words): exit status \(ended.status): \(ended.output) \(ended.errors)")
        }
        return (ended.status, line)
    }

    /// Taps that half, takes a photo in the next command, and requires that the photo is sharp and well exposed there, and says so.
    ///
    /// As of `tapEndsRight`, an attempt is repeated if the machine stalled.
    func photographs(_ half: Half, below folder: String) throws {
        var fault: String?
        for _ in 1...3 {
            let start = Clock.now
            fault = try shortcoming(ofPhoto: half, below: folder)
            print("\(name), \(half).jpg: \((Clock.now - start) / 1_000_000) ms", fault ?? "")
            guard fault != nil, Heartbeat.longestPause(since: start) > Heartbeat.tooLong else { break }
        }
        if let fault { throw HarnessError("the photo of the \(half) half: \(fault)") }
    }

    /// The first unmet requirement; nil if all are met.
    private func shortcoming(ofPhoto half: Half, below folder: String) throws -> String? {
        // An emulated machine needs more than the three seconds that a photo waits.
        let (tapfocus, socket) = (Guest.program("tapfocus"), "--socket \(run.socket)")
        let commands =
            "\(tapfocus) tap \(half.middle) 0.5 \(socket) >/dev/null && "
            + "\(tapfocus) photo \(half).jpg --wait 40 --json \(socket)"
        let ended = try ChildProcess.run(["/bin/sh", "-c", commands], within: 120)
        guard ended.status == 0, let photo = Record(ended.output), photo.text("focus") == "converged",
            photo.text("exposure") == "converged", let path = photo.text("path"), path == "\(folder)/\(half).jpg"
        else { return "exit status \(ended.status): \(ended.output) \(ended.errors)" }
        let record = try measure(half)
        guard record.boolean("in-depth-of-field") == true else { return "\(photo.line) \(record.line)" }
        return PhotoFile.hasMetadata ? try PhotoFile(path).untruth(about: half, record) : nil
    }
}
