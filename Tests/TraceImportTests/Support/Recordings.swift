import FocusCore
import Foundation

@testable import TraceImport

/// The path of a recording among the tests.
func recordingPath(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Recordings/\(name)").path
}

/// A file with this text, which is gone afterwards.
func withFile<Result>(_ text: String, _ body: (String) throws -> Result) throws -> Result {
    let path = NSTemporaryDirectory() + "tf-recording-\(UInt64.random(in: 0 ... .max))"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try body(path)
}

/// A contact; the time is in microseconds.
func touch(
    _ slot: Int32, _ phase: TouchContact.Phase, _ x: Int32, _ y: Int32, at time: Int64, major: Int32 = 0,
    isPalm: Bool = false
) -> Input {
    Input(
        .touch(TouchContact(slot: slot, phase: phase, x: x, y: y, major: major, isPalm: isPalm)),
        at: Instant(nanoseconds: time * 1000))
}

extension TouchRecording {
    /// All contacts up to the end.
    mutating func all() throws -> [Input] {
        var inputs: [Input] = []
        while let input = try next() { inputs.append(input) }
        return inputs
    }
}

extension SampleReader {
    /// All samples up to the end.
    mutating func all() throws -> [Input] {
        var inputs: [Input] = []
        while let input = try next() { inputs.append(input) }
        return inputs
    }
}
