import FocusCore
import StateTrace
import Testing

/// Time lines: a mark is a second with one line, `.` quiet, `!` wanted trouble, `?` another trouble, `m` a person's mark.
@Suite("A window around trouble") struct TroubleWindowTests {
    /// The lines that come through, by their seconds; each trace in brackets.
    private func kept(_ line: String, wanted: Troubles = .refused) -> String {
        var window = TroubleWindow(wanted, beginning: -1, at: Instant(nanoseconds: 0))
        var text = ""
        for (second, mark) in line.enumerated() {
            let troubles: Troubles = mark == "!" ? .refused : mark == "?" ? .flat : []
            let bytes = Array("\(second) ".utf8)
            let time = Instant(nanoseconds: Int64(second) * 1_000_000_000)
            switch window.add(bytes, at: time, troubles, isWished: mark == "m", state: { second }) {
            case .kept: break
            case .begins(let beginning, let lines):
                text += "[after \(beginning): " + String(decoding: lines, as: UTF8.self)
            case .goesOn: text += "\(second) "
            case .ends: text += "\(second)]"
            }
        }
        return text
    }

    private func quiet(_ seconds: Int) -> String { String(repeating: ".", count: seconds) }

    private func numbers(_ range: ClosedRange<Int>) -> String { range.map { "\($0) " }.joined() }

    @Test("Without trouble nothing comes through, and another trouble than the wanted one is none")
    func nothing() {
        #expect(kept(quiet(500)) == "")
        #expect(kept(quiet(100) + "?" + quiet(100)) == "")
        #expect(kept(quiet(100) + "?" + quiet(100), wanted: [.refused, .flat]) != "")
    }

    @Test("Trouble in the first minute keeps everything from the beginning, and the minute after it")
    func early() {
        let expected = "[after -1: " + numbers(0...69) + "70]"
        #expect(kept(quiet(10) + "!" + quiet(200)) == expected)
        #expect(kept(quiet(10) + "m" + quiet(200)) == expected, "a person's mark is a reason, too")
    }

    @Test("At least a minute and at most two come before trouble, whenever it happens", arguments: 0..<200)
    func before(second: Int) throws {
        let text = kept(quiet(second) + "!" + quiet(100))
        let beginning = try #require(Int(text.dropFirst("[after ".count).prefix { $0 != ":" }))
        let first = beginning + 1
        #expect(text == "[after \(beginning): " + numbers(first...(second + 59)) + "\(second + 60)]")
        #expect(second - first <= 120 && (first == 0 || second - first >= 60))
    }

    @Test("Further trouble makes a trace longer; after its end another one begins where it ended")
    func further() {
        let line = quiet(5) + "!" + quiet(40) + "!" + quiet(60) + quiet(10) + "!" + quiet(70)
        #expect(kept(line) == "[after -1: " + numbers(0...105) + "106][after 106: " + numbers(107...176) + "177]")
    }

    @Test("A flood of lines keeps less than a minute, never more than its limit")
    func flood() {
        var window = TroubleWindow(.error, beginning: 0, at: Instant(nanoseconds: 0))
        let line = [UInt8](repeating: 0x20, count: 100_000)
        for index in 1...1000 {
            guard case .kept = window.add(line, at: Instant(nanoseconds: Int64(index)), [], state: { index }) else {
                Issue.record("nothing has happened")
                return
            }
        }
        guard
            case .begins(let beginning, let lines) = window.add(
                line, at: Instant(nanoseconds: 2000), .error, state: { 0 })
        else { return #expect(Bool(false), "trouble begins a trace") }
        #expect(lines.count == (1001 - beginning) * line.count)
        #expect(1 << 20...4 << 20 ~= lines.count, "\(lines.count)")
    }

    @Test("A trouble is found in its input or its effect, and an ordinary step has none")
    func troubles() {
        func found(_ event: Input.Event, _ effects: Effect...) -> Troubles {
            var list = EffectList()
            for effect in effects { _ = list.append(effect) }
            return Troubles(Input(event, at: Instant(nanoseconds: 0)), list)
        }
        func searched(_ outcome: FocusSearchReport.Outcome) -> Effect {
            .searched(
                FocusSearchReport(
                    outcome: outcome, position: 0, start: 0, evaluations: 0, frames: 0, sharpness: 0, lowest: 0))
        }
        #expect(found(.viewShown) == [])
        #expect(found(.cameraAnswered(ControlResult(call: 1, errno: 0))) == [])
        #expect(found(.cameraAnswered(ControlResult(call: 1, errno: 5))) == .error)
        #expect(found(.frames(.lost(request: 1, errno: 110))) == .error)
        #expect(found(.viewShown, .fault(.frameUnusable)) == .error)
        #expect(found(.stop, .stopped(isComplete: true)) == [])
        #expect(found(.stop, .stopped(isComplete: false)) == .error)
        #expect(found(.viewShown, .tapRefused(.noCamera)) == .refused)
        #expect(found(.viewShown, searched(.found)) == [])
        #expect(found(.viewShown, searched(.flat), .tapRefused(.noCamera)) == [.flat, .refused])
        #expect(found(.viewShown, searched(.unfinished)) == .flat)
        let failed = SettledReport(focus: .failed, focusLevel: .software, exposure: nil, exposureLevel: .none)
        #expect(found(.viewShown, .settled(failed)) == .flat)
    }
}
