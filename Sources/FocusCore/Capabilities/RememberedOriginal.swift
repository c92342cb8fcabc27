/// A control that is not as it was when the camera was opened: its original, and what was written to it last.
///
/// The engine tells those of this run in `Engine.changedOriginals`. A shell that keeps them in a file hands them back with the
/// next `CameraDescription`, so that a run that did not come to its end leaves nothing behind.
public struct RememberedOriginal: Equatable, Sendable {
    public var id: ControlID
    /// The value before the first write.
    public var original: ControlValue
    /// The value that the camera has held since: the last one written, as the driver rounded it, or where an automatic was last
    /// read to have moved it; the original where nobody knows.
    public var written: ControlValue

    public init(id: ControlID, original: ControlValue, written: ControlValue) {
        self.id = id
        self.original = original
        self.written = written
    }
}

/// The controls of one camera that were changed; room for all in `ControlID.known`.
public typealias RememberedOriginals = InlineList<16, RememberedOriginal>
