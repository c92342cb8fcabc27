/// The number of inputs that a re-run may still make up by itself.
///
/// A recording with nothing in it for centuries, by one absurd time, would otherwise be lived through timer by timer and frame by
/// frame. Once the patience is over, the run goes on with the next recorded input, and what is due before that comes late.
public struct RerunPatience: Sendable {
    /// The frames of five hours and a half, five a second.
    private static let usual = 100_000
    /// More frames and timers than come between two samples.
    private static let eachStep = 20

    private let most: Int
    private var inputs: Int

    /// - Parameter most: inputs in a row; nil: 100,000.
    public init(most: Int? = nil) {
        self.most = most ?? Self.usual
        inputs = self.most
    }

    var isLeft: Bool { inputs > 0 }

    /// The run goes on to another recorded step.
    mutating func earn() { inputs = min(inputs + Self.eachStep, most) }

    /// The run has made up an input.
    mutating func spend() { inputs -= 1 }
}
