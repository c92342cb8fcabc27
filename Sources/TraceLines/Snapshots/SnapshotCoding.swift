import FocusCore

/// The way to write an engine's whole state down, and to read it back. TraceLines runs where there is none: the caller brings it.
public struct SnapshotCoding: Sendable {
    /// The state as JSON without spaces. Equal states have equal bytes.
    let write: @Sendable (borrowing Engine) -> [UInt8]
    /// The engine with this state; nil if it is of a version of the engine with other properties.
    let read: @Sendable ([UInt8]) -> Engine?

    public init(
        write: @escaping @Sendable (borrowing Engine) -> [UInt8], read: @escaping @Sendable ([UInt8]) -> Engine?
    ) {
        self.write = write
        self.read = read
    }
}
