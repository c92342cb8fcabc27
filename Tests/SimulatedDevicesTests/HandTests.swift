import FocusCore
import Testing

@testable import SimulatedDevices

@Suite struct HandTests {
    /// True when the detector reports motion, after a second at rest, before the movement's end.
    private func isMoving(_ hand: SimulatedHand, for span: TimeSpan) -> Bool {
        var detector = MotionDetector(settings: MotionSettings())
        detector.restart(at: .demo(0))
        var time = Instant.demo(0)
        var isMoving = false
        while time.since(.demo(0)) < span {
            if detector.handle(hand.sample(at: time), at: time) { isMoving = true }
            time = time.advanced(by: hand.interval)
        }
        return isMoving
    }

    @Test("Rest and the bump of a tap are no motion; push, lift and walk are, at every rate", arguments: [10, 50, 400])
    func movements(rate: Int) {
        for movement in HandMovement.allCases {
            var hand = SimulatedHand(rate: rate)
            hand.begin(movement, at: .demo(1))
            #expect(isMoving(hand, for: .milliseconds(4000)) == (movement != .bump), "\(movement)")
        }
        #expect(!isMoving(SimulatedHand(rate: rate), for: .milliseconds(60_000)))
    }

    @Test("A sample depends only on the seed and its time")
    func determinism() {
        let hand = SimulatedHand(seed: 7)
        let early = hand.sample(at: .demo(1))
        _ = hand.sample(at: .demo(2))
        #expect(hand.sample(at: .demo(1)) == early)
        #expect(SimulatedHand(seed: 8).sample(at: .demo(1)) != early)
    }

    @Test("The generator gives the published numbers for seed 1234567")
    func generator() {
        var generator = SplitMix64(seed: 1_234_567)
        #expect(generator.next() == 6_457_827_717_110_365_317)
        #expect(generator.next() == 3_203_168_211_198_807_973)
    }

    @Test("The recogniser takes each gesture of the finger for what it is")
    func gestures() {
        let expected: [(FingerGesture, TapRecognizer.Outcome)] = [
            (.tap(x: 10, y: 20), .tap(x: 10, y: 20)),
            (.drag(fromX: 0, fromY: 0, toX: 500, toY: 20), .ignored(.dragged)),
        ]
        for (gesture, outcome) in expected {
            var recognizer = TapRecognizer(limits: TapLimits())
            var outcomes: [TapRecognizer.Outcome] = []
            for input in SimulatedFinger.inputs(gesture, at: .demo(1)) {
                guard case .touch(let contact) = input.event else { continue }
                if let said = recognizer.handle(contact, at: input.time, on: SimulatedFinger.screen) {
                    outcomes.append(said)
                }
            }
            #expect(outcomes == [outcome], "\(gesture)")
        }
    }
}
