import Foundation
import Testing

@testable import tapfocus

@Suite struct TraceDiffTests {
    private func diff(_ left: String, _ right: String, _ arguments: String...) throws -> Program.Outcome {
        try withFolder { folder in
            try Data(left.utf8).write(to: URL(fileURLWithPath: folder + "/a"))
            try Data(right.utf8).write(to: URL(fileURLWithPath: folder + "/b"))
            return try Program.run(["trace", "diff", "a", "b"] + arguments, in: folder)
        }
    }

    private let lines: [String]

    init() throws { lines = try SmallTraces.demo().split(separator: "\n").map(String.init) }

    private func text(_ lines: some Sequence<String>) -> String { lines.joined(separator: "\n") + "\n" }

    @Test("A trace is the same as itself, with other spaces, notes and numbers of inputs")
    func same() throws {
        let other = lines.map { $0.replacing(/"n":[0-9]+,/, with: "").replacing("\"t\":", with: "\"t\": ") }
        let outcome = try diff(text(lines), text(other + [#"{"note":"more"}"#]))
        let words = /the same: [0-9]+ inputs, all with the same effects\n/
        #expect(outcome.code == 0 && outcome.output.wholeMatch(of: words) != nil, "\(outcome)")
    }

    @Test("A step that is missing is shown with its effects, between the last common step and the next one")
    func missing() throws {
        let place = try #require(lines.firstIndex { $0.contains(#""rule":"tapped""#) })
        let shorter = lines.map { $0.replacing(/"n":[0-9]+,/, with: "") }
            .enumerated().filter { ![place, place - 1].contains($0.offset) && !$0.element.contains(#"{"end""#) }.map(
                \.element)
        let outcome = try diff(text(lines), text(shorter))
        let rows = outcome.output.split(separator: "\n").map(String.init)
        #expect(outcome.code == 3 && rows[0].hasPrefix("last common step at "), "\(outcome.output)")
        #expect(rows.contains { $0.hasPrefix("- ") && $0.contains("camera: ") })
        #expect(rows.contains { $0.hasPrefix("- ") && $0.contains("autoAndForceLocked: focus and expose") })
        #expect(rows.contains { $0.hasPrefix("  the same again from ") } && !rows.contains { $0.hasPrefix("+") })
        #expect(
            rows.last
                == "1114 inputs in common, 0 of them with other effects; 1 only in the first, 0 only in the second")
        let mirrored = try diff(text(shorter), text(lines))
        #expect(mirrored.code == 3 && mirrored.output.contains("\n+ ") && !mirrored.output.contains("\n- "))
    }

    @Test("The same input with another effect shows both")
    func otherEffect() throws {
        let place = try #require(lines.firstIndex { $0.contains(#""out":"#) && $0.contains("lock-elapsed-still") })
        var other = lines
        other[place] = other[place].replacing("unlockableLocked", with: "continuousAuto")
        let outcome = try diff(text(lines), text(other))
        #expect(
            outcome.code == 3 && outcome.output.contains(" inputs in common, 1 of them with other effects"),
            "\(outcome.output)")
        #expect(outcome.output.contains("unlockableLocked") && outcome.output.contains("continuousAuto"))
    }

    @Test("A damaged file is compared up to the damage, and ends with 1; so does one that is not there")
    func damaged() throws {
        let bad = text(lines[..<500] + ["garbage"] + lines[500...])
        let outcome = try diff(text(lines), bad)
        #expect(outcome.code == 1 && outcome.errors.contains("b, line 501, column 1") && !outcome.output.isEmpty)
        let missing = try withFolder { try Program.run("trace", "diff", "a", "b", in: $0) }
        #expect(missing.code == 1 && missing.errors.hasPrefix("tapfocus trace diff: cannot open the trace a"))
    }

    @Test("Only ten places are shown, unless all are asked for")
    func places() throws {
        let numberless = lines.map { $0.replacing(/"n":[0-9]+,/, with: "") }.filter { !$0.contains(#"{"end""#) }
        let odd = numberless.enumerated().flatMap { index, line in
            index > 0 && index % 40 == 0 && line.contains(#""in""#)
                ? [#"{"t":5,"in":{"exposureCompensation":0.5}}"#, line] : [line]
        }
        let few = try diff(text(numberless), text(odd))
        let all = try diff(text(numberless), text(odd), "--all")
        #expect(
            few.code == 3 && few.output.contains(" more places; --all shows them")
                && all.output.count > few.output.count)
        #expect(!all.output.contains("--all shows them"))
    }
}
