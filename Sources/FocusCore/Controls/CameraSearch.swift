/// What is searched in frames: exposure first, because a picture that is too dark or white has nothing to focus on.
extension CameraController {
    /// As many frames as a lens takes that an automatic has left somewhere: most lag by one to three.
    private static let framesToRest = 3

    /// Begins to search for a component, from where it stands. False: there is nothing to choose from.
    mutating func beginSearch(_ component: Component, _ context: inout StepContext) -> Bool {
        switch component {
        case .focus: beginFocusSearch()
        case .exposure: beginExposureSearch()
        }
    }

    /// A frame was measured.
    mutating func look(at frame: FrameStatistics, _ context: inout StepContext) -> Event? {
        guard frames.inUse != nil, frame.request == frames.request, !hasPendingTap else { return nil }
        let frame = asCommanded(frame)
        if frames.focus != nil, frames.framesToRest > 0, frame.lens == frames.lens, frames.wantedLens == nil {
            frames.framesToRest -= 1
        }
        if frames.exposure != nil {
            lookForExposure(frame, &context)
        } else if frames.focus != nil {
            if frames.framesToRest == 0 { lookForFocus(frame, &context) }
        } else if case .continuous = frames.use, frames.isWatching, frames.watch.look(frame) {
            frames.isWatching = false
            frames.shallSearch = true
        }
        if case .continuous = frames.use, !frames.isSearching, !frames.shallSearch, !frames.isWatching {
            frames.isWatching = true
            frames.watch.begin(at: frames.lens, found: frames.foundSharpness)
        }
        return proceed(&context)
    }

    /// A driver may round what it is told, and then tells the rounded value with each frame: it stands for what was wanted.
    private func asCommanded(_ frame: FrameStatistics) -> FrameStatistics {
        var frame = frame
        if frames.wantedLens == nil, let lens = frames.lens, frame.lens == ledger[.focusAbsolute]?.integer {
            frame.lens = lens
        }
        if frames.wantedExposure == nil, let time = frames.exposed?.time,
            frame.exposure == ledger[.exposureAbsolute]?.integer
        {
            frame.exposure = time
        }
        return frame
    }

    /// Whether a tap waits for this component's search.
    func isSearchingOnce(_ component: Component) -> Bool {
        trackers[component].isAdjusting && trackers[component].level == .software
    }

    /// The component's search is over without success: the lens goes back to where it was, the exposure stays.
    mutating func giveUpSearch(_ component: Component) {
        switch component {
        case .focus:
            if let report = frames.focus?.giveUp() { frames.lens = report.position }
            frames.focus = nil
            frames.wantedLens = nil
        case .exposure:
            frames.exposure = nil
            frames.wantedExposure = nil
        }
    }

    /// The camera has refused what a search wanted.
    mutating func searchRefused(_ component: Component, _ context: inout StepContext) {
        giveUpSearch(component)
        if isSearchingOnce(component) { take(.searchFailed, for: component, &context) }
    }

    /// What software exposes with, within what the camera and the frame rate allow.
    func exposureRange(_ settings: ExposureSettings) -> ExposureRange? {
        guard let time = capabilities.control(.exposureAbsolute),
            let times = ControlSteps(least: time.minimum, most: time.maximum, step: time.step)
        else { return nil }
        let gain = capabilities.canWrite(.gain) ? capabilities.control(.gain) : nil
        let gains = gain.flatMap { ControlSteps(least: $0.minimum, most: $0.maximum, step: $0.step) }
        let mains = capabilities.control(.powerLineFrequency)?.value?.integer
        return ExposureRange(
            times: times, gains: gains, interval: frames.interval,
            mains: settings.mains.frequency(camera: mains.flatMap(MainsFrequency.init(powerLineFrequency:))),
            longestShare: settings.longestShare)
    }

    private mutating func beginFocusSearch() -> Bool {
        guard let lens = capabilities.control(.focusAbsolute),
            let range = LensRange(minimum: lens.minimum, maximum: lens.maximum, step: lens.step)
        else { return false }
        var settings = configuration.autofocus
        if let delay = capabilities.quirks.lensDelay { settings.lensDelay = Int(delay) }
        let position = standing.focus ?? frames.lens ?? lens.value?.integer ?? lens.defaultValue
        let start = range.nearest(to: position)
        frames.focus = FocusDriver(range: range, start: start, settings: settings, learned: frames.lensDelay)
        frames.lens = start
        // Also where it seems to be there already: many cameras tell the last manual position while the automatic has the
        // lens elsewhere. It must have come to rest before anything is measured.
        frames.wantedLens = start
        frames.framesToRest = capabilities.canWrite(.focusAuto) ? Self.framesToRest : 0
        return true
    }

    private mutating func beginExposureSearch() -> Bool {
        var settings = configuration.autoexposure
        settings.compensation = compensation
        if let delay = capabilities.quirks.exposureDelay { settings.longestDelay = Int(delay) }
        guard let time = capabilities.control(.exposureAbsolute), let range = exposureRange(settings) else {
            return false
        }
        let start = ExposureSetting(
            time: standing.exposure ?? frames.exposed?.time ?? time.value?.integer ?? time.defaultValue,
            gain: standing.gain ?? frames.exposed?.gain ?? capabilities.control(.gain)?.value?.integer)
        let search = ExposureControl(range: range, settings: settings, start: start, learnedDelay: frames.exposureDelay)
        frames.exposed = search.setting
        frames.wantedExposure = search.setting
        frames.exposure = search
        return true
    }

    private mutating func lookForExposure(_ frame: FrameStatistics, _ context: inout StepContext) {
        switch frames.exposure?.look(frame) {
        case nil, .wait?:
            break
        case .set(let time, let gain)?:
            let setting = ExposureSetting(time: time, gain: gain)
            frames.exposed = ExposureSetting(time: time, gain: gain ?? frames.exposed?.gain)
            frames.wantedExposure = setting
        case .finished(let report)?:
            frames.exposureDelay = frames.exposure?.learnedDelay
            frames.exposure = nil
            context.effects.append(.exposed(report))
            guard isSearchingOnce(.exposure) else { return }
            take(report.outcome == .converged ? .stable : .searchFailed, for: .exposure, &context)
        }
    }

    private mutating func lookForFocus(_ frame: FrameStatistics, _ context: inout StepContext) {
        switch frames.focus?.look(frame) {
        case nil, .wait?:
            break
        case .move(let position)?:
            frames.lens = position
            frames.wantedLens = position
        case .finished(let report)?:
            frames.lensDelay = frames.focus?.learnedDelay
            frames.focus = nil
            frames.lens = report.position
            frames.foundSharpness = report.outcome == .found ? report.sharpness : nil
            context.effects.append(.searched(report))
            guard isSearchingOnce(.focus) else { return }
            take(report.outcome == .found ? .stable : .searchFailed, for: .focus, &context)
        }
    }
}
