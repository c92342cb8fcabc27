/// Searches in frames, and what comes of them.
extension CameraSession {
    /// Begins a search for a component at its present value. Returns false when there is only one value.
    mutating func beginSearch(_ component: Component, at time: Instant) -> Bool {
        switch component {
        case .focus:
            return searches.beginFocus(capabilities, at: camera.values.lens, camera.settings.autofocus)
        case .exposure:
            let standing = (time: camera.values.standing.exposure, gain: camera.values.standing.gain)
            return searches.beginExposure(
                capabilities, at: standing, camera.compensatedExposure, interval: stream.interval, time: time)
        }
    }

    mutating func look(at frame: FrameStatistics, _ context: inout StepContext) -> Event? {
        guard stream.isCurrent(frame) else { return nil }
        stream.frameArrived()
        guard !tap.isAsked else { return nil }
        stream.checkHealth(at: context.time)
        let ends = searches.look(at: frame, circumstances(at: context.time))
        for index in 0..<ends.count {
            if let end = ends[index] { searchEnded(end, &context) }
        }
        return proceed(&context)
    }

    @inline(__always)
    private func circumstances(at time: Instant) -> FrameCircumstances {
        var now = FrameCircumstances(
            time: time, interval: stream.interval, exposure: camera.compensatedExposure,
            longestSearch: camera.settings.settle.searchDeadline, lens: camera.values.ledger[.focusAbsolute]?.integer,
            exposureTime: camera.values.ledger[.exposureAbsolute]?.integer, isContinuous: stream.isForContinuous,
            replacesAutofocus: capabilities.needsEngine(.focus))
        for component in Component.allCases {
            if components[component].isSearching { now.awaited.insert(component.set) }
            if calls.isWriting(for: component) { now.beingWritten.insert(component.set) }
            if calls.isChecking(component) { now.beingRead.insert(component.set) }
        }
        return now
    }

    private mutating func searchEnded(_ end: SearchEnd, _ context: inout StepContext) {
        context.tell(Effect(end))
        let (component, reason) = end.result
        guard components[component].isSearching else { return }
        take(reason == nil ? .stable : .searchFailed, for: component, because: reason, &context)
    }

    /// Ends the component's search without success, and reports it.
    mutating func giveUpSearch(_ component: Component, _ context: inout StepContext) {
        if let end = searches.giveUp(component, camera.compensatedExposure) { context.tell(Effect(end)) }
    }

    /// The camera has answered the write of a search. A refused value must not be held; the earlier one is held.
    mutating func searchWritten(
        _ component: Component, _ call: ControlCall, _ result: ControlResult, _ context: inout StepContext
    ) {
        guard result.errno == 0, let settings = call.settings else {
            giveUpSearch(component, &context)
            if component == .exposure { searches.exposureRefused(keeping: camera.values.exposureTime) }
            if components[component].isSearching { take(.searchFailed, for: component, because: .refused, &context) }
            return
        }
        let isReadAtOnce = searches.wasAnswered(
            component, settings, capabilities, interval: stream.interval, at: context.time)
        if isReadAtOnce { readBack(component, &context) }
    }

    /// Reads the latest write of a search back. The camera must be free.
    mutating func readBack(_ component: Component, _ context: inout StepContext) {
        guard let ids = searches.nextReadBack(component, capabilities) else { return }
        calls.make(.read(ids), for: .check(component), &context)
    }

    mutating func judgeCheck(_ component: Component, _ ids: ControlIDs, _ result: ControlResult) {
        guard result.errno == 0 else { return searches.cannotBeRead(component) }
        let written = searches.writes[component].latest
        let readBack = camera.values.compare(written, with: result.values, of: ids, capabilities)
        searches.wasReadBack(component, as: readBack.difference?.value, hasHold: components[component].hasHold)
    }
}
