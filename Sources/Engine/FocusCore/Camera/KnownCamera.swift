/// A camera as far as it is known, and what is wanted of it: every plan and every search is made from these values.
struct KnownCamera: Equatable, Sendable, Snapshotable {
    var settings: CameraSettings
    /// The camera's abilities, without the controls that have turned out to be useless, and the program that holds its stream.
    var ability: LearnedCapabilities
    /// Its controls: their values now, before the first write, and when they were last read before a search.
    var values: KnownValues
    /// The exposure compensation that is wanted, and the one that an automatic exposes with.
    var compensation: Compensation

    init(_ description: CameraDescription, _ settings: CameraSettings, compensation: Double) {
        ability = LearnedCapabilities(description)
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
            metersWholePicture: settings.autoexposure.usedPlaceWeight < 1)
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

    /// The camera has answered a call, no matter which part has made it.
    mutating func answered(_ call: ControlCall, _ result: ControlResult) {
        ability.note(call, result)
        if let settings = call.settings { values.wrote(settings, result) }
    }
}
