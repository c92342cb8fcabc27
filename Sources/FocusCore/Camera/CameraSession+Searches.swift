/// What frames show, and what comes of the searches in them.
extension CameraSession {
    mutating func look(at frame: FrameStatistics, _ context: inout StepContext) -> Event? {
        guard frames.stream.isCurrent(frame) else { return nil }
        frames.stream.frameArrived()
        guard !tap.isAsked else { return nil }
        frames.stream.checkHealth(at: context.time)
        let ends = frames.searches.look(at: frame, circumstances(at: context.time))
        for index in 0..<ends.count {
            if let end = ends[index] { searchEnded(end, &context) }
        }
        return proceed(&context)
    }

    @inline(__always)
    private func circumstances(at time: Instant) -> FrameCircumstances {
        var now = FrameCircumstances(
            time: time, interval: frames.stream.interval, exposure: camera.compensatedExposure,
            longestSearch: camera.settings.settle.searchDeadline, lens: camera.values.ledger[.focusAbsolute]?.integer,
            exposureTime: camera.values.ledger[.exposureAbsolute]?.integer, isContinuous: frames.stream.isForContinuous,
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
}
