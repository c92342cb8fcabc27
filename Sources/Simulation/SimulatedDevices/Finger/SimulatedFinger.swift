import FocusCore

/// Gestures on a touchscreen. Positions are in pixels of a screen of 1280 by 800.
public enum FingerGesture: Equatable, Sendable {
    /// Down, 90 ms, up.
    case tap(x: Int32, y: Int32)
    /// A drag from one position to another in half a second.
    case drag(fromX: Int32, fromY: Int32, toX: Int32, toY: Int32)
}

/// Turns gestures into the inputs that a touchscreen sends.
public enum SimulatedFinger {
    /// A 10-inch screen of 1280 by 800 units, with 6 units per millimetre.
    public static let screen = TouchscreenDescription(
        minimumX: 0, maximumX: 1279, minimumY: 0, maximumY: 799, unitsPerMillimetreX: 6, unitsPerMillimetreY: 6)

    /// A fingertip's diameter, in units: 10 mm.
    private static let fingertip: Int32 = 60

    /// The touches of a gesture that begins at `time`, in order.
    public static func inputs(_ gesture: FingerGesture, at time: Instant) -> [Input] {
        switch gesture {
        case .tap(let x, let y):
            return [touch(.down, x, y, at: time), touch(.up, x, y, at: time.advanced(by: .milliseconds(90)))]
        case .drag(let fromX, let fromY, let toX, let toY): return drag(fromX, fromY, toX, toY, from: time)
        }
    }

    private static func drag(
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

    private static func touch(_ phase: TouchContact.Phase, _ x: Int32, _ y: Int32, at time: Instant) -> Input {
        Input(.touch(TouchContact(slot: 0, phase: phase, x: x, y: y, major: fingertip)), at: time)
    }
}
