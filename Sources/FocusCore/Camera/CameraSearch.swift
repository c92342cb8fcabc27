/// What is searched in frames: exposure first, because a picture that is too dark or white has nothing to focus on.
extension CameraController {
    /// Begins to search for a component, from where it stands. False: there is nothing to choose from.
    mutating func beginSearch(_ component: Component, _ context: inout some CameraContext) -> Bool {
        switch component {
        case .focus: beginFocusSearch()
        case .exposure: beginExposureSearch()
        }
    }

    /// A frame was measured.
    mutating func look(at frame: FrameStatistics, _ context: inout some CameraContext) -> Event? {
        guard frames.stream.isCurrent(frame) else { return nil }
        frames.stream.frameArrived()
        guard !hasPendingTap else { return nil }
        let frame = asCommanded(frame)
        if frames.stream.isHealthy(at: context.time) { frames.failures.streamIsHealthy() }
        let rests = PerComponent(focus: rests(.focus, frame), exposure: rests(.exposure, frame))
        if frames.exposure.isSearching {
            if rests.exposure, !isStale(frame, .exposure, at: context.time) { lookForExposure(frame, &context) }
        } else if frames.focus.isSearching {
            if rests.focus, !isStale(frame, .focus, at: context.time) { lookForFocus(frame, &context) }
        } else if case .continuous = frames.use, frames.isWatching, frames.watch.look(frame) {
            frames.isWatching = false
            frames.dueSearches = .all
        }
        if case .continuous = frames.use, !frames.isSearching, frames.dueSearches.isEmpty, !frames.isWatching {
            frames.isWatching = true
            // Where an automatic focuses, a picture less sharp than a search has found is its own affair.
            frames.watch.begin(at: nil, found: capabilities.needsEngine(.focus) ? frames.focus.foundSharpness : nil)
        }
        return proceed(&context)
    }

    /// Whether a frame can show the lens or the exposure that the search began with, which may be another than before. Only
    /// frames count that were captured after the camera's answer: what they are marked with may be from an earlier search,
    /// and an automatic may have been at work since.
    private mutating func rests(_ component: Component, _ frame: FrameStatistics) -> Bool {
        guard frames.writes[component].framesToRest > 0 else { return true }
        if isHeeded(component), let answered = frames.writes[component].answered, frame.captured >= answered {
            frames.writes[component].framesToRest -= 1
        }
        return false
    }

    /// A driver may round what it is told, and then tells the rounded value with each frame: it stands for what was wanted,
    /// once that has been answered.
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

    /// Whether a tap waits for this component's search.
    func isSearchingOnce(_ component: Component) -> Bool {
        settling[component].isAdjusting && settling[component].level == .software
    }

    /// The component's search is over without success: the lens goes back to where it was, the exposure to the best that
    /// was tried.
    mutating func giveUpSearch(_ component: Component, _ context: inout some CameraContext) {
        frames.writes[component].stopRepeating()
        switch component {
        case .focus:
            if let report = frames.focus.giveUp() { putLensBack(report, &context) }
        case .exposure:
            if let report = frames.exposure.giveUp() { context.tell(.exposed(report)) }
        }
    }

    /// Nothing was found: the lens shall be where it was before this search, and before those that were not finished.
    private mutating func putLensBack(_ report: FocusSearchReport, _ context: inout some CameraContext) {
        var report = report
        report.position = frames.focus.putBack(to: report.position)
        context.tell(.searched(report))
    }

    /// The camera has refused what a search wanted. What it refused must not be held: it holds what it had before.
    mutating func searchRefused(_ component: Component, _ context: inout some CameraContext) {
        giveUpSearch(component, &context)
        if component == .exposure {
            frames.exposure.refused(keeping: known.ledger[.exposureAbsolute]?.integer ?? known.standing.exposure)
        }
        if isSearchingOnce(component) { take(.searchFailed, for: component, &context) }
    }

    /// The times and gains to expose with, within what the camera and the frame rate allow.
    /// - Parameter interval: the time between two frames that no exposure may pass; zero where it does not matter.
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
            // What somebody knows takes the place of learning.
            learned = LensDelay(frames: usable(Int(delay)), distance: .max)
            settings.lensDelay = Int(delay)
        }
        // Where a search has put it is known better than what the camera tells, unless an automatic has moved it since.
        let told = known.ledger[.focusAbsolute]?.integer ?? known.standing.focus ?? lens.value?.integer
        let position = frames.focus.position ?? told ?? lens.defaultValue
        let start = range.nearest(to: position)
        let search = FocusDriver(range: range, start: start, settings: settings, learned: learned)
        frames.focus.begin(search, at: start)
        // The lens must have come to rest before anything is measured.
        let delay = learned?.frames ?? usable(settings.lensDelay)
        frames.writes.focus.framesToRest = capabilities.canWrite(.focusAuto) ? delay : 0
        return true
    }

    /// A delay in frames, as far as it is of use: what a search has its time for.
    private func usable(_ delay: Int) -> Int { delay.clamped(to: 0...30) }

    private mutating func beginExposureSearch() -> Bool {
        var settings = self.settings.autoexposure
        settings.compensation = compensation.wanted
        guard let time = capabilities.control(.exposureAbsolute),
            let range = exposureRange(settings, interval: frames.stream.interval)
        else {
            return false
        }
        let standingTime =
            known.standing.exposure ?? frames.exposure.setting?.time ?? time.value?.integer ?? time.defaultValue
        let start = ExposureSetting(
            // Where an automatic has left it, lamps may flicker; from here on they do not.
            time: range.nearestTime(to: Double(standingTime)),
            gain: gainToBeginWith)
        let search = ExposureControl(
            range: range, settings: settings, start: start, learnedDelay: frames.exposure.delay,
            givenDelay: capabilities.quirks.exposureDelay.map { usable(Int($0)) })
        let changes = capabilities.canWrite(.exposureAuto) || start.time != standingTime
        frames.writes.exposure.framesToRest = changes ? search.learnedDelay ?? usable(settings.longestDelay) : 0
        frames.exposure.begin(search)
        return true
    }

    private var gainToBeginWith: Int64? {
        guard let control = capabilities.control(.gain) else { return nil }
        return (known.standing.gain ?? frames.exposure.setting?.gain ?? control.value?.integer).map(control.nearest)
    }

    private mutating func lookForExposure(_ frame: FrameStatistics, _ context: inout some CameraContext) {
        let isHeeded = isHeeded(.exposure)
        switch frames.exposure.look(frame, isHeeded: isHeeded) {
        case nil, .wait?:
            break
        case .set(let time, let gain)?:
            frames.exposure.set(ExposureSetting(time: time, gain: gain), with: compensation.wanted)
        case .finished(let report)?:
            frames.exposure.end(report, with: compensation.wanted)
            context.tell(.exposed(report))
            guard isSearchingOnce(.exposure) else {
                // What it ends with need not be what was set last, and here no hold writes it.
                if report.outcome == .gaveUp { frames.exposure.wanted = frames.exposure.setting }
                return
            }
            take(report.outcome == .converged ? .stable : .searchFailed, for: .exposure, &context)
        }
    }

    private mutating func lookForFocus(_ frame: FrameStatistics, _ context: inout some CameraContext) {
        let isHeeded = isHeeded(.focus)
        switch frames.focus.look(frame, isHeeded: isHeeded) {
        case nil, .wait?:
            break
        case .move(let position)?:
            frames.focus.move(to: position)
        case .finished(let report)?:
            frames.focus.end(report)
            if report.outcome == .found {
                context.tell(.searched(report))
            } else {
                putLensBack(report, &context)
            }
            guard isSearchingOnce(.focus) else { return }
            take(report.outcome == .found ? .stable : .searchFailed, for: .focus, &context)
        }
    }
}
