import ChartTools
import FocusCore
import Foundation
import SimulatedDevices
import Testing

@testable import StateTrace

@Suite struct ReplayTests {
    @Test("The demo's trace replays without a difference")
    func demo() throws {
        let bytes = try Traces.demo()
        let report = try Traces.replay(bytes)
        #expect(report.divergence == nil && report.fault == nil && report.isEnded)
        #expect(report.sessions == 1 && report.inputs > 300 && report.compared > 30)
        #expect(report.inputs + report.compared + 2 == Traces.lines(bytes).count)
        #expect(report.seconds > 15 && report.chart == "sha256:test" && report.tornLines.isEmpty)
    }

    @Test("Any inputs at any times, recorded, replay without a difference", arguments: 1...UInt64(30))
    func anything(seed: UInt64) throws {
        var random = RandomInputs(seed: seed)
        var engine = WatchedEngine { Issue.record("\($0)") }
        let memory = Traces.Memory()
        var writer = try TraceWriter(header: Traces.header()) { memory.bytes += $0 }
        var time: Int64 = 0
        for _ in 0..<300 {
            time = random.chance(0.02) ? random.int64() : time &+ Int64(random.below(400_000_000))
            let event =
                random.chance(0.05)
                ? .cameraArrived(SimulatedCamera().description) : random.event(kind: random.below(14))
            let input = Input(event, at: Instant(nanoseconds: time))
            writer.record(input, engine.step(input))
        }
        try writer.end()
        let report = try Traces.replay(memory.bytes)
        #expect(report.divergence == nil && report.fault == nil)
        #expect(report.inputs == 300 && report.isEnded)
    }

    @Test("Line ends of another system, and additional spaces, make no difference")
    func reformatted() throws {
        let lines = Traces.lines(try Traces.short())
        let report = try Traces.replay(lines)
        #expect(try Traces.replay(lines.map { $0 + "\r" }) == report)
        #expect(try Traces.replay(lines.flatMap { [$0, "", "  "] }).inputs == report.inputs)
        // Only spaces outside of strings are added: explanations contain commas, too.
        let spaced = lines.map { line in
            var isInString = false
            return line.reduce(into: "") { text, character in
                if character == "\"" { isInString.toggle() }
                text += !isInString && ",:[{".contains(character) ? "\(character) " : String(character)
            }
        }
        #expect(spaced != lines)
        let again = try Traces.replay([lines[0]] + spaced.dropFirst())
        #expect(again == report)
    }

    @Test("A changed output diverges at its input's line, with both outcomes")
    func changedOutput() throws {
        var lines = Traces.lines(try Traces.short())
        let place = try #require(lines.firstIndex { $0.contains("\"rule\":\"start\"") })
        lines[place].replace("\"cause\":\"start\"", with: "\"cause\":\"view\"")
        let divergence = try #require(try Traces.replay(lines).divergence)
        // The line before an output is that of its input.
        #expect(divergence.line == place)
        #expect(divergence.step == lines[place - 1])
        #expect(divergence.expected.contains("\"cause\":\"view\"") && divergence.came.contains("\"cause\":\"start\""))
    }

    @Test("A changed input, a removed output and an added output are each found at their line")
    func otherChanges() throws {
        let lines = Traces.lines(try Traces.short())
        let tap = try #require(lines.firstIndex { $0.contains("viewTapped") })
        var changed = lines
        changed[tap].replace("[2.0,0.5]", with: "[0.5,0.5]")
        #expect(changed != lines)
        #expect(try Traces.replay(changed).divergence?.line == tap + 1)

        var removed = lines
        removed.remove(at: tap + 1)
        let missing = try #require(try Traces.replay(removed).divergence)
        #expect(missing.line == tap + 1 && missing.expected == "[]" && missing.came.contains("tapIgnored"))

        var doubled = lines
        doubled.insert(lines[tap + 1], at: tap + 2)
        let extra = try #require(try Traces.replay(doubled).divergence)
        #expect(extra.came == "[]", "the output came once; nothing came for the second line")

        var added = lines
        let silent = try #require(lines.firstIndex { $0.contains("acceleration\"") })
        let number = try #require(lines[silent].split(separator: ",").first)
        added.insert("\(number),\"out\":[{\"stopped\":{}}]}", at: silent + 1)
        let unexpected = try #require(try Traces.replay(added).divergence)
        #expect(unexpected.line == silent + 1 && unexpected.came == "[]")
        #expect(unexpected.expected == "[{\"stopped\":{}}]")
    }

    @Test("An output that belongs to another input is a difference")
    func wrongNumber() throws {
        var lines = Traces.lines(try Traces.short())
        let output = try #require(lines.firstIndex { $0.contains("\"out\"") })
        let number = try #require(lines[output].split(separator: ",").first)
        lines[output].replace(String(number), with: "{\"n\":99")
        let divergence = try #require(try Traces.replay(lines).divergence)
        #expect(divergence.line == output && divergence.expected != divergence.came)
    }

    @Test("Missing and swapped lines are noticed, even where the engine's answers would be the same")
    func order() throws {
        let lines = Traces.lines(try Traces.demo())
        let quiet = try #require(
            lines.indices.first { index in
                (0..<3).allSatisfy { lines[index + $0].contains("\"acceleration\"") }
            })
        var swapped = lines
        swapped.swapAt(quiet, quiet + 1)
        let fault = try #require(try Traces.replay(swapped).fault)
        #expect(fault.line == quiet + 1)
        var removed = lines
        removed.remove(at: quiet)
        let gap = try #require(try Traces.replay(removed).fault)
        #expect(gap.line == quiet + 1)
    }

    @Test("Other programs need not number their inputs")
    func withoutNumbers() throws {
        let lines = Traces.lines(try Traces.short()).map { line in
            line.hasPrefix("{\"n\":") ? "{" + line.drop { $0 != "," }.dropFirst() : line
        }
        let report = try Traces.replay(lines)
        #expect(report.divergence == nil && report.fault == nil && report.inputs == 8)
    }

    @Test("Times at both ends of the clock's range do not crash the replay")
    func extremeTimes() throws {
        let lines = [
            Traces.lines(try Traces.short())[0], "{\"n\":1,\"t\":\(Int64.min),\"in\":{\"touchesLost\":{}}}",
            "{\"n\":2,\"t\":\(Int64.max),\"in\":{\"touchesLost\":{}}}",
        ]
        #expect(try Traces.replay(lines).inputs == 2)
    }
}

@Suite struct EndRecordTests {
    @Test("A trace whose last records are missing is a fault, although its end record is there")
    func recordsMissing() throws {
        var lines = Traces.lines(try Traces.short())
        let last = try #require(lines.lastIndex { $0.contains("\"in\":") })
        lines.removeSubrange(last..<(lines.count - 1))
        let report = try Traces.replay(Array((lines.joined(separator: "\n") + "\n").utf8))
        #expect(report.fault?.expected.contains("lines are missing before it") == true)
    }

    @Test("An input after the end of its session is a fault")
    func inputAfterEnd() throws {
        let lines = Traces.lines(try Traces.short())
        let number = lines.count { $0.contains("\"in\":") } + 1
        let more = lines + ["{\"n\":\(number),\"t\":99000000000,\"in\":{\"viewShown\":{}}}"]
        let report = try Traces.replay(Array((more.joined(separator: "\n") + "\n").utf8))
        #expect(report.fault?.line == more.count && report.fault?.expected.contains("header") == true)
    }
}
