/// The exposure compensation of one camera, in EV; positive is brighter.
struct Compensation: Equatable, Sendable, Snapshotable {
    /// The requested compensation.
    var wanted: Double
    /// The compensation of the bias in the latest plan: an automatic exposes with it. A tap's plan counts when the camera has
    /// accepted the tap, any other one at once, even if the camera then refuses the bias.
    private(set) var ofBias = 0.0
    /// The compensation of the bias for a tap that is not accepted yet.
    private var attempted = 0.0

    init(wanted: Double) { self.wanted = wanted }

    /// A plan writes the bias.
    mutating func biasIsTold(_ stops: Double) { ofBias = stops }

    /// The plan of a tap, which the camera may still refuse, writes the bias.
    mutating func biasIsTried(_ stops: Double) { attempted = stops }

    /// True if the plan of the latest tap was made with another bias.
    func hasTried(another stops: Double) -> Bool { attempted != stops }

    /// The camera has accepted the tap.
    mutating func tapAccepted() { ofBias = attempted }
}
