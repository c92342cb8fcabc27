/// Whether the camera has heeded what a search wanted.
///
/// A camera that ignores a single write makes a frame count for a position that it was not taken at, and a search wrong whose
/// end is held and verified all the same. Reading back takes a few milliseconds, a tenth of a frame.
extension CameraController {
    /// So often what was not heeded is written again; a control that tells something else after that is not asked any more.
    private static let mostRewrites = 2

    /// A driver whose clock is another one must not keep a search waiting for longer.
    private static let longestStaleness = TimeSpan.milliseconds(1000)

    /// The camera has answered to what a search wanted.
    mutating func searchWritten(
        _ component: Component, _ call: ControlCall, _ result: ControlResult, _ context: inout StepContext
    ) {
        guard result.errno == 0 else { return searchRefused(component, &context) }
        frames.answered[component] = context.time
        if frames.rewriting.remove(component.set) != nil { frames.rewritten[component] = context.time }
        check(component, call, &context)
    }

    /// What was written is read back, where the camera lets itself be read.
    private mutating func check(_ component: Component, _ call: ControlCall, _ context: inout StepContext) {
        guard !frames.mute.contains(component.set), !capabilities.quirks.cannotBeReadBack,
            case .write(let settings) = call.operation
        else { return }
        var ids = InlineList<4, ControlID>()
        settings.forEach { setting in
            if capabilities.canRead(setting.id) { ids.append(setting.id) }
        }
        guard !ids.isEmpty else { return }
        frames.written = settings
        make(.read(ids), for: .check(component), &context)
    }

    /// What was not heeded is written again, unless the search wants something else by now.
    mutating func judgeCheck(_ component: Component, _ call: ControlCall, _ result: ControlResult) {
        guard case .read(let ids) = call.operation, result.errno == 0 else { return }
        guard let wrong = compare(frames.written, with: result.values, of: ids).wrong else {
            frames.unheeded[component] = 0
            return
        }
        // Its end is being held, which is read back by itself.
        if trackers[component].needsHold || trackers[component].machine.state == .held { return }
        frames.unheeded[component] += 1
        if frames.unheeded[component] > Self.mostRewrites {
            frames.mute.insert(component.set)
        } else {
            writeAgain(component, insteadOf: wrong.value)
        }
    }

    private mutating func writeAgain(_ component: Component, insteadOf value: Int64) {
        switch component {
        case .focus:
            guard frames.wantedLens == nil, let lens = written(.focusAbsolute) else { return }
            frames.wantedLens = lens
            frames.focus?.writeAgain(from: value)
        case .exposure:
            guard frames.wantedExposure == nil, let time = written(.exposureAbsolute) else { return }
            frames.wantedExposure = ExposureSetting(time: time, gain: written(.gain))
            frames.exposure?.writeAgain()
        }
        frames.rewriting.insert(component.set)
    }

    private func written(_ id: ControlID) -> Int64? {
        for index in 0..<frames.written.count {
            if let setting = frames.written[index], setting.id == id { return setting.value.integer }
        }
        return nil
    }

    /// What a camera that does not let itself be checked was told last, it may have ignored.
    mutating func distrustMute() {
        if frames.mute.contains(.focus) { ledger[.focusAbsolute] = nil }
        if frames.mute.contains(.exposure) {
            ledger[.exposureAbsolute] = nil
            ledger[.gain] = nil
        }
    }

    /// Whether the camera is known to have heeded all that a search wants: nothing has to be written, is being written, or is
    /// being read back. Until then a frame may show anything, also one that nobody has marked with what was in effect.
    func isHeeded(_ component: Component) -> Bool {
        let isWanting = component == .focus ? frames.wantedLens != nil : frames.wantedExposure != nil
        return !isWanting && !isBeingWritten(for: component) && underWay?.reason != .check(component)
    }

    /// Whether a search's write has not been answered for good: it is under way, or is repeated after a repair.
    func isBeingWritten(for component: Component) -> Bool {
        underWay?.reason == .search(component) || repairWrite?.reason == .search(component)
    }

    /// Whether a frame was exposed before anything was written, or may have been before what was ignored had been written
    /// again, whatever it is marked with.
    func isStale(_ frame: FrameStatistics, _ component: Component, at time: Instant) -> Bool {
        guard !frames.rewriting.contains(component.set) else { return true }
        let mark = component == .focus ? frame.lens : frame.exposure
        if mark == nil, let answered = frames.answered[component], frame.captured < answered,
            time.since(answered) < Self.longestStaleness
        {
            return true
        }
        guard let moment = frames.rewritten[component] else { return false }
        // The time of a frame may be that of its end.
        let isEarlier = frame.captured < moment.advanced(by: frames.stream.interval)
        return isEarlier && time.since(moment) < Self.longestStaleness
    }
}
