import FocusCore

/// The ways in which a driver departs from the rules, and the rules in which drivers differ.
public struct Misbehaviour: Equatable, Sendable {
    /// An automatic that rules a control, which cannot be written while the automatic has one of some values.
    public struct Rule: Equatable, Sendable {
        var automatic: ControlID
        /// Bit i is set if the automatic rules with value i.
        var values: UInt64

        public init(_ automatic: ControlID, values: UInt64) {
            self.automatic = automatic
            self.values = values
        }
    }

    /// The controls that an automatic rules. With a shutter priority (2) the exposure time is set by hand.
    public var rules: [ControlID: Rule] = [
        .focusAbsolute: Rule(.focusAuto, values: 0b10), .exposureAbsolute: Rule(.exposureAuto, values: 0b1001),
    ]
    /// Controls that cannot be written until their automatic is written, even if that is off already.
    public var inactive: Set<ControlID> = []
    /// Controls that can be written while their automatic is on, as with drivers of sensors, which keep the value until
    /// the automatic is off. All others are refused then, as with a UVC camera.
    public var takesRuledWrites: Set<ControlID> = []
    /// Controls whose writes fail, with the errno.
    public var refusals: [ControlID: Int32] = [:]
    /// The number of writes of each control that are accepted and ignored.
    public var ignored: [ControlID: Int] = [:]
    /// The integers of a control are rounded down to multiples of this, whatever its step says.
    public var integerGrids: [ControlID: Int64] = [:]
    /// Rectangles are rounded down to multiples of this.
    public var rectangleGrid: Int32 = 1
    /// True if calls may write what is described as read-only, and read what is described as write-only.
    public var disregardsFlags = false
    /// Controls whose reads fail with an input/output error.
    public var unreadable: Set<ControlID> = []
    /// The values that reads return, whatever the controls hold.
    public var alwaysReads: [ControlID: Int64] = [:]

    public init() {}
}
