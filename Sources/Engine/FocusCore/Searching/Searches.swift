/// The searches of one camera in its frames: what they want next, what the camera has made of it, and when it needs other ones. Exposure
/// comes first, because a picture that is too dark or too bright has nothing to focus on; the frames that confirm it count for focus, too.
/// The driver marks each frame with the lens position and the exposure that were set when it was captured: the frame's mark.
struct Searches: Equatable, Sendable, Snapshotable {
    private(set) var focus = FocusRun()
    private(set) var exposure = ExposureRun()
    private(set) var writes = PerComponent(focus: SearchWrites(), exposure: SearchWrites())
    var due: DueSearches
    /// The metered brightness of the latest frame of the present searches; nil: none has come.
    private var latestBrightness: Double?

    init(_ settings: FocusSearchSettings) {
        due = DueSearches(settings)
    }

    /// True when the search of focus fails because it is dark there: the exposure is not searched any more, and was searched before.
    func isDark(_ settings: ExposureSettings) -> Bool { !exposure.isSearching && settings.isDark(latestBrightness) }

    /// Begins a search for focus, at the present position if no search has set it; nil: unknown.
    /// - Returns: false when the lens has no two positions.
    mutating func beginFocus(_ camera: CameraCapabilities, at lens: Int64?, _ settings: FocusSearchSettings) -> Bool {
        writes.focus.searchBegins()
        // The position that a search has set is more reliable than the camera's. It is nil when an automatic may have moved the lens.
        guard
            let next = camera.focusSearch(
                at: focus.position ?? lens, settings, learned: focus.delay, experience: focus.experience,
                isOnItsWay: focus.isUnfinished)
        else { return false }
        focus.begin(next.search, at: next.start)
        writes.focus.framesToRest = next.rest
        return true
    }

    /// Begins a search for the exposure, at the time and gain that were read before it, where they were.
    /// - Returns: false when the camera has no time to set.
    mutating func beginExposure(
        _ camera: CameraCapabilities, at standing: (time: Int64?, gain: Int64?), _ settings: ExposureSettings,
        interval: TimeSpan, time: Instant
    ) -> Bool {
        writes.exposure.searchBegins()
        let now = (time: standing.time ?? exposure.setting?.time, gain: standing.gain ?? exposure.setting?.gain)
        guard
            let next = camera.exposureSearch(
                at: now, settings, interval: interval, learned: exposure.delay, isOnItsWay: exposure.isOnItsWay)
        else { return false }
        writes.exposure.framesToRest = next.rest
        var search = next.search
        search.known.gainScale = exposure.gainScale
        exposure.begin(search, at: time)
        return true
    }

    /// A stream has begun.
    /// - Parameter isMeasuredOtherwise: true when its sharpness cannot be compared with what was found.
    mutating func streamBegan(isMeasuredOtherwise: Bool) {
        if isMeasuredOtherwise { focus.measureChanged() }
        due.streamBegan()
    }

    /// Frames are needed for another use: the sharpness of another region cannot be compared.
    mutating func useChanged() { focus.useChanged() }

    /// The zoom shows another part of the sensor: what was measured of another picture cannot be compared.
    mutating func pictureChanged() {
        focus.pictureChanged()
        due.streamBegan()
    }

    /// The camera's automatic moves the lens now.
    mutating func lensIsAutomatic() { focus.forgetPosition() }

    /// The camera's automatic exposes now, with this compensation.
    mutating func exposureIsAutomatic(with compensation: Double) { exposure.found(with: compensation) }

    /// A stream has reset the camera's controls: the results of searches are written again, for components without an automatic. A
    /// search that is due begins with a write of its own.
    mutating func wantResultsAgain(_ camera: CameraCapabilities) {
        if camera.needsEngine(.focus), !due.components.contains(.focus) {
            focus.wanted = focus.wanted ?? focus.position
        }
        if camera.needsEngine(.exposure), !due.components.contains(.exposure) {
            exposure.wanted = exposure.wanted ?? exposure.setting
        }
    }

    /// Looks at a measured frame.
    /// - Returns: the ends of searches, in their order. The first one is of an exposure that has taken too long, without a tap that
    ///   waits for it: focus waits for its end, and the camera may never answer. A tap has its deadline.
    mutating func look(at measured: FrameStatistics, _ now: FrameCircumstances) -> InlineList<2, SearchEnd> {
        var ends = InlineList<2, SearchEnd>()
        let frame = now.asCommanded(
            measured, lens: focus.wanted == nil ? focus.position : nil,
            time: exposure.wanted == nil ? exposure.setting?.time : nil)
        if isSearching { latestBrightness = now.exposure.brightness(of: frame) }
        if !now.awaited.contains(.exposure), exposure.isLate(at: now.time, after: now.longestSearch),
            let late = giveUp(.exposure, now.exposure)
        {
            ends.append(late)
        }
        let rests = PerComponent(focus: rests(.focus, frame, now), exposure: rests(.exposure, frame, now))
        if !isSearching, now.isContinuous { due.look(at: frame) }
        if exposure.isSearching, rests.exposure, !now.isStale(frame, .exposure, after: writes.exposure),
            let end = lookForExposure(frame, now)
        {
            ends.append(end)
        }
        if focus.isSearching, exposure.isSteady, rests.focus, !now.isStale(frame, .focus, after: writes.focus),
            let end = lookForFocus(frame, now)
        {
            ends.append(end)
        }
        if now.isContinuous, !isSearching {
            // If an automatic focuses, the engine does not compare the sharpness with that of an earlier search.
            due.beginWatch(found: now.replacesAutofocus ? focus.foundSharpness : nil)
        }
        return ends
    }

    /// True when a frame can show where the search began. Only frames count that were captured after the camera's answer: the mark of an
    /// earlier one may be from another search, and an automatic may have changed the value since. Each such frame is counted.
    private mutating func rests(_ component: Component, _ frame: FrameStatistics, _ now: FrameCircumstances) -> Bool {
        guard writes[component].framesToRest > 0 else { return true }
        if isHeeded(component, now), let answered = writes[component].answered, frame.captured >= answered {
            writes[component].framesToRest -= 1
        }
        return false
    }

    /// True when a frame may count for the latest write: it was read back, or the frame shows it. Otherwise it is read back soon.
    private mutating func isProven(
        _ component: Component, by frame: FrameStatistics, _ now: FrameCircumstances
    ) -> Bool {
        // On a quick camera each step has been read back.
        guard !writes[component].isProven || !writes[component].isQuick(now.interval) else { return true }
        switch component == .focus ? focus.evidence(of: frame) : exposure.evidence(of: frame) {
        case .notNeeded: return true
        case .needed(let isShown, let isLast):
            // The hold of a tap reads the lens position back itself. Of an exposure, a frame may show the time and not the gain.
            let isKept = isLast && !(component == .focus && now.awaited.contains(.focus))
            return !writes[component].mustBeRead(isShown: isShown, isLast: isKept)
        }
    }

    private mutating func lookForExposure(_ frame: FrameStatistics, _ now: FrameCircumstances) -> SearchEnd? {
        let isHeeded = isHeeded(.exposure, now) && isProven(.exposure, by: frame, now)
        let before = exposure.setting
        let end = exposure.look(
            frame, isHeeded: isHeeded, with: now.exposure.compensation, isAwaited: now.awaited.contains(.exposure))
        if end != nil {
            writes.exposure.stopRepeating()
        } else if exposure.setting != before {
            // Frames of another exposure cannot be compared with those that focus has counted already.
            focus.exposureChanges()
        }
        return end
    }

    private mutating func lookForFocus(_ frame: FrameStatistics, _ now: FrameCircumstances) -> SearchEnd? {
        let isHeeded = isHeeded(.focus, now) && isProven(.focus, by: frame, now)
        guard let report = focus.look(frame, isHeeded: isHeeded) else { return nil }
        writes.focus.stopRepeating()
        return .focus(report, report.outcome == .found ? nil : reason(of: report, now.exposure))
    }

    /// The reason why a search for focus has found nothing.
    private func reason(of report: FocusSearchReport, _ settings: ExposureSettings) -> FailureReason {
        FailureReason(report, isDark: settings.isDark(latestBrightness), isUnreliable: writes.focus.isUnreliable)
    }
}

/// Searches that end before they have finished.
extension Searches {
    /// Ends the component's search without success: the lens goes back to where it was, the exposure to the best setting that was tried.
    /// - Returns: its end; nil: there was no search.
    mutating func giveUp(_ component: Component, _ settings: ExposureSettings) -> SearchEnd? {
        writes[component].stopRepeating()
        switch component {
        case .focus: return focus.giveUp().map { .focus($0, reason(of: $0, settings)) }
        case .exposure: return exposure.giveUp().map { .exposure($0, FailureReason($0, at: nil)) }
        }
    }

    /// The camera has refused the exposure of a search, and keeps the time that was written before; nil: unknown.
    mutating func exposureRefused(keeping told: Int64?) { exposure.refused(keeping: told) }

    /// Drops a search without moving the lens: another automatic sets it now.
    mutating func abandon(_ component: Component) {
        switch component {
        case .focus: focus.abandon()
        case .exposure: exposure.abandon()
        }
        writes[component].stopRepeating()
    }

    /// The light was switched. Frames take as long to show it as to show another exposure.
    mutating func lightChanged() { exposure.isShownLater() }

    /// The exposure is again what an earlier search has found.
    mutating func putExposureBack(_ run: ExposureRun) {
        abandon(.exposure)
        exposure = run
        exposure.isShownLater()
    }

    /// Drops all searches. The lens stays where the last write has sent it.
    mutating func abandonAll() {
        abandon(.focus)
        abandon(.exposure)
        due.abandon()
        latestBrightness = nil
    }
}

/// What searches write, and how it is read back (`SearchWrites`).
extension Searches {
    /// The next write of a search; nil: none wants one. It counts as made.
    mutating func nextWrite(at time: Instant) -> (component: Component, settings: ControlSettings)? {
        if let settings = focus.nextWrite() {
            writes.focus.willWrite(at: time)
            return (.focus, settings)
        }
        guard let settings = exposure.nextWrite() else { return nil }
        writes.exposure.willWrite(at: time)
        return (.exposure, settings)
    }

    /// The camera has accepted a write.
    /// - Returns: the controls to read back now, or nil if the write is not read back.
    mutating func wasAnswered(
        _ component: Component, _ settings: ControlSettings, _ camera: CameraCapabilities,
        interval: TimeSpan, at time: Instant
    ) -> ControlIDs? {
        writes[component].wasAnswered(at: time)
        let canBeRead = !camera.quirks.cannotBeReadBack && !camera.readable(settings).isEmpty
        let isSearching = component == .focus ? focus.isSearching : exposure.isSearching
        let isReadAtOnce = writes[component].mustBeReadAtOnce(
            settings, canBeRead: canBeRead, isSuperseded: isWishing(component), isSearching: isSearching,
            interval: interval)
        return isReadAtOnce ? nextReadBack(component, camera) : nil
    }

    /// The latest write is read back now.
    /// - Returns: the controls to read; nil: none can be read.
    mutating func nextReadBack(_ component: Component, _ camera: CameraCapabilities) -> ControlIDs? {
        writes[component].isBeingRead()
        let ids = camera.readable(writes[component].latest)
        // The camera may have lost the control since the write.
        guard ids.isEmpty else { return ids }
        writes[component].cannotBeRead()
        return nil
    }

    mutating func cannotBeRead(_ component: Component) { writes[component].cannotBeRead() }

    /// The latest write was read back, with another value or (nil) as written. An ignored one is written again, unless the search wants
    /// another, or the component has a hold, with a read-back of its own.
    mutating func wasReadBack(_ component: Component, as other: Int64?, hasHold: Bool) {
        guard let other else { return writes[component].wasHeeded() }
        if !hasHold, writes[component].wasIgnored() { writeAgain(component, insteadOf: other) }
    }

    private mutating func writeAgain(_ component: Component, insteadOf value: Int64) {
        guard !isWishing(component) else { return }
        switch component {
        case .focus:
            guard let lens = writes.focus.value(.focusAbsolute) else { return }
            focus.writeAgain(lens, from: value)
        case .exposure:
            guard let time = writes.exposure.value(.exposureAbsolute) else { return }
            exposure.writeAgain(ExposureSetting(time: time, gain: writes.exposure.value(.gain)))
        }
        writes[component].willRepeat()
    }
}
