/// The exposure compensation of one camera, in EV; positive is brighter.
struct Compensation: Equatable, Sendable {
    /// The requested compensation.
    var wanted: Double
    /// The compensation of the bias that was last written to the camera: an automatic exposes with it.
    private(set) var ofBias = 0.0
    /// The compensation of the bias for a tap that is not accepted yet.
    private var attempted = 0.0

    init(wanted: Double) { self.wanted = wanted }

    /// The bias is written.
    mutating func biasIsTold(_ stops: Double) { ofBias = stops }

    /// The bias is written for a tap, which the camera may still refuse.
    mutating func biasIsTried(_ stops: Double) { attempted = stops }

    /// The camera has accepted the tap.
    mutating func tapAccepted() { ofBias = attempted }
}
