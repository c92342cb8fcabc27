/// Read-back of the writes of a search.
///
/// If a camera ignores a single write, the next frames are credited to a lens position that was never reached, whatever the driver
/// marks them with. The search then ends at a wrong position, which is held and verified like a right one.
///
/// A read-back usually takes a few milliseconds, a tenth of a frame. On a camera that takes so long that a search would not be
/// finished, frames that differ visibly from those before a write prove it as well, although something that moves at just that moment
/// looks the same. A write that no frame shows is read back before a frame counts for it, and so is the value that a search keeps
/// (`SearchWrites`), unless a hold that is read back follows.
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

    /// Reads the written controls back, if they can be read and it is time for it.
    private mutating func check(_ component: Component, _ call: ControlCall, _ context: inout some CameraContext) {
        guard case .write(let settings) = call.operation else { return }
        guard !frames.writes[component].isUnreliable, !capabilities.quirks.cannotBeReadBack,
            !readable(settings).isEmpty
        else { return frames.writes[component].cannotBeRead() }
        frames.writes[component].canBeRead(settings)
        guard !frames.writes[component].isQuick(frames.stream.interval) else { return readBack(component, &context) }
        // The newest value comes first. Without a search the value is kept.
        guard !isWishing(component) else { return }
        if !isSearching(component) || frames.writes[component].isReadAtOnce { readBack(component, &context) }
    }

    /// Reads the latest write of a search back. The camera must be free.
    mutating func readBack(_ component: Component, _ context: inout some CameraContext) {
        frames.writes[component].isBeingRead()
        let ids = readable(frames.writes[component].latest)
        // The camera may have lost the control meanwhile.
        guard !ids.isEmpty else { return frames.writes[component].cannotBeRead() }
        make(.call(.read(ids)), for: .check(component), &context)
    }

    private func readable(_ settings: InlineList<4, ControlSetting>) -> InlineList<4, ControlID> {
        var ids = InlineList<4, ControlID>()
        settings.forEach { setting in
            if capabilities.canRead(setting.id) { ids.append(setting.id) }
        }
        return ids
    }

    private func isSearching(_ component: Component) -> Bool {
        component == .focus ? frames.focus.isSearching : frames.exposure.isSearching
    }

    /// True when a search has a value that is not written yet.
    @inline(__always)
    private func isWishing(_ component: Component) -> Bool {
        component == .focus ? frames.focus.wanted != nil : frames.exposure.wanted != nil
    }

    /// True when a frame may count for the latest write of the search: the write was read back, or the frame shows it. Otherwise the
    /// write is read back as soon as the camera is free, and the frame does not count.
    mutating func isProven(_ component: Component, by frame: FrameStatistics) -> Bool {
        // On a quick camera each step has been read back.
        let isQuick = frames.writes[component].isQuick(frames.stream.interval)
        guard !frames.writes[component].isProven || !isQuick else { return true }
        let evidence = component == .focus ? frames.focus.evidence(of: frame) : frames.exposure.evidence(of: frame)
        switch evidence {
        case .notNeeded: return true
        case .needed(let isShown, let isLast):
            // The hold of a tap reads the lens position back itself. Of an exposure, a frame may show the time and not the gain.
            let isKept = isLast && !(component == .focus && isSearchingOnce(.focus))
            return !frames.writes[component].mustBeRead(isShown: isShown, isLast: isKept)
        }
    }

    /// Writes an ignored setting again, unless the search already wants another one.
    mutating func judgeCheck(_ component: Component, _ call: ControlCall, _ result: ControlResult) {
        guard case .read(let ids) = call.operation, result.errno == 0 else {
            return frames.writes[component].cannotBeRead()
        }
        let readBack = known.compare(frames.writes[component].latest, with: result.values, of: ids, capabilities)
        guard let wrong = readBack.difference else {
            frames.writes[component].wasHeeded()
            return
        }
        // The search has ended and its result is being held; the hold has a read-back of its own.
        if settling[component].hasHold { return }
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
        if frames.writes.focus.isUnreliable { known.forget(.focusAbsolute) }
        if frames.writes.exposure.isUnreliable {
            known.forget(.exposureAbsolute)
            known.forget(.gain)
        }
    }

    /// True when the camera has answered to everything that a search wants: no write and no read-back is due or under way. Until
    /// then, a frame may show any position or exposure, above all a frame without a mark.
    @inline(__always)
    func isHeeded(_ component: Component) -> Bool {
        !isWishing(component) && !frames.writes[component].isReadDue && !calls.isWriting(for: component)
            && !calls.isChecking(component)
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
