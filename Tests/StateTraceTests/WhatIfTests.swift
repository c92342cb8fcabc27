import FocusCore
import Foundation
import JSONLines
import Testing

@testable import StateTrace
@testable import TraceLines

/// The answers to "what if?" of the native engine. The page's answers, which the WebAssembly module gives, are compared with the
/// same file by Scripts/stages/page, which also writes it.
@Suite struct WhatIfTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Page")

    private static func demo() throws -> String {
        try String(contentsOf: folder.appendingPathComponent("demo.jsonl"), encoding: .utf8)
    }

    @Test("The answers are those that the page gives")
    func kept() throws {
        let file = try Data(contentsOf: Self.folder.appendingPathComponent("what-if.json"))
        let answers = try #require(try JSONSerialization.jsonObject(with: file) as? [[String: Any]])
        #expect(answers.count == 6)
        for answer in answers {
            let key = try #require(answer["key"] as? String), value = try #require(answer["value"] as? Double)
            let found = try WhatIf.asked(of: try Self.demo(), key, value)
            let changes = try #require(found["changes"] as? NSArray)
            #expect(changes == answer["changes"] as? NSArray, "\(key) = \(value)")
        }
    }

    @Test("With a threshold that no motion exceeds, what motion has unlocked stays locked")
    func stillKiosk() throws {
        let found = try WhatIf.asked(of: try Self.demo(), "motionDetection.deviation", 50)
        let run = try #require(found["run"] as? [[String: Any]]),
            changes = try #require(found["changes"] as? [[String: Any]])
        #expect(run.allSatisfy { $0["rule"] as? String != "lock-elapsed-moved" })
        let gone = changes.filter { $0["change"] as? String == "gone" }.map { $0["rule"] as? String }
        #expect(gone.contains("lock-elapsed-moved") && gone.contains("moved-unlocks"))
        let first = try #require(changes.first { $0["change"] as? String == "new" })
        #expect(first["rule"] as? String == "lock-elapsed-still" && first["guess"] as? Bool == false)
    }

    @Test("What follows an answer that the recording does not have is a guess")
    func guesses() throws {
        let found = try WhatIf.asked(of: try Self.demo(), "forceLockTime", 1.5)
        let run = try #require(found["run"] as? [[String: Any]])
        let guesses = run.map { $0["guess"] as? Bool == true }
        #expect(guesses.contains(true) && guesses.first == false)
        #expect(guesses == guesses.sorted { !$0 && $1 }, "a guess stays one: \(guesses)")
    }

    @Test("A lock of another length ends at its own time, not when the recorded timer came")
    func ownTimer() throws {
        let found = try WhatIf.asked(of: try Self.demo(), "forceLockTime", 2)
        let run = try #require(found["run"] as? [[String: Any]])
        let tap = try #require(run.first { $0["rule"] as? String == "tapped" }?["t"] as? Int)
        let end = try #require(run.first { $0["cause"] as? String == "timer" }?["t"] as? Int)
        #expect(end - tap == 2_000_000_000)
    }

    @Test("A power cut before the effects of an input were written makes no change")
    func cut() throws {
        let lines = try Self.demo().split(separator: "\n").map(String.init)
        let outputs = lines.indices.filter { lines[$0].contains(#""out":"#) }
        for index in stride(from: 0, to: outputs.count, by: 8).map({ outputs[$0] }) {
            let whatIf = WhatIf.answered(Array(lines[..<index]))
            #expect(whatIf.fault == nil && whatIf.comparison.changes.isEmpty, "line \(index)")
        }
        #expect(WhatIf.answered(lines).comparison.run.count == 10 && outputs.count > 100)
    }

    @Test("A session that begins in its middle is passed over and named; those beside it are run")
    func middle() throws {
        let demo = try Self.demo().split(separator: "\n").map(String.init)
        let second = Traces.lines(try CutSession.demo(cut: 300).second)
        let alone = WhatIf.answered(second)
        #expect(alone.fault == nil && alone.notRun == [1] && alone.comparison.run.isEmpty)
        #expect(alone.comparison.changes.isEmpty)
        let bare = WhatIf.answered(Array(second.dropFirst()))
        #expect(bare.fault == nil && bare.notRun == [1])
        let both = WhatIf.answered(second + demo + second)
        #expect(both.fault == nil && both.notRun == [1, 3] && both.comparison.changes.isEmpty)
        var expected = WhatIf.answered(demo).comparison.run
        for index in expected.indices {
            expected[index].line += second.count
            expected[index].session = 2
        }
        #expect(both.comparison.run == expected)
        let answer = try WhatIf.asked(of: (demo + second).joined(separator: "\n"), "forceLockTime", 2)
        #expect(answer["notRun"] as? [Int] == [2] && (answer["changes"] as? [Any])?.isEmpty == false)
    }

    @Test("A session of version 1, and a line that is none, are faults that name the line")
    func faults() throws {
        let old = #"{"format":"tapfocus-trace","version":1}"# + "\n"
        #expect(
            try WhatIf.asked(of: old, "forceLockTime", 2)["fault"] as? String
                == "line 1: expected version 2 of the format: an older session cannot be run otherwise")
        var lines = try Self.demo().split(separator: "\n").map(String.init)
        lines.insert(#"no "line""#, at: 10)
        let fault = try #require(
            try WhatIf.asked(of: lines.joined(separator: "\n"), "forceLockTime", 2)["fault"] as? String)
        #expect(fault.hasPrefix("line 11, column 1: expected an object"))
    }
}

extension WhatIf {
    /// The answer, as the page gets it, about a trace whose headers have another value for a key.
    static func asked(of trace: String, _ key: String, _ value: Double) throws -> [String: Any] {
        let lines = try trace.split(separator: "\n").map { line in
            line.hasPrefix(#"{"format""#)
                ? try changed(String(line), key.split(separator: ".").map(String.init)[...], value) : String(line)
        }
        var answer = JSONLine()
        answer.whatIf(answered(lines))
        return try #require(try JSONSerialization.jsonObject(with: Data(answer.bytes)) as? [String: Any])
    }

    /// The what-if of these lines.
    static func answered(_ lines: [String]) -> WhatIf {
        var whatIf = WhatIf()
        var isOver = false
        for (index, line) in lines.enumerated() where !isOver {
            var line = line
            isOver = line.withUTF8 { bytes in
                whatIf.take(TraceLine(number: index + 1, bytes: UnsafeRawBufferPointer(bytes), isComplete: true))
            }
        }
        if !isOver { whatIf.finish() }
        return whatIf
    }

    private static func changed(_ header: String, _ key: ArraySlice<String>, _ value: Double) throws -> String {
        func set(_ object: [String: Any], _ key: ArraySlice<String>) -> [String: Any] {
            guard let first = key.first else { return object }
            var object = object
            let inner = object[first] as? [String: Any] ?? [:]
            object[first] = key.count == 1 ? value : set(inner, key.dropFirst())
            return object
        }
        let object = try #require(try JSONSerialization.jsonObject(with: Data(header.utf8)) as? [String: Any])
        return String(
            decoding: try JSONSerialization.data(withJSONObject: set(object, ["configuration"] + key)), as: UTF8.self)
    }
}
