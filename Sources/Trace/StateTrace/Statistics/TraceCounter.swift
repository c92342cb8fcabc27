import FocusCore

/// Counts what the events of a trace tell. It keeps a fixed amount of memory for a trace of any length.
public struct TraceCounter: Sendable {
    /// The numbers so far.
    public private(set) var statistics = TraceStatistics()
    private var session = Progress()
    /// The session before, while only the header of the present one has been read.
    private var before: Progress?

    /// The session that is being counted, as far as it has been read.
    private struct Progress: Sendable {
        var id: String?
        /// The number of its inputs so far, also of those in other files.
        var inputs: UInt64 = 0
        var time: Instant?
        /// The state's name in the chart.
        var state: String?
        /// The time of the latest accepted tap that has not been reported as settled.
        var tapTime: Instant?
        var camera: TraceCamera?
        var calls = RecordedCalls()
    }

    public init() {}

    /// Begins the numbers of another file. If the session before goes on in it, it does so here: it is counted once.
    public mutating func beginFile() {
        statistics = TraceStatistics()
        before = nil
    }

    public mutating func count(_ event: TraceEvent) {
        switch event {
        case .session(let header, _):
            statistics.sessions += 1
            before = session
            session = Progress()
            session.id = header.id
            session.calls = RecordedCalls(version: header.version)
            session.camera = header.camera.map { TraceCamera(name: Self.limited($0)) }
        case .input(let input, let camera, _):
            before = nil
            count(input, camera)
        case .effects(let effects, _): effects.forEach { count($0) }
        case .snapshot(let snapshot, let isBeginning, _): if isBeginning { resume(snapshot) }
        case .remark, .mark, .end: break
        }
    }

    /// A session that begins in the middle: in the next file of a ring, or where a part of it was not recorded.
    private mutating func resume(_ snapshot: TraceSnapshot) {
        let known = before ?? session
        let isSame = known.id != nil && known.id == snapshot.session.id
        if before == nil {
            if !isSame { statistics.sessions += 1 }
        } else if isSame {
            // Its header was counted as another session.
            statistics.sessions -= 1
        }
        let camera = before == nil && !isSame ? nil : session.camera
        before = nil
        if isSame, known.inputs == snapshot.inputs {
            session = known
            return
        }
        session = Progress()
        session.id = snapshot.session.id
        session.inputs = snapshot.inputs
        session.time = snapshot.time
        session.state = snapshot.state.flatMap { TraceStatistics.states.contains($0) ? $0 : nil }
        session.calls = RecordedCalls(version: snapshot.session.version)
        session.camera = snapshot.camera.map(Self.limited) ?? camera
    }

    private mutating func count(_ input: Input, _ camera: TraceCamera?) {
        statistics.inputs += 1
        session.inputs += 1
        if let last = session.time, last < input.time {
            let passed = input.time.since(last)
            statistics.time = statistics.time.adding(passed)
            if let state = session.state {
                statistics.stateTimes[state] = (statistics.stateTimes[state] ?? .zero).adding(passed)
            }
        }
        session.time = input.time
        switch input.event {
        case .cameraArrived: if let camera { session.camera = Self.limited(camera) }
        case .cameraAnswered(let result) where result.errno != 0:
            if session.calls.request(of: result.call) == .frames {
                statistics.troubles.frameErrors.add(result.errno)
            } else {
                statistics.troubles.controlErrors.add(result.errno)
            }
        case .frames(.unavailable(_, let errno)), .frames(.lost(_, let errno)):
            statistics.troubles.frameErrors.add(errno)
        case .controlsChanged: statistics.troubles.interventions.add("controlsChanged")
        case .zoomChanged: statistics.troubles.interventions.add("zoomChanged")
        default: break
        }
    }

    private mutating func count(_ effect: Effect) {
        session.calls.remember(effect)
        switch effect {
        case .state(let report): count(report)
        case .settled(let report): count(report)
        case .searched(let report): statistics.focusSearches.add(report.outcome.name, frames: report.frames)
        case .exposed(let report): statistics.exposureSearches.add(report.outcome.name, frames: report.frames)
        case .tapIgnored(let reason, _): statistics.ignoredTaps.add(reason.name.description)
        case .tapRefused(let reason, _): statistics.refusedTaps.add(reason.name.description)
        case .fault(let fault):
            statistics.troubles.faults.add(fault.name.description)
            if fault.isIntervention { statistics.troubles.interventions.add(fault.name.description) }
        case .kept(let keeper?, _): statistics.troubles.circumstances.add("locked by \(keeper.name)")
        case .relit(let report):
            guard let outcome = report.exposure else { break }
            let light = report.isOn || outcome == .restored ? "light" : "dark"
            statistics.troubles.circumstances.add("\(light) \(outcome.name)")
        case .shutter(true): statistics.troubles.circumstances.add("shutter closed")
        case .zoomed(let report): if !report.isRamping { statistics.troubles.circumstances.add("zoomed") }
        case .arm, .disarm, .call, .requestFrames, .releaseFrames, .levels, .compensationTakenBack,
            .kept, .shutter, .cameraReleased, .motionSensor, .stopped:
            break
        }
    }

    private mutating func count(_ report: StateReport) {
        let continuous = FocusState.continuousAuto.name.description
        if let state = session.state, state != continuous, report.state == .continuousAuto {
            let unlock = TraceStatistics.Unlock(
                rule: report.rule.name.description, moved: report.moved?.name.description)
            statistics.unlocks.add(unlock)
        }
        session.state = report.state.name.description
        guard report.rule == .tapped else { return }
        statistics.acceptedTaps += 1
        session.tapTime = session.time
    }

    private mutating func count(_ report: SettledReport) {
        guard let tapTime = session.tapTime, let time = session.time else { return }
        session.tapTime = nil
        var times = DurationHistogram()
        times.add(time.since(tapTime))
        statistics.addSettleTimes(
            times,
            of: TraceStatistics.SettleGroup(
                camera: session.camera?.name, usb: session.camera?.usbID,
                focusLevel: report.focusLevel.name.description, exposureLevel: report.exposureLevel.name.description))
    }

    private static func limited(_ camera: TraceCamera) -> TraceCamera {
        TraceCamera(name: limited(camera.name), usbID: camera.usbID.map(limited))
    }

    /// No camera has a name as long as this (V4L2 has room for 32 bytes); a hostile file may.
    private static func limited(_ name: String) -> String { String(name.prefix(80)) }
}

extension Fault {
    /// True if the fault is a sign that another program used the camera.
    var isIntervention: Bool {
        switch self {
        case .automaticReturns, .holdBroken, .framesWithdrawn: true
        // EBUSY: another program streams.
        case .framesRefused(let errno): errno == 16
        default: false
        }
    }
}
