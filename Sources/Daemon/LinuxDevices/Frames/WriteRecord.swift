import FocusCore

/// The writes of one camera, for everybody who marks its frames: its own stream, and another program that measures them. In effect
/// for a frame are the last writes that were over when its exposure began. The camera's thread records, any thread may read.
public final class WriteRecord: Equatable, Sendable {
    private struct History {
        struct Write {
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

        /// The end of the latest write that changed the value; nil: none of those in the list did, or there was none.
        var lastChange: Instant? {
            var former = earlier
            var change: Instant?
            writes.forEach { write in
                if write.value != former { change = write.end }
                former = write.value
            }
            return change
        }

        func value(at time: Instant) -> Int64? {
            var value = earlier
            writes.forEach { write in
                if write.end <= time { value = write.value }
            }
            return value
        }
    }

    private struct Histories {
        var lens = History()
        var exposure = History()
        var gain = History()
    }

    private let histories = Locked(Histories())

    public init() {}

    /// Records a write that is over, with the value that the driver reports.
    public func record(_ control: ControlID, _ value: Int64, at end: Instant) {
        histories.withLock { histories in
            switch control {
            case .focusAbsolute: histories.lens.record(value, at: end)
            case .exposureAbsolute: histories.exposure.record(value, at: end)
            case .gain: histories.gain.record(value, at: end)
            default: break
            }
        }
    }

    /// The values in effect at `time`, the start of a frame's exposure; nil for a control that had not been written by then.
    public func values(at time: Instant) -> (lens: Int64?, exposure: Int64?, gain: Int64?) {
        histories.withLock { ($0.lens.value(at: time), $0.exposure.value(at: time), $0.gain.value(at: time)) }
    }

    /// The ends of the latest writes that changed the lens position, and exposure time or gain; nil: none has.
    public func lastChanges() -> (lens: Instant?, exposure: Instant?) {
        histories.withLock { histories in
            let (time, gain) = (histories.exposure.lastChange, histories.gain.lastChange)
            let exposure = time.map { time in gain.map { max(time, $0) } ?? time } ?? gain
            return (histories.lens.lastChange, exposure)
        }
    }

    /// The same camera's.
    public static func == (left: WriteRecord, right: WriteRecord) -> Bool { left === right }
}
