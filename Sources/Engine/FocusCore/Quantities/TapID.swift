/// Names a tap, from its input to the effect that says what has become of it. Whoever makes the tap chooses the number.
public struct TapID: Equatable, Hashable, Sendable, Snapshotable {
    public var number: UInt64

    public init(_ number: UInt64) { self.number = number }
}
