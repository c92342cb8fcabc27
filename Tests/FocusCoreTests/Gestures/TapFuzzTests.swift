import FocusCore
import SimulatedDevices
import Testing

/// Random streams of contacts, sensible ones and others.
struct TapFuzzTests {
    private static let phases = TouchContact.Phase.allCases
    private static let extremes: [Int32] = [.min, -1, 0, 1, 500, .max]

    @Test("A tap is recognised only when exactly one contact was down from start to end")
    func tapMeansOneContact() {
        var taps = 0
        for seed in 0..<300 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            var recognizer = TapRecognizer(limits: TapLimits().with { $0.longestTime = .milliseconds(300) })
            var truth = ContactTruth()
            var time: Int64 = 0
            for _ in 0..<200 {
                time += Int64(random.integer(0...60)) * 1_000_000
                if random.chance(0.02) {
                    _ = recognizer.cancelAll()
                    truth = ContactTruth()
                    continue
                }
                let slot = Int32(random.chance(0.8) ? random.integer(0...1) : random.integer(0...62))
                let contact = TouchContact(
                    slot: slot, phase: random.pick(Self.phases), x: Int32(random.integer(1000...1040)),
                    y: Int32(random.integer(1000...1040)), major: random.chance(0.05) ? 900 : 0,
                    isPalm: random.chance(0.02))
                truth.take(contact)
                let outcome = recognizer.handle(
                    contact, at: Instant(nanoseconds: time), on: TouchTimeLine.screen)
                if case .tap = outcome {
                    taps += 1
                    #expect(truth.isOneContactFromStartToEnd, "seed \(seed)")
                }
                if outcome != nil { #expect(truth.down.isEmpty, "seed \(seed): said before the last finger left") }
            }
        }
        #expect(taps > 200)
    }

    @Test("Any contacts, on any screens, at any times, never trap")
    func neverTraps() {
        for seed in 0..<300 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            func any() -> Int32 { random.chance(0.7) ? random.pick(Self.extremes) : Int32(random.integer(0...4000)) }
            let screen = TouchscreenDescription(
                minimumX: any(), maximumX: any(), minimumY: any(), maximumY: any(), unitsPerMillimetreX: any(),
                unitsPerMillimetreY: any())
            var recognizer = TapRecognizer(
                limits: TapLimits().with {
                    $0.longestTime = TimeSpan(nanoseconds: random.pick([.min, 0, 1_000_000_000, .max]))
                    $0.farthestMovement = random.pick([-1, 0, 4, .infinity, .nan])
                })
            for _ in 0..<100 {
                let contact = TouchContact(
                    slot: any(), phase: random.pick(Self.phases), x: any(), y: any(), major: any(),
                    isPalm: random.chance(0.1))
                let time = Instant(nanoseconds: random.pick([.min, -1, 0, 1_000_000, .max]))
                _ = recognizer.handle(contact, at: time, on: screen)
                if random.chance(0.05) { _ = recognizer.cancelAll() }
            }
        }
    }
}

/// The contacts that are really down, tracked in the simplest way.
private struct ContactTruth {
    var down: Set<Int32> = []
    /// Every contact that went down since none was down.
    private var began = 0
    private var wasCancelled = false

    var isOneContactFromStartToEnd: Bool { began == 1 && down.isEmpty && !wasCancelled }

    mutating func take(_ contact: TouchContact) {
        switch contact.phase {
        case .down:
            if down.isEmpty {
                began = 0
                wasCancelled = false
            }
            began += 1
            down.insert(contact.slot)
        case .move: break
        case .up: down.remove(contact.slot)
        case .cancelled: if down.remove(contact.slot) != nil { wasCancelled = true }
        }
    }
}
