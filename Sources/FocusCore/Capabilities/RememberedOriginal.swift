/// A control that differs from its value when the camera was opened: its original, and the value written last.
///
/// `Engine.readChangedOriginals` lists those of this run. A shell that keeps them in a file passes them to the next
/// `CameraDescription`, so that a later run restores what an interrupted run has changed.
public struct RememberedOriginal: Equatable, Sendable, Snapshotable {
    public var id: ControlID
    /// The value before the first write.
    public var original: ControlValue
    /// The value that the camera holds now: the last one written, as rounded by the driver, or the last one read after
    /// an automatic has changed it; the original when neither is known.
    public var written: ControlValue

    public init(id: ControlID, original: ControlValue, written: ControlValue) {
        self.id = id
        self.original = original
        self.written = written
    }
}

/// The changed controls of one camera; room for all in `ControlID.known`.
public typealias RememberedOriginals = InlineList<16, RememberedOriginal>
