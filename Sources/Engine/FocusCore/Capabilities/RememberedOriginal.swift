/// A control that differs from its value when the camera was opened: its original, and the value written last. A shell that keeps those of
/// `Engine.readChangedOriginals` passes them to the next `CameraDescription`: a later run restores what an interrupted one has changed.
public struct RememberedOriginal: Equatable, Sendable, Snapshotable {
    public var id: ControlID
    /// The value before the first write.
    public var original: ControlValue
    /// The value that the camera holds: the last one written, as rounded, or read under an automatic; the original if neither is known.
    public var written: ControlValue

    public init(id: ControlID, original: ControlValue, written: ControlValue) {
        self.id = id
        self.original = original
        self.written = written
    }
}

/// The changed controls of one camera; room for all in `ControlID.known`.
public typealias RememberedOriginals = InlineList<24, RememberedOriginal>
