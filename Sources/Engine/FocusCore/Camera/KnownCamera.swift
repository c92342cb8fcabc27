/// A camera as far as it is known, and what is wanted of it: every plan and every search is made from these values.
struct KnownCamera: Equatable, Sendable, Snapshotable {
    var settings: CameraSettings
    /// The camera's abilities, without the controls that have turned out to be useless, and the program that holds its stream.
    var ability: LearnedCapabilities
    /// Its controls: their values now, before the first write, and when they were last read before a search.
    var values: KnownValues
    /// The exposure compensation that is wanted, and the one that an automatic exposes with.
    var compensation: Compensation
    /// The part of the sensor that its picture shows.
    var zoom: Zoom
    /// True while somebody keeps what is held.
    var isKept = false
    /// True while a light is on that somebody has switched.
    private(set) var isLit = false
    /// The time at which it was switched, or the held lens was moved for a photo; nil: neither was.
    private var disturbed: Instant?
    /// True while the privacy shutter is closed; nil: the camera tells of none.
    private(set) var isShutterClosed: Bool?

    init(_ description: CameraDescription, _ settings: CameraSettings, compensation: Double) {
        ability = LearnedCapabilities(description)
        zoom = Zoom(ability.capabilities)
        isShutterClosed = (ability.capabilities.control(.privacy)?.value?.integer).map { $0 != 0 }
        self.settings = settings
        self.compensation = Compensation(wanted: compensation)
        values = KnownValues(ability.capabilities, remembered: description.remembered)
    }

    @inline(__always)
    var capabilities: CameraCapabilities { ability.capabilities }

    /// The pause that it needs between two writes; zero: none.
    @inline(__always)
    var writePause: TimeSpan { ability.capabilities.quirks.usableWritePause }

    /// The settings of exposure searches, with the compensation that is wanted.
    @inline(__always)
    var compensatedExposure: ExposureSettings {
        let wanted = compensation.wanted
        return settings.autoexposure.with { $0.compensation = wanted }
    }

    var planBuilder: PlanBuilder {
        PlanBuilder(
            capabilities: capabilities, ledger: values.ledger, originals: values.originals, regions: settings.regions,
            compensation: compensation.wanted, standing: values.standing,
            metersWholePicture: settings.autoexposure.usedPlaceWeight < 1, zoomFactor: zoom.usedFactor,
            holdsWhiteBalance: settings.whiteBalance == .hold || settings.whiteBalance == .lock && isKept)
    }

    /// The demand that carries out a step; nil when all of its settings are in effect.
    /// - Parameter hasNews: true when another program has changed a control since the values were last read.
    func demand(for step: PlanStep, hasNews: Bool) -> Demand? {
        var builder = planBuilder
        builder.isModeUncertain =
            hasNews || capabilities.quirks.cannotBeReadBack || !capabilities.canRead(.exposureAuto)
        return builder.demand(for: step)
    }

    /// Adds the bias of the automatic exposure to a plan, and notes its compensation: the plan is carried out next.
    /// - Returns: false when the camera has none.
    mutating func appendBias(to plan: inout ControlPlan) -> Bool {
        let builder = planBuilder
        guard builder.appendBias(to: &plan) else { return false }
        compensation.biasIsTold(builder.biasStops)
        return true
    }

    /// The driver reports the zoom.
    /// - Returns: false when it is as it was.
    mutating func zoomed(to value: Int64, at time: Instant) -> Bool {
        guard zoom.change(to: value, at: time) else { return false }
        values.isTold(value, of: .zoomAbsolute)
        return true
    }

    /// True when a frame cannot tell another scene from what has been done to the camera.
    @inline(__always)
    func hidesScene(in frame: FrameStatistics) -> Bool {
        isShutterClosed == true || zoom.hidesScene(in: frame) || isNewlyDisturbed(in: frame)
    }

    /// The time after a light was switched, or the held lens was moved, in which frames do not tell another scene from it.
    private static let disturbance = TimeSpan.milliseconds(2000)

    private func isNewlyDisturbed(in frame: FrameStatistics) -> Bool {
        disturbed.map { frame.captured < $0.advanced(by: Self.disturbance) } ?? false
    }

    /// The held lens is moved beside its position, or back.
    mutating func lensIsMoved(at time: Instant) { disturbed = time }

    /// A light was switched.
    /// - Returns: false when it is as it was.
    mutating func lightIs(on isOn: Bool, at time: Instant) -> Bool {
        guard isOn != isLit else { return false }
        isLit = isOn
        disturbed = time
        return true
    }

    /// The privacy shutter was read, or the driver reports it.
    /// - Returns: false when it is as it was, or the camera tells of none.
    @discardableResult
    mutating func shutterIs(closed isClosed: Bool, _ context: inout StepContext) -> Bool {
        guard let before = isShutterClosed, before != isClosed else { return false }
        isShutterClosed = isClosed
        context.tell(.shutter(isClosed: isClosed))
        return true
    }

    /// Tells what it can do, and how it is, when it has arrived.
    /// - Parameter isLit: true while a light is on that somebody has switched.
    mutating func tellArrival(isLit: Bool, _ context: inout StepContext) {
        capabilities.faults.forEach { context.tell(.fault($0)) }
        context.tell(.levels(capabilities.levels))
        tellZoom(showing: nil, &context)
        if isShutterClosed == true { context.tell(.shutter(isClosed: true)) }
        self.isLit = isLit
        if isLit { context.tell(.relit(LightReport(isOn: true, exposure: nil))) }
    }

    /// The camera has answered a call, no matter which part has made it.
    mutating func answered(_ call: ControlCall, _ result: ControlResult) {
        ability.note(call, result)
        if let settings = call.settings { values.wrote(settings, result) }
    }
}
