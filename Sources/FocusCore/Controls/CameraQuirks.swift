/// What is known of a camera that misbehaves and cannot be learned from its driver. By default nothing.
///
/// It comes from a quirks file (Documentation/Quirks.md), by USB id or by driver.
public struct CameraQuirks: Equatable, Sendable {
    /// Controls that the camera offers and that do not do what they should: they count as not there.
    public var unusable: InlineList<8, ControlID>
    /// The lens positions that are of use, smallest and largest; nil: all that the driver tells.
    public var lensMinimum: Int64?
    public var lensMaximum: Int64?
    /// How many frames later than written the lens has come to rest, 0…30; nil: it is learned.
    public var lensDelay: Int32?
    /// How many frames later than written the exposure is in effect, 0…30; nil: it is learned.
    public var exposureDelay: Int32?
    /// Whether what is read back says nothing about what is in effect: neither a search's steps nor a hold is read back then.
    public var cannotBeReadBack: Bool

    public init(
        unusable: InlineList<8, ControlID> = InlineList(), lensMinimum: Int64? = nil, lensMaximum: Int64? = nil,
        lensDelay: Int32? = nil, exposureDelay: Int32? = nil, cannotBeReadBack: Bool = false
    ) {
        self.unusable = unusable
        self.lensMinimum = lensMinimum
        self.lensMaximum = lensMaximum
        self.lensDelay = lensDelay
        self.exposureDelay = exposureDelay
        self.cannotBeReadBack = cannotBeReadBack
    }
}

extension CameraQuirks {
    /// Whether a control counts as not there.
    func excludes(_ id: ControlID) -> Bool {
        for index in 0..<unusable.count where unusable[index] == id { return true }
        return false
    }

    /// The control with the range that is of use; one that this would leave empty is left as it is.
    func narrowing(_ control: ControlDescription) -> ControlDescription {
        guard control.id == .focusAbsolute else { return control }
        let least = max(control.minimum, lensMinimum ?? control.minimum)
        let most = min(control.maximum, lensMaximum ?? control.maximum)
        guard least < most else { return control }
        var narrowed = control
        narrowed.minimum = least
        narrowed.maximum = most
        return narrowed
    }
}
