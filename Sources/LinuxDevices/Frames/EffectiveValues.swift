import FocusCore

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
