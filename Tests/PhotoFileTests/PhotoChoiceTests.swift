import SimulatedDevices
import Testing

@testable import PhotoFile

/// The sharpest of some frames.
@Suite struct PhotoChoiceTests {
    /// Frames are letters, one every 100. A capital letter comes in; the small one is its picture, with the sharpness that stands in
    /// `sharpness`.
    /// - Returns: what is taken, a bar, and what is dropped, in order.
    private func play(_ marks: String, of wanted: Int, _ sharpness: [Character: Double]) -> String {
        var choice = PhotoChoice<Character>(of: wanted)
        var (taken, dropped) = ("", "")
        for mark in marks {
            let time = UInt64(mark.uppercased().utf8.first ?? 0) * 100
            if mark.isUppercase {
                choice.add(mark, at: time)
            } else if choice.awaits(time) {
                for frame in choice.measure(time, sharpness[mark] ?? 0) { dropped.append(frame) }
            }
            guard let best = choice.take() else { continue }
            taken.append(best.frame)
            for frame in choice.removeAll() { dropped.append(frame) }
        }
        return "\(taken)|\(dropped)"
    }

    @Test("Of three frames the sharpest is taken, once all are measured")
    func sharpest() {
        #expect(play("AaBbCc", of: 3, ["a": 1, "b": 3, "c": 2]) == "B|AC")
        #expect(play("ABCabc", of: 3, ["a": 1, "b": 2, "c": 3]) == "C|AB")
        #expect(play("AaBb", of: 3, ["a": 1, "b": 3]) == "|A")
    }

    @Test("Of frames that are equally sharp, the first is taken")
    func equal() { #expect(play("AaBb", of: 2, ["a": 1, "b": 1]) == "A|B") }

    @Test("A picture that was dropped on its way is not waited for")
    func lost() { #expect(play("ABbCc", of: 2, ["b": 1, "c": 2]) == "C|AB") }

    @Test("Where nobody measures, the first of three times as many is taken")
    func unmeasured() { #expect(play("ABCDEF", of: 2, [:]) == "A|BCDEF") }

    @Test("Whatever comes in, each frame is taken or dropped once", arguments: [UInt64](0..<50))
    func conservation(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var choice = PhotoChoice<UInt64>(of: Int.random(in: 1...4, using: &random))
        var (added, seen) = (UInt64(0), [UInt64]())
        for _ in 0..<500 {
            if Bool.random(using: &random) {
                added += 1
                choice.add(added, at: added)
            } else {
                let time = UInt64.random(in: 0...added + 1, using: &random)
                seen += choice.measure(time, Double.random(in: 0...1, using: &random))
            }
            if let best = choice.take() {
                seen.append(best.frame)
                seen += choice.removeAll()
            }
        }
        seen += choice.removeAll()
        #expect(seen.sorted() == Array(1..<added + 1))
    }
}
