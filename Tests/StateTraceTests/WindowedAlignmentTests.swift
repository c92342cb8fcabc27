import SimulatedDevices
import StateTrace
import Testing

@testable import StateTrace

struct WindowedAlignmentTests {
    /// The rows as text: "a" is in both, "-a" only on the left, "+a" only on the right.
    private func align(_ left: [String], _ right: [String], window: Int = 256) -> [String] {
        var alignment = WindowedAlignment<String, String>(window: window)
        for index in 0..<max(left.count, right.count) {
            if index < left.count { alignment.addLeft(left[index], key: left[index]) }
            if index < right.count { alignment.addRight(right[index], key: right[index]) }
        }
        alignment.finish()
        return alignment.takeRows().map { row in
            switch row {
            case .both(let one, _): one
            case .left(let one): "-" + one
            case .right(let other): "+" + other
            }
        }
    }

    private func letters(_ text: String) -> [String] { text.map { String($0) } }

    @Test(
        "Insertions and removals are found, and the rest is aligned",
        arguments: [
            ("", "", ""), ("abc", "abc", "a b c"), ("abc", "ac", "a -b c"), ("ac", "abc", "a +b c"),
            ("", "ab", "+a +b"), ("ab", "", "-a -b"), ("abc", "axc", "a -b +x c"),
        ])
    func small(_ left: String, _ right: String, _ rows: String) {
        #expect(align(letters(left), letters(right)).joined(separator: " ") == rows)
    }

    @Test("Each element is told once, in its order, and what is common is equal", arguments: 1...30)
    func random(_ seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        let left = (0..<random.below(300)).map { _ in "\(random.below(12))" }
        var right = left
        for _ in 0..<random.below(40) where !right.isEmpty {
            let place = random.below(right.count)
            if random.chance(0.5) { right.remove(at: place) } else { right.insert("new", at: place) }
        }
        for window in [2, 7, 50, 400] {
            let rows = align(left, right, window: window)
            let ofLeft = rows.filter { !$0.hasPrefix("+") }.map { $0.hasPrefix("-") ? String($0.dropFirst()) : $0 }
            let ofRight = rows.filter { !$0.hasPrefix("-") }.map { $0.hasPrefix("+") ? String($0.dropFirst()) : $0 }
            #expect(ofLeft == left && ofRight == right, "seed \(seed), window \(window)")
        }
    }

    @Test("After an insertion that is longer than the window both sides are aligned anew")
    func longInsertion() {
        let common = (0..<100).map { "c\($0)" }
        let inserted = (0..<70).map { "x\($0)" }
        let rows = align(common, common[..<30] + inserted + common[30...], window: 32)
        #expect(rows.suffix(20).allSatisfy { $0.hasPrefix("c") } && rows.prefix(30).allSatisfy { $0.hasPrefix("c") })
    }
}
