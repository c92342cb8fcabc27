import FocusCore
import SimulatedDevices

/// Photos with lens positions of their own. They have numbers of their own, so that worlds without them have stayed what they were.
extension WorldPlan {
    mutating func addLens() {
        var random = SplitMix64(seed: number ^ 0x6c65_6e73)
        guard random.chance(0.2) else { return }
        for _ in 0...random.below(8) {
            let longest: Int64 = random.pick([0, 300_000_000, 3_000_000_000])
            let action = WorldAction(delay: random.integer(0...longest), kind: .told(.lensOffset(Self.share(&random))))
            actions.insert(action, at: random.below(actions.count + 1))
        }
        if random.chance(0.5) { ending = .lens(x: random.number(0.05...0.95), y: random.number(0.05...0.95)) }
    }

    /// Nil: the lens goes back.
    fileprivate static func share(_ random: inout SplitMix64) -> Double? {
        let shares: [Double] = [0, 0.05, -0.05, random.number(-1...1), .nan, .infinity]
        return random.chance(0.3) ? nil : random.pick(shares)
    }
}

extension World {
    /// Starting from the result of a tap, the lens moves beside its position, and returns.
    mutating func checkLens(_ x: Double, _ y: Double) {
        checkTap(x, y)
        guard !isBroken, hasProvenFocus, let before = camera?.integer(.focusAbsolute) else { return }
        // An automatic may stop between two steps of the control, where nobody can set the lens.
        if let held = engine.readiness.heldLens, held.range.nearest(to: before) != before { return }
        var random = SplitMix64(seed: plan.number)
        for _ in 0...random.below(3) {
            send(.lensOffset(WorldPlan.share(&random)))
            pass(random.integer(0...3_000_000_000))
        }
        send(.lensOffset(nil))
        pass(8_000_000_000)
        guard !isBroken, monitor.state != .continuousAuto, let after = camera?.integer(.focusAbsolute) else { return }
        if after != before { blame(.lens, "back at its position, the lens is at \(after), and was at \(before)") }
    }

    /// True if a tap has led to a lens position that an obedient camera, which nobody else has set, holds.
    private var hasProvenFocus: Bool {
        guard plan.camera.isObedient, !monitor.taps.awaitsSettled, monitor.state != .continuousAuto,
            camera?.disturbed.isEmpty == true, let report = monitor.taps.report
        else { return false }
        return report.verified.contains(.focus)
    }
}
