/// The exposure compensation of one camera, in EV; positive is brighter.
struct Compensation: Equatable, Sendable {
    /// The one that is wanted.
    var wanted: Double
    /// The one that the camera's own bias was last told: an automatic exposes with it.
    private(set) var ofBias = 0.0
    /// The same, of a tap that has not been accepted yet.
    private var attempted = 0.0

    init(wanted: Double) { self.wanted = wanted }

    /// The bias is told one.
    mutating func biasIsTold(_ stops: Double) { ofBias = stops }

    /// The bias is told one for a tap, which the camera may yet refuse.
    mutating func biasIsTried(_ stops: Double) { attempted = stops }

    /// The camera follows the tap.
    mutating func tapAccepted() { ofBias = attempted }
}
