/// Read-back of the writes of a search.
///
/// If a camera ignores a single write, the next frames are credited to a lens position that was never reached. The search then
/// ends at a wrong position, which is held and verified like a right one. A read-back takes a few milliseconds, a tenth of a
/// frame.
extension CameraController {
    /// The longest time for which frames count as stale. A driver whose frames have times of another clock must not
    /// delay a search for longer.
    private static let longestStaleness = TimeSpan.milliseconds(1000)

    /// Takes the camera's answer to the write of a search.
    mutating func searchWritten(
        _ component: Component, _ call: ControlCall, _ result: ControlResult, _ context: inout some CameraContext
    ) {
        guard result.errno == 0 else { return searchRefused(component, &context) }
        frames.writes[component].wasAnswered(at: context.time)
        check(component, call, &context)
    }

    /// Reads the written controls back, if they can be read.
    private mutating func check(_ component: Component, _ call: ControlCall, _ context: inout some CameraContext) {
        guard !frames.writes[component].isUnreliable, !capabilities.quirks.cannotBeReadBack,
            case .write(let settings) = call.operation
        else { return }
        var ids = InlineList<4, ControlID>()
        settings.forEach { setting in
            if capabilities.canRead(setting.id) { ids.append(setting.id) }
        }
        guard !ids.isEmpty else { return }
        frames.writes[component].willRead(settings)
        make(.call(.read(ids)), for: .check(component), &context)
    }

    /// Writes an ignored setting again, unless the search already wants another one.
    mutating func judgeCheck(_ component: Component, _ call: ControlCall, _ result: ControlResult) {
        guard case .read(let ids) = call.operation, result.errno == 0 else { return }
        guard let wrong = compare(frames.writes[component].latest, with: result.values, of: ids).wrong else {
            frames.writes[component].wasHeeded()
            return
        }
        // The search has ended and its result is being held; the hold has a read-back of its own.
        if settling[component].needsHold || settling[component].machine.state == .held { return }
        if frames.writes[component].wasIgnored() { writeAgain(component, insteadOf: wrong.value) }
    }

    private mutating func writeAgain(_ component: Component, insteadOf value: Int64) {
        switch component {
        case .focus:
            guard frames.focus.wanted == nil, let lens = frames.writes.focus.value(.focusAbsolute) else { return }
            frames.focus.writeAgain(lens, from: value)
        case .exposure:
            let latest = frames.writes.exposure
            guard frames.exposure.wanted == nil, let time = latest.value(.exposureAbsolute) else { return }
            frames.exposure.writeAgain(ExposureSetting(time: time, gain: latest.value(.gain)))
        }
        frames.writes[component].willRepeat()
    }

    /// Forgets the values whose read-back is unreliable: the camera may have ignored the latest write.
    mutating func forgetUnreliable() {
        if frames.writes.focus.isUnreliable { known.ledger[.focusAbsolute] = nil }
        if frames.writes.exposure.isUnreliable {
            known.ledger[.exposureAbsolute] = nil
            known.ledger[.gain] = nil
        }
    }

    /// True when the camera has carried out everything that a search wants: no write is due or under way, and no
    /// read-back is under way. Until then, a frame may show any position or exposure, above all a frame without a mark.
    @inline(__always)
    func isHeeded(_ component: Component) -> Bool {
        let isWanting = component == .focus ? frames.focus.wanted != nil : frames.exposure.wanted != nil
        return !isWanting && !calls.isWriting(for: component) && !calls.isChecking(component)
    }

    /// True when a frame must not be measured, because it was exposed before the latest write and has no mark, or
    /// because it may have been exposed before an ignored write was repeated, whatever its mark says. The mark is the
    /// position or exposure that the frame was taken with, according to the driver.
    @inline(__always)
    func isStale(_ frame: FrameStatistics, _ component: Component, at time: Instant) -> Bool {
        let writes = frames.writes[component]
        guard !writes.isRepeating else { return true }
        let mark = component == .focus ? frame.lens : frame.exposure
        if mark == nil, let answered = writes.answered, frame.captured < answered,
            time.since(answered) < Self.longestStaleness
        {
            return true
        }
        guard let moment = writes.repeated else { return false }
        // The time of a frame may be the time of its end.
        let isEarlier = frame.captured < moment.advanced(by: frames.stream.interval)
        return isEarlier && time.since(moment) < Self.longestStaleness
    }
}
