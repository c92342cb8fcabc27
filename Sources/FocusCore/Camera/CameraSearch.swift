/// Searches in frames. The driver marks each frame with the lens position and the exposure that were set when it was captured:
/// the frame's mark. Exposure comes first, because a picture that is too dark or too bright has nothing to focus on.
extension CameraController {
    /// Begins a search for a component at its present value. Returns false when there is only one value.
    mutating func beginSearch(_ component: Component, _ context: inout some CameraContext) -> Bool {
        frames.writes[component].searchBegins()
        return switch component {
        case .focus: beginFocusSearch()
        case .exposure: beginExposureSearch(at: context.time)
        }
    }

    /// Takes a measured frame.
    mutating func look(at frame: FrameStatistics, _ context: inout some CameraContext) -> Event? {
        guard frames.stream.isCurrent(frame) else { return nil }
        frames.stream.frameArrived()
        guard !tap.isAsked else { return nil }
        let frame = asCommanded(frame)
        frames.stream.checkHealth(at: context.time)
        if frames.isSearching { frames.latestBrightness = settings.autoexposure.brightness(of: frame) }
        endLateExposureSearch(&context)
        let rests = PerComponent(focus: rests(.focus, frame), exposure: rests(.exposure, frame))
        if frames.exposure.isSearching {
            if rests.exposure, !isStale(frame, .exposure, at: context.time) { lookForExposure(frame, &context) }
        } else if frames.focus.isSearching {
            if rests.focus, !isStale(frame, .focus, at: context.time) { lookForFocus(frame, &context) }
        } else if frames.stream.isForContinuous, frames.isWatching, frames.watch.look(frame) {
            frames.isWatching = false
            frames.dueSearches = .all
        }
        if frames.stream.isForContinuous, !frames.isSearching, frames.dueSearches.isEmpty, !frames.isWatching {
            frames.isWatching = true
            // If an automatic focuses, the engine does not compare the sharpness with that of an earlier search.
            frames.watch.begin(at: nil, found: capabilities.needsEngine(.focus) ? frames.focus.foundSharpness : nil)
        }
        return proceed(&context)
    }

    /// Ends an exposure search for which no tap waits, when it has taken the time that a tap would give it: focus waits for its
    /// end, and the camera may never answer. A tap has its deadline.
    private mutating func endLateExposureSearch(_ context: inout some CameraContext) {
        guard !isSearchingOnce(.exposure), frames.exposure.isLate(at: context.time, after: times.searchDeadline) else {
            return
        }
        giveUpSearch(.exposure, &context)
    }

    /// True when a frame can show the lens position or exposure at which the search began, which may differ from the
    /// one before. Only frames count that were captured after the camera's answer: the mark of an earlier frame may be
    /// from an earlier search, and an automatic may have changed the value since. Each such frame is counted.
    private mutating func rests(_ component: Component, _ frame: FrameStatistics) -> Bool {
        guard frames.writes[component].framesToRest > 0 else { return true }
        if isHeeded(component), let answered = frames.writes[component].answered, frame.captured >= answered {
            frames.writes[component].framesToRest -= 1
        }
        return false
    }

    /// The frame with rounded marks replaced by the written values. A driver may round a written value and mark each
    /// frame with the rounded one. The replacement is valid once the write was answered.
    @inline(__always)
    private func asCommanded(_ frame: FrameStatistics) -> FrameStatistics {
        var frame = frame
        let isLensKnown = frames.focus.wanted == nil && !calls.isWriting(for: .focus)
        if isLensKnown, let lens = frames.focus.position, let told = known.ledger[.focusAbsolute]?.integer,
            frame.lens == told
        {
            frame.lens = lens
        }
        let isTimeKnown = frames.exposure.wanted == nil && !calls.isWriting(for: .exposure)
        if isTimeKnown, let time = frames.exposure.setting?.time, let told = known.ledger[.exposureAbsolute]?.integer,
            frame.exposure == told
        {
            frame.exposure = time
        }
        return frame
    }

    /// True when a tap waits for this component's search. A component that is about to go on at a lower level has ended its search.
    @inline(__always)
    func isSearchingOnce(_ component: Component) -> Bool {
        guard settling[component].isAdjusting, settling[component].level == .software else { return false }
        if case .onceLower(let components) = work.purpose { return !components.contains(component.set) }
        return true
    }

    /// Ends the component's search without success: the lens goes back to where it was, the exposure to the best
    /// setting that was tried.
    mutating func giveUpSearch(_ component: Component, _ context: inout some CameraContext) {
        frames.writes[component].stopRepeating()
        switch component {
        case .focus:
            if let report = frames.focus.giveUp() { putLensBack(report, &context) }
        case .exposure:
            if let report = frames.exposure.giveUp() { context.tell(.exposed(report)) }
        }
    }

    /// Nothing was found: the lens goes back to where it was before this search and the unfinished ones before it.
    private mutating func putLensBack(_ report: FocusSearchReport, _ context: inout some CameraContext) {
        var report = report
        report.position = frames.focus.putBack(to: report.position)
        context.tell(.searched(report))
    }

    /// The camera has refused the write of a search. The refused value must not be held; the earlier one is held.
    mutating func searchRefused(_ component: Component, _ context: inout some CameraContext) {
        giveUpSearch(component, &context)
        if component == .exposure {
            frames.exposure.refused(keeping: known.exposureTime)
        }
        if isSearchingOnce(component) { take(.searchFailed, for: component, because: .refused, &context) }
    }

    /// The exposure times and gains that the camera and the frame rate allow.
    /// - Parameter interval: the time between two frames, which limits the exposure time; zero: no limit.
    func exposureRange(_ settings: ExposureSettings, interval: TimeSpan) -> ExposureRange? {
        guard let times = capabilities.exposureTimes else { return nil }
        let gain = capabilities.canWrite(.gain) ? capabilities.control(.gain) : nil
        let gains = gain.flatMap { ControlSteps(least: $0.minimum, most: $0.maximum, step: $0.step) }
        let mains = capabilities.control(.powerLineFrequency)?.value?.integer
        return ExposureRange(
            times: times, gains: gains, interval: interval,
            mains: settings.mains.frequency(camera: mains.flatMap(MainsFrequency.init(powerLineFrequency:))),
            longestShare: settings.longestShare)
    }

    private mutating func beginFocusSearch() -> Bool {
        guard let control = capabilities.control(.focusAbsolute) else { return false }
        let lens = capabilities.quirks.narrowing(control)
        guard let range = LensRange(minimum: lens.minimum, maximum: lens.maximum, step: lens.step) else { return false }
        var settings = self.settings.autofocus
        var learned = frames.focus.delay
        if let delay = capabilities.quirks.lensDelay {
            // A delay from a quirk is used instead of a learned one.
            learned = .given(frames: usable(Int(delay)))
            settings.lensDelay = Int(delay)
        }
        // The position that a search has set is more reliable than the one that the camera reports.
        // `frames.focus.position` is nil when an automatic may have moved the lens since.
        let position = frames.focus.position ?? known.lens ?? lens.value?.integer ?? lens.defaultValue
        let start = range.nearest(to: position)
        let search = FocusDriver(range: range, start: start, settings: settings, learned: learned)
        frames.focus.begin(search, at: start)
        // The lens must rest before the first measurement.
        let delay = learned?.frames ?? usable(settings.lensDelay)
        frames.writes.focus.framesToRest = capabilities.canWrite(.focusAuto) ? delay : 0
        return true
    }

    /// A delay in frames, limited to 0…30: a search has no time for more.
    private func usable(_ delay: Int) -> Int { delay.clamped(to: 0...30) }

    private mutating func beginExposureSearch(at time: Instant) -> Bool {
        let settings = compensatedExposure
        guard let control = capabilities.control(.exposureAbsolute),
            let range = exposureRange(settings, interval: frames.stream.interval)
        else {
            return false
        }
        let standingTime =
            known.standing.exposure ?? frames.exposure.setting?.time ?? control.value?.integer ?? control.defaultValue
        let start = ExposureSetting(
            // At the time that an automatic has chosen, lamps may flicker; `nearestTime` avoids that.
            time: range.nearestTime(to: Double(standingTime)),
            gain: gainToBeginWith)
        let search = ExposureControl(
            range: range, settings: settings, start: start, learnedDelay: frames.exposure.delay,
            givenDelay: capabilities.quirks.exposureDelay.map { usable(Int($0)) })
        let changes = capabilities.canWrite(.exposureAuto) || start.time != standingTime
        frames.writes.exposure.framesToRest = changes ? search.learnedDelay ?? usable(settings.longestDelay) : 0
        frames.exposure.begin(search, at: time)
        return true
    }

    private var gainToBeginWith: Int64? {
        guard let control = capabilities.control(.gain) else { return nil }
        return (known.standing.gain ?? frames.exposure.setting?.gain ?? control.value?.integer).map(control.nearest)
    }

    private mutating func lookForExposure(_ frame: FrameStatistics, _ context: inout some CameraContext) {
        let isHeeded = isHeeded(.exposure) && isProven(.exposure, by: frame)
        switch frames.exposure.look(frame, isHeeded: isHeeded) {
        case nil, .wait?:
            break
        case .set(let time, let gain)?:
            frames.exposure.set(ExposureSetting(time: time, gain: gain), after: frame, with: compensation.wanted)
        case .finished(let report)?:
            let limit = frames.exposure.search?.limit
            frames.writes.exposure.stopRepeating()
            frames.exposure.end(report, with: compensation.wanted)
            context.tell(.exposed(report))
            guard isSearchingOnce(.exposure) else {
                // The final setting may differ from the last one that was written, and without a tap no hold writes it.
                if report.outcome == .gaveUp { frames.exposure.wanted = frames.exposure.setting }
                return
            }
            if report.outcome == .converged { return take(.stable, for: .exposure, &context) }
            take(.searchFailed, for: .exposure, because: reason(for: report, at: limit), &context)
        }
    }

    private mutating func lookForFocus(_ frame: FrameStatistics, _ context: inout some CameraContext) {
        let isHeeded = isHeeded(.focus) && isProven(.focus, by: frame)
        switch frames.focus.look(frame, isHeeded: isHeeded) {
        case nil, .wait?:
            break
        case .move(let position)?:
            frames.focus.move(to: position, after: frame)
        case .finished(let report)?:
            frames.writes.focus.stopRepeating()
            frames.focus.end(report)
            if report.outcome == .found {
                context.tell(.searched(report))
            } else {
                putLensBack(report, &context)
            }
            guard isSearchingOnce(.focus) else { return }
            if report.outcome == .found { return take(.stable, for: .focus, &context) }
            take(.searchFailed, for: .focus, because: reason(for: report), &context)
        }
    }
}
