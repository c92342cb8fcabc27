/// One access to the camera's controls, which a `ControlResult` answers. A write is one system call. At most one is under way.
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
        case write(ControlSettings)
        /// Read each control by itself; one that fails does not keep the others from being read.
        case read(ControlIDs)
    }

    /// The controls that it reads; none: it writes.
    var ids: ControlIDs { if case .read(let ids) = operation { ids } else { ControlIDs() } }

    /// The settings that it writes; nil: it reads.
    var settings: ControlSettings? { if case .write(let settings) = operation { settings } else { nil } }
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

/// The settings that a call writes, the controls that it reads, and the values of its answer: nil for a control that failed.
public typealias ControlSettings = InlineList<4, ControlSetting>
public typealias ControlIDs = InlineList<4, ControlID>
public typealias ControlValues = InlineList<4, ControlValue?>

extension InlineList where Element == ControlSetting {
    var ids: ControlIDs {
        var ids = ControlIDs()
        forEach { ids.append($0.id) }
        return ids
    }

    /// The value that a control gets; nil: none.
    func value(of id: ControlID) -> ControlValue? { first { $0.id == id }?.value }
}

/// The camera's answer to a call.
public struct ControlResult: Equatable, Sendable {
    /// The id of the call.
    public var call: UInt32
    /// 0, or the errno of the call. For a read: 0 if at least one control could be read.
    public var errno: Int32
    /// In the order of the call: what is in effect after a write (a driver may round), or was read; nil for a control that failed.
    public var values: ControlValues

    public init(call: UInt32, errno: Int32, values: ControlValues = InlineList()) {
        self.call = call
        self.errno = errno
        self.values = values
    }
}
