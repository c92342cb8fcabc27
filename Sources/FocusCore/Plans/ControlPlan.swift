/// The ordered steps that bring a camera to what is wanted. Each step becomes at most one call.
public typealias ControlPlan = InlineList<14, PlanStep>

/// One step of a plan: what shall be in effect, and for whom.
public struct PlanStep: Equatable, Sendable {
    public var action: Action
    /// The components that lose their level when the step is refused.
    public var components: ComponentSet
    /// Whether the refusal of this step changes nothing that matters.
    public var isOptional = false

    public enum Action: Equatable, Sendable {
        /// The region around a point, and which automatics use it: always in one call, so that the camera sees one change.
        case region(PointOfInterest)
        /// A control with an integer.
        case set(ControlID, Int64)
        /// Some bits of the 3A lock on or off, the others as they are.
        case lock(bits: Int64, isOn: Bool)
        /// Manual exposure at the given time and gain, in one call; nil leaves them as the camera has them.
        case manualExposure(Int64?, gain: Int64?)
        /// Frames about a point.
        case frames(PointOfInterest)
        /// Let go of the stream.
        case noFrames
        /// Read where lens, exposure time and gain stand: a search begins there.
        case standing
        /// Manual exposure at the time that was read in `standing`.
        case standingExposure
        /// The values that a control had when the camera was opened.
        case original(ControlID)
        /// The 3A locks that are ours off, so that what they hold can be put back.
        case releasedLocks
        /// In shutter priority: manual for a moment, with the time that the camera had when it was opened.
        case originalTimeByHand
        /// The region of interest that the camera had when it was opened.
        case originalRegion
        /// The exposure that the camera had when it was opened.
        case originalExposure
    }
}

/// Builds plans. It knows the order that drivers accept:
/// the region comes before the automatic that uses it (as with AVFoundation, where setting the point starts nothing);
/// focus auto and focus absolute never travel in one call, because uvcvideo sends them in the wrong order.
struct PlanBuilder {
    let capabilities: CameraCapabilities
    let ledger: ControlLedger
    let originals: Originals
    let regions: RegionSizes
    /// What the picture shall be brighter, in EV.
    var compensation = 0.0
    /// Where things stood when they were last read.
    var standing = Standing()

    /// Continuous focus and exposure about a point, each at its level.
    func continuous(about point: PointOfInterest, _ levels: PerComponent<CameraLevel>) -> ControlPlan {
        let (focus, exposure) = (levels.focus, levels.exposure)
        var plan = ControlPlan()
        // Without the region the automatics still follow the scene: its refusal is no reason to try again.
        appendRegion(point, levels, isOptional: true, to: &plan)
        appendRelease(.focus, level: focus, isLast: true, to: &plan)
        if focus != .none, capabilities.canWrite(.focusAuto) {
            plan.append(PlanStep(action: .set(.focusAuto, 1), components: .focus))
        }
        appendBias(to: &plan)
        appendExposure(level: exposure, point: nil, to: &plan)
        if capabilities.canWrite(.gain), capabilities.automaticExposure != nil, !usesAutogain {
            // An automatic exposes with a gain of its own; what is set by hand may come on top of it.
            plan.append(PlanStep(action: .original(.gain), components: .exposure, isOptional: true))
        }
        return plan
    }

    /// Focus and expose once at a point. A search starts in any case, even where all that it needs is in effect already.
    func once(at point: PointOfInterest, _ levels: PerComponent<CameraLevel>) -> ControlPlan {
        let (focus, exposure) = (levels.focus, levels.exposure)
        var plan = ControlPlan()
        appendFrames(point, levels, to: &plan)
        if focus == .region, isFocusAutoOn, isInEffect(point, levels) {
            plan.append(PlanStep(action: .set(.focusAuto, 0), components: .focus))
        }
        appendRegion(point, levels, to: &plan)
        appendRelease(.focus, level: focus, isLast: false, to: &plan)
        switch focus {
        case .region:
            plan.append(PlanStep(action: .set(.focusAuto, 1), components: .focus))
        case .oneShot:
            appendSearchOnce(to: &plan)
        case .wholeFrame:
            appendRetriggeredFocus(to: &plan)
        case .software:
            appendFocusByHand(to: &plan)
        case .none:
            break
        }
        appendBias(to: &plan)
        appendStanding(levels, to: &plan)
        appendExposure(level: exposure, point: point, to: &plan)
        return plan
    }

    /// Back to a point that was accepted before: the region, and the automatics of what is still searching.
    func goOn(
        at point: PointOfInterest, _ levels: PerComponent<CameraLevel>, searching: PerComponent<Bool>
    ) -> ControlPlan {
        var plan = ControlPlan()
        appendRegion(point, levels, isOptional: true, to: &plan)
        let needsFocusAuto = levels.focus == .region || levels.focus == .wholeFrame
        if searching.focus, needsFocusAuto {
            plan.append(PlanStep(action: .set(.focusAuto, 1), components: .focus))
        }
        if searching.exposure, let automatic = capabilities.automaticExposure {
            plan.append(PlanStep(action: .set(.exposureAuto, automatic), components: .exposure))
            appendAutogain(to: &plan)
        }
        return plan
    }

    /// Hold a component where it is.
    /// - Parameters:
    ///   - position: where it was last read to be, or set; nil where that cannot be relied on, and the camera is left to
    ///     know it better.
    ///   - gain: for exposure, if it was set.
    func hold(_ component: Component, level: CameraLevel, position: Int64?, gain: Int64?) -> ControlPlan {
        switch component {
        case .focus: holdFocus(level: level, position: position)
        case .exposure: holdExposure(level: level, time: position, gain: gain)
        }
    }

    private func holdFocus(level: CameraLevel, position: Int64?) -> ControlPlan {
        var plan = ControlPlan()
        switch level {
        case .region, .wholeFrame:
            plan.append(PlanStep(action: .set(.focusAuto, 0), components: .focus))
            if let position, capabilities.canWrite(.focusAbsolute) {
                // Some cameras jump back to their last manual position when the automatic goes off.
                plan.append(PlanStep(action: .set(.focusAbsolute, position), components: .focus, isOptional: true))
            }
        case .oneShot:
            if !usesStartButton {
                let bits = CameraCapabilities.lockFocusBit
                plan.append(PlanStep(action: .lock(bits: bits, isOn: true), components: .focus))
            }
        case .software:
            appendFocusByHand(to: &plan)
            if let position { plan.append(PlanStep(action: .set(.focusAbsolute, position), components: .focus)) }
        case .none:
            break
        }
        return plan
    }

    private func holdExposure(level: CameraLevel, time: Int64?, gain: Int64?) -> ControlPlan {
        var plan = ControlPlan()
        switch level {
        case .region, .wholeFrame, .software:
            appendGainByHand(to: &plan)
            let writable = capabilities.canWrite(.exposureAbsolute)
            plan.append(
                PlanStep(action: .manualExposure(writable ? time : nil, gain: gain), components: .exposure))
        case .oneShot:
            let bits = CameraCapabilities.lockExposureBit
            plan.append(PlanStep(action: .lock(bits: bits, isOn: true), components: .exposure))
        case .none:
            break
        }
        return plan
    }

    /// Whether one search is started with the button rather than by letting go of the 3A lock.
    var usesStartButton: Bool { capabilities.canWrite(.autoFocusStart) }

    private var isFocusAutoOn: Bool { ledger[.focusAuto] == .integer(1) }
}

extension PlanBuilder {
    private func appendRegion(
        _ point: PointOfInterest, _ levels: PerComponent<CameraLevel>, isOptional: Bool = false,
        to plan: inout ControlPlan
    ) {
        let components = regionComponents(levels)
        guard !components.isEmpty else { return }
        plan.append(PlanStep(action: .region(point), components: components, isOptional: isOptional))
    }

    private func regionComponents(_ levels: PerComponent<CameraLevel>) -> ComponentSet {
        var components: ComponentSet = []
        for component in Component.allCases where levels[component] == .region { components.insert(component.set) }
        return components
    }

    /// Lets go of the component's 3A lock, at whatever level it is: a tap before may have fallen to the lock, or somebody
    /// else may have left it on. It costs the level only where the level is the lock.
    /// - Parameter isLast: whether nothing lets go of it later: a lock that the engine has used must not stay then. One that
    ///   was only found may belong to a camera that never lets go of it.
    private func appendRelease(
        _ component: Component, level: CameraLevel, isLast: Bool, to plan: inout ControlPlan
    ) {
        let isFocus = component == .focus
        let bit = isFocus ? CameraCapabilities.lockFocusBit : CameraCapabilities.lockExposureBit
        guard level != .none, capabilities.canWrite(.lock3A), let lock = capabilities.control(.lock3A),
            lock.maximum & bit != 0
        else { return }
        let needsLock = level == .oneShot && !(isFocus && usesStartButton)
        let mayStay = !needsLock && !(isLast && originals.isSurelyChanged(.lock3A))
        plan.append(
            PlanStep(action: .lock(bits: bit, isOn: false), components: component.set, isOptional: mayStay))
    }

    /// The stream comes first: without it the level is another one, and nothing is to be written for this one.
    private func appendFrames(
        _ point: PointOfInterest, _ levels: PerComponent<CameraLevel>, to plan: inout ControlPlan
    ) {
        var components: ComponentSet = []
        for component in Component.allCases where levels[component] == .software { components.insert(component.set) }
        guard !components.isEmpty else { return }
        plan.append(PlanStep(action: .frames(point), components: components))
    }

    private func appendFocusByHand(to plan: inout ControlPlan) {
        guard capabilities.canWrite(.focusAuto) else { return }
        plan.append(PlanStep(action: .set(.focusAuto, 0), components: .focus))
    }

    /// The lens is read when nothing moves it any more, the exposure while its automatic still tells it.
    private func appendStanding(_ levels: PerComponent<CameraLevel>, to plan: inout ControlPlan) {
        guard levels.focus == .software || levels.exposure == .software else { return }
        plan.append(PlanStep(action: .standing, components: [], isOptional: true))
    }

    private func appendBias(to plan: inout ControlPlan) {
        guard let item = biasItem else { return }
        plan.append(PlanStep(action: .set(.exposureBias, item), components: .exposure, isOptional: true))
    }

    /// The menu item of V4L2_CID_AUTO_EXPOSURE_BIAS that is nearest to the compensation; nil where the camera has none,
    /// or it does not say what its items stand for.
    var biasItem: Int64? { bias?.item }

    /// The compensation that this item stands for, in EV; 0 where there is none.
    var biasStops: Double { bias?.stops ?? 0 }

    private var bias: (item: Int64, stops: Double)? {
        guard let control = capabilities.control(.exposureBias), !control.isReadOnly else { return nil }
        var best: (item: Int64, stops: Double)?
        for (index, value) in control.menuIntegers.enumerated() {
            let stops = Double(value) / 1000
            if let best, abs(best.stops - compensation) <= abs(stops - compensation) { continue }
            best = (control.minimum &+ Int64(index), stops)
        }
        return best
    }

    private func isInEffect(_ point: PointOfInterest, _ levels: PerComponent<CameraLevel>) -> Bool {
        settings(for: PlanStep(action: .region(point), components: regionComponents(levels))).isEmpty
    }

    /// One search: with the button, for which the automatic must be off, or, the lock being off, by beginning anew.
    private func appendSearchOnce(to plan: inout ControlPlan) {
        if usesStartButton {
            if capabilities.canWrite(.focusAuto) {
                plan.append(PlanStep(action: .set(.focusAuto, 0), components: .focus))
            }
            plan.append(PlanStep(action: .set(.autoFocusStart, 0), components: .focus))
        } else {
            appendRetriggeredFocus(to: &plan)
        }
    }

    /// Off and on again: the only way to make an automatic begin anew that has nothing else to be told.
    private func appendRetriggeredFocus(to plan: inout ControlPlan) {
        plan.append(PlanStep(action: .set(.focusAuto, 0), components: .focus))
        plan.append(PlanStep(action: .set(.focusAuto, 1), components: .focus))
    }

    private func appendExposure(level: CameraLevel, point: PointOfInterest?, to plan: inout ControlPlan) {
        guard level != .none else { return }
        appendRelease(.exposure, level: level, isLast: point == nil, to: &plan)
        if level == .oneShot { appendMetering(point, to: &plan) }
        if level == .software, point != nil {
            appendGainByHand(to: &plan)
            plan.append(PlanStep(action: .standingExposure, components: .exposure))
            return
        }
        if let automatic = capabilities.automaticExposure {
            plan.append(PlanStep(action: .set(.exposureAuto, automatic), components: .exposure))
            appendAutogain(to: &plan)
        } else if level == .software {
            // The engine exposes all the time.
            appendGainByHand(to: &plan)
        }
    }

    /// Spot metering measures the middle of the image and nothing else: it helps where the point is there. Without a
    /// point the camera meters as it did when it was opened.
    private func appendMetering(_ point: PointOfInterest?, to plan: inout ControlPlan) {
        let spot: Int64 = 2
        guard let control = capabilities.control(.exposureMetering), !control.isReadOnly,
            control.menuItems & (1 << UInt64(spot)) != 0
        else { return }
        let half = regions.exposure / 2
        let isCentral = point.map { abs($0.x - 0.5) <= half && abs($0.y - 0.5) <= half } ?? false
        let metering = isCentral ? spot : originals.target(of: control.id)?.integer ?? control.defaultValue
        plan.append(
            PlanStep(action: .set(.exposureMetering, metering), components: .exposure, isOptional: true))
    }
}
