import FocusCore

/// The writes of one camera, for everybody who marks its frames: its own stream, and another program that measures them.
/// The camera's thread records, any thread may read.
public final class WriteRecord: Equatable, Sendable {
    private let values = Locked(EffectiveValues())

    public init() {}

    /// Records a write that is over, with the value that the driver reports.
    public func record(_ control: ControlID, _ value: Int64, at end: Instant) {
        values.withLock { $0.record(control, value, at: end) }
    }

    /// The values in effect at `time`, the start of a frame's exposure; nil for a control that had not been written by then.
    public func values(at time: Instant) -> (lens: Int64?, exposure: Int64?, gain: Int64?) {
        values.withLock { $0.values(at: time) }
    }

    /// All of them, as they are now.
    var present: EffectiveValues { values.withLock { $0 } }

    /// The same camera's.
    public static func == (left: WriteRecord, right: WriteRecord) -> Bool { left === right }
}

/// The lens position, exposure time and gain that were in effect at a moment: those of the last writes that were over
/// by then.
struct EffectiveValues: Sendable {
    private struct History: Sendable {
        struct Write: Sendable {
            var end: Instant
            var value: Int64
        }

        private var writes = InlineList<16, Write>()
        /// The newest value that was dropped from the list.
        private var earlier: Int64?

        mutating func record(_ value: Int64, at end: Instant) {
            if !writes.append(Write(end: end, value: value)) {
                earlier = writes.removeFirst()?.value
                writes.append(Write(end: end, value: value))
            }
        }

        func value(at time: Instant) -> Int64? {
            var value = earlier
            writes.forEach { write in
                if write.end <= time { value = write.value }
            }
            return value
        }
    }

    private var lens = History()
    private var exposure = History()
    private var gain = History()

    /// Records a write that is over, with the value that the driver reports.
    mutating func record(_ control: ControlID, _ value: Int64, at end: Instant) {
        switch control {
        case .focusAbsolute: lens.record(value, at: end)
        case .exposureAbsolute: exposure.record(value, at: end)
        case .gain: gain.record(value, at: end)
        default: break
        }
    }

    /// The values in effect at `time`; nil for a control that had not been written by then.
    func values(at time: Instant) -> (lens: Int64?, exposure: Int64?, gain: Int64?) {
        (lens.value(at: time), exposure.value(at: time), gain.value(at: time))
    }
}
