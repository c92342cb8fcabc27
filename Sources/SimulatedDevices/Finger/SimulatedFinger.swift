import FocusCore

/// Gestures on a touchscreen. Positions are in pixels of a screen of 1280 by 800.
public enum FingerGesture: Equatable, Sendable {
    /// Down, 90 ms, up.
    case tap(x: Int32, y: Int32)
    /// A drag from one position to another in half a second.
    case drag(fromX: Int32, fromY: Int32, toX: Int32, toY: Int32)
    /// One finger, then a second one while the first is down.
    case twoFingers(x: Int32, y: Int32, secondX: Int32, secondY: Int32)
    /// The side of a hand, 45 mm wide.
    case palm(x: Int32, y: Int32)
    /// A finger that stays down for a second.
    case longPress(x: Int32, y: Int32)
}

/// Turns gestures into the inputs that a touchscreen sends.
public struct SimulatedFinger: Equatable, Sendable {
    public let touchscreen: TouchscreenDescription

    /// A 10-inch screen of 1280 by 800 units, with 6 units per millimetre.
    public static let screen = TouchscreenDescription(
        minimumX: 0, maximumX: 1279, minimumY: 0, maximumY: 799, unitsPerMillimetreX: 6, unitsPerMillimetreY: 6)

    /// A fingertip's diameter, in units: 10 mm.
    private static let fingertip: Int32 = 60

    public init(touchscreen: TouchscreenDescription = SimulatedFinger.screen) {
        self.touchscreen = touchscreen
    }

    /// The touches of a gesture that begins at `time`, in order.
    public func inputs(_ gesture: FingerGesture, at time: Instant) -> [Input] {
        switch gesture {
        case .tap(let x, let y):
            return press(x, y, from: time, for: .milliseconds(90))
        case .longPress(let x, let y):
            return press(x, y, from: time, for: .milliseconds(1000))
        case .palm(let x, let y):
            return press(x, y, from: time, for: .milliseconds(150), major: 270)
        case .twoFingers(let x, let y, let secondX, let secondY):
            let first = press(x, y, from: time, for: .milliseconds(160))
            let second = press(
                secondX, secondY, from: time.advanced(by: .milliseconds(40)), for: .milliseconds(80), slot: 1)
            return [first[0]] + second + [first[1]]
        case .drag(let fromX, let fromY, let toX, let toY):
            return drag(fromX, fromY, toX, toY, from: time)
        }
    }

    private func press(
        _ x: Int32, _ y: Int32, from time: Instant, for span: TimeSpan, slot: Int32 = 0,
        major: Int32 = SimulatedFinger.fingertip
    ) -> [Input] {
        [
            touch(.down, x, y, at: time, slot: slot, major: major),
            touch(.up, x, y, at: time.advanced(by: span), slot: slot, major: major),
        ]
    }

    private func drag(
        _ fromX: Int32, _ fromY: Int32, _ toX: Int32, _ toY: Int32, from time: Instant
    ) -> [Input] {
        let steps: Int32 = 30
        var inputs = [touch(.down, fromX, fromY, at: time)]
        for step in 1...steps {
            let x = fromX + (toX - fromX) * step / steps
            let y = fromY + (toY - fromY) * step / steps
            inputs.append(touch(.move, x, y, at: time.advanced(by: .milliseconds(Int64(step) * 16))))
        }
        inputs.append(touch(.up, toX, toY, at: time.advanced(by: .milliseconds(500))))
        return inputs
    }

    private func touch(
        _ phase: TouchContact.Phase, _ x: Int32, _ y: Int32, at time: Instant, slot: Int32 = 0,
        major: Int32 = SimulatedFinger.fingertip
    ) -> Input {
        Input(.touch(TouchContact(slot: slot, phase: phase, x: x, y: y, major: major)), at: time)
    }
}
