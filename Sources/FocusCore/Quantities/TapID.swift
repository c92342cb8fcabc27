/// Names a tap, from the input that brings it to the effect that says what has become of it. Whoever makes the tap chooses the
/// number; the engine only repeats it.
public struct TapID: Equatable, Hashable, Sendable, Snapshotable {
    public var number: UInt64

    public init(_ number: UInt64) { self.number = number }
}
