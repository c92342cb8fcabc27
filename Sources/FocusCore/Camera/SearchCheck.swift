/// Whether the camera has heeded what a search wanted.
///
/// A camera that ignores a single write makes a frame count for a position that it was not taken at, and a search wrong whose
/// end is held and verified all the same. Reading back takes a few milliseconds, a tenth of a frame.
extension CameraController {
    /// A driver whose clock is another one must not keep a search waiting for longer.
    private static let longestStaleness = TimeSpan.milliseconds(1000)

    /// The camera has answered to what a search wanted.
    mutating func searchWritten(
        _ component: Component, _ call: ControlCall, _ result: ControlResult, _ context: inout some CameraContext
    ) {
        guard result.errno == 0 else { return searchRefused(component, &context) }
        frames.writes[component].wasAnswered(at: context.time)
        check(component, call, &context)
    }

    /// What was written is read back, where the camera lets itself be read.
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

    /// What was not heeded is written again, unless the search wants something else by now.
    mutating func judgeCheck(_ component: Component, _ call: ControlCall, _ result: ControlResult) {
        guard case .read(let ids) = call.operation, result.errno == 0 else { return }
        guard let wrong = compare(frames.writes[component].latest, with: result.values, of: ids).wrong else {
            frames.writes[component].wasHeeded()
            return
        }
        // Its end is being held, which is read back by itself.
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

    /// A camera whose read-back is unreliable may have ignored what it was told last.
    mutating func forgetUnreliable() {
        if frames.writes.focus.isUnreliable { known.ledger[.focusAbsolute] = nil }
        if frames.writes.exposure.isUnreliable {
            known.ledger[.exposureAbsolute] = nil
            known.ledger[.gain] = nil
        }
    }

    /// Whether the camera is known to have heeded all that a search wants: nothing has to be written, is being written, or is
    /// being read back. Until then a frame may show anything, also one that nobody has marked with what was in effect.
    func isHeeded(_ component: Component) -> Bool {
        let isWanting = component == .focus ? frames.focus.wanted != nil : frames.exposure.wanted != nil
        return !isWanting && !calls.isWriting(for: component) && !calls.isChecking(component)
    }

    /// Whether a frame was exposed before anything was written, or may have been before what was ignored had been written
    /// again, whatever it is marked with.
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
        // The time of a frame may be that of its end.
        let isEarlier = frame.captured < moment.advanced(by: frames.stream.interval)
        return isEarlier && time.since(moment) < Self.longestStaleness
    }
}
