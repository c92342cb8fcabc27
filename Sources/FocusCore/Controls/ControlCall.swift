/// One access to the camera's controls. The shell answers it with a `ControlResult`. A write is exactly one system call. The
/// engine has at most one under way.
public struct ControlCall: Equatable, Sendable, Snapshotable {
    /// Counts up from 1; the result carries it back.
    public var id: UInt32
    public var operation: Operation

    public init(id: UInt32, operation: Operation) {
        self.id = id
        self.operation = operation
    }

    public enum Operation: Equatable, Sendable, Snapshotable {
        /// Write all settings with one VIDIOC_S_EXT_CTRLS, in this order.
        case write(InlineList<4, ControlSetting>)
        /// Read each control by itself; one that fails does not keep the others from being read.
        case read(InlineList<4, ControlID>)
    }
}

/// A control and the value that it shall get.
public struct ControlSetting: Equatable, Sendable, Snapshotable {
    public var id: ControlID
    public var value: ControlValue

    public init(_ id: ControlID, _ value: ControlValue) {
        self.id = id
        self.value = value
    }
}

/// The camera's answer to a call.
public struct ControlResult: Equatable, Sendable {
    /// The id of the call.
    public var call: UInt32
    /// 0, or the errno of the call. For a read: 0 if at least one control could be read.
    public var errno: Int32
    /// In the order of the call: what the driver says is in effect after a write (it may have rounded), or what was
    /// read; nil for a control that failed.
    public var values: InlineList<4, ControlValue?>

    public init(call: UInt32, errno: Int32, values: InlineList<4, ControlValue?> = InlineList()) {
        self.call = call
        self.errno = errno
        self.values = values
    }
}
