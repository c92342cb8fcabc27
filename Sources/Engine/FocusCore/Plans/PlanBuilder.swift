/// Builds plans, in the order that drivers accept. The region comes before the automatic that uses it, which starts a search. Focus auto
/// and focus absolute are never in one call, because uvcvideo sends them in the wrong order.
struct PlanBuilder {
    let capabilities: CameraCapabilities
    let ledger: ControlLedger
    let originals: Originals
    let regions: RegionSizes
    /// Exposure compensation in EV; positive is brighter.
    var compensation = 0.0
    var standing = Standing()
    /// True when a search meters the whole picture beside the region.
    var metersWholePicture = false
    /// True when the exposure's mode may not be the ledger's: it cannot be read back, or a control was changed since the last reading.
    var isModeUncertain = false
    /// The number of times by which the zoom enlarges the picture. Points in plans are in coordinates of the sensor.
    var zoomFactor = 1.0
    /// True when a hold of the exposure holds the white balance, too.
    var holdsWhiteBalance = false

    /// Continuous focus and exposure about a point, each at its level.
    func continuous(about point: PointOfInterest, _ levels: PerComponent<CameraLevel>) -> ControlPlan {
        let (focus, exposure) = (levels.focus, levels.exposure)
        var plan = ControlPlan()
        // The region is optional, because the automatics follow the scene without it, too: its refusal needs no retry.
        appendRegion(point, levels, isOptional: true, to: &plan)
        appendRelease(.focus, level: focus, isLast: true, to: &plan)
        if focus != .none, capabilities.canWrite(.focusAuto) {
            plan.append(.set(.focusAuto, 1), for: .focus)
        }
        appendBias(to: &plan)
        appendExposure(level: exposure, point: nil, to: &plan)
        if capabilities.canWrite(.gain), capabilities.automaticExposure != nil, !usesAutogain {
            // An automatic exposes with a gain of its own, and some cameras add the manual gain to it.
            plan.append(.original(.gain), for: .exposure, isOptional: true)
        }
        appendWhiteBalance(to: &plan)
        return plan
    }

    /// Focus and expose once at a point. A search always starts, even if all of its settings are in effect already.
    /// - Parameter components: the components to set; the others stay as they are.
    func once(
        at point: PointOfInterest, _ levels: PerComponent<CameraLevel>, only components: ComponentSet = .all
    ) -> ControlPlan {
        let region = levels
        let levels = PerComponent(
            focus: components.contains(.focus) ? levels.focus : .none,
            exposure: components.contains(.exposure) ? levels.exposure : .none)
        let (focus, exposure) = (levels.focus, levels.exposure)
        var plan = ControlPlan()
        // One that could not be read when the camera was opened counts as missing. Events about it are lost while nothing streams.
        if components == .all, capabilities.canRead(.privacy), capabilities.control(.privacy)?.value != nil {
            plan.append(.shutter, for: [], isOptional: true)
        }
        appendFrames(point, levels, to: &plan)
        if focus == .region, ledger[.focusAuto] == .integer(1), isInEffect(point, levels) {
            plan.append(.set(.focusAuto, 0), for: .focus)
        }
        // Both components share one rectangle: where focus is held in it, exposure is measured in the same one again.
        appendRegion(point, region, to: &plan)
        if components.contains(.focus) { appendRelease(.focus, level: focus, isLast: false, to: &plan) }
        switch focus {
        case .region:
            plan.append(.set(.focusAuto, 1), for: .focus)
        case .oneShot:
            appendSearchOnce(to: &plan)
        case .wholeFrame:
            appendRetriggeredFocus(to: &plan)
        case .software:
            appendFocusByHand(to: &plan)
        case .none:
            break
        }
        if components.contains(.exposure) { appendBias(to: &plan) }
        appendStanding(levels, to: &plan)
        if components.contains(.exposure) { appendWhiteBalance(to: &plan) }
        appendExposure(level: exposure, point: point, to: &plan)
        return plan
    }

    /// Return to a point that was accepted earlier: the region, and the automatics of the components that are still searching.
    func goOn(
        at point: PointOfInterest, _ levels: PerComponent<CameraLevel>, searching: PerComponent<Bool>
    ) -> ControlPlan {
        var plan = ControlPlan()
        appendRegion(point, levels, isOptional: true, to: &plan)
        let needsFocusAuto = levels.focus == .region || levels.focus == .wholeFrame
        if searching.focus, needsFocusAuto {
            plan.append(.set(.focusAuto, 1), for: .focus)
        }
        if searching.exposure, let automatic = capabilities.automaticExposure {
            plan.append(.set(.exposureAuto, automatic), for: .exposure)
            appendAutogain(to: &plan)
        }
        return plan
    }

    /// Holds focus at the position that was last read or set; nil: it is unreliable, and the camera keeps its own.
    func holdFocus(level: CameraLevel, position: Int64?) -> ControlPlan {
        var plan = ControlPlan()
        switch level {
        case .region, .wholeFrame:
            plan.append(.set(.focusAuto, 0), for: .focus)
            if let position, capabilities.canWrite(.focusAbsolute) {
                // Some cameras return to their last manual position when the automatic is switched off.
                plan.append(.set(.focusAbsolute, position), for: .focus, isOptional: true)
            }
        case .oneShot:
            if !usesStartButton {
                plan.append(.lock(bits: CameraCapabilities.lockFocusBit, isOn: true), for: .focus)
            }
        case .software:
            appendFocusByHand(to: &plan)
            if let position { plan.append(.set(.focusAbsolute, position), for: .focus) }
        case .none:
            break
        }
        return plan
    }

    /// Holds the exposure at a time, as above, and at a gain; nil: none was set.
    func holdExposure(level: CameraLevel, time: Int64?, gain: Int64?) -> ControlPlan {
        var plan = ControlPlan()
        switch level {
        case .region, .wholeFrame, .software:
            appendGainByHand(to: &plan)
            let writable = capabilities.canWrite(.exposureAbsolute)
            plan.append(.manualExposure(writable ? time : nil, gain: gain), for: .exposure)
        case .oneShot:
            plan.append(.lock(bits: CameraCapabilities.lockExposureBit, isOn: true), for: .exposure)
        case .none:
            return plan
        }
        appendWhiteBalanceByHand(to: &plan)
        return plan
    }

    /// True when a one-shot search is started with V4L2_CID_AUTO_FOCUS_START, and not by releasing the 3A lock.
    var usesStartButton: Bool { capabilities.canWrite(.autoFocusStart) }

    private func appendRegion(
        _ point: PointOfInterest, _ levels: PerComponent<CameraLevel>, isOptional: Bool = false,
        to plan: inout ControlPlan
    ) {
        let components = regionComponents(levels)
        guard !components.isEmpty else { return }
        plan.append(.region(point), for: components, isOptional: isOptional)
    }

    private func regionComponents(_ levels: PerComponent<CameraLevel>) -> ComponentSet {
        ComponentSet { levels[$0] == .region }
    }

    /// Releases the component's 3A lock at every level: an earlier tap, or another program, may have left it on. A refusal costs the
    /// component its level only if that level uses the lock.
    /// - Parameter isLast: true when no later plan releases the lock: one that the engine has set must be released. Others are optional.
    private func appendRelease(_ component: Component, level: CameraLevel, isLast: Bool, to plan: inout ControlPlan) {
        let isFocus = component == .focus
        let bit = isFocus ? CameraCapabilities.lockFocusBit : CameraCapabilities.lockExposureBit
        guard level != .none, capabilities.canWrite(.lock3A), let lock = capabilities.control(.lock3A),
            lock.maximum & bit != 0
        else { return }
        let needsLock = level == .oneShot && !(isFocus && usesStartButton)
        let mayStay = !needsLock && !(isLast && originals.isSurelyChanged(.lock3A))
        plan.append(.lock(bits: bit, isOn: false), for: component.set, isOptional: mayStay)
    }

    /// The stream comes first: without frames the component falls to another level, and nothing must be written for this one.
    private func appendFrames(
        _ point: PointOfInterest, _ levels: PerComponent<CameraLevel>, to plan: inout ControlPlan
    ) {
        let components = ComponentSet { levels[$0] == .software }
        guard !components.isEmpty else { return }
        plan.append(.frames(point), for: components)
    }

    private func appendFocusByHand(to plan: inout ControlPlan) {
        guard capabilities.canWrite(.focusAuto) else { return }
        plan.append(.set(.focusAuto, 0), for: .focus)
    }

    /// The reading comes when focus auto is off, so that the lens rests, and the exposure's automatic still reports its values.
    private func appendStanding(_ levels: PerComponent<CameraLevel>, to plan: inout ControlPlan) {
        guard levels.focus == .software || levels.exposure == .software else { return }
        plan.append(.standing, for: [], isOptional: true)
    }

    /// - Returns: false when the camera has no bias.
    @discardableResult
    func appendBias(to plan: inout ControlPlan) -> Bool {
        guard let item = bias?.item else { return false }
        plan.append(.set(.exposureBias, item), for: .exposure, isOptional: true)
        return true
    }

    /// The compensation of the bias, in EV; 0 without a bias.
    var biasStops: Double { bias?.stops ?? 0 }

    /// The item of V4L2_CID_AUTO_EXPOSURE_BIAS that is nearest to the compensation; nil: there is none, or its values are unknown.
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

    /// Starts a one-shot search: with the button, for which the automatic must be off; otherwise by switching the automatic off and on.
    private func appendSearchOnce(to plan: inout ControlPlan) {
        if usesStartButton {
            appendFocusByHand(to: &plan)
            plan.append(.set(.autoFocusStart, 0), for: .focus)
        } else {
            appendRetriggeredFocus(to: &plan)
        }
    }

    /// Switches the automatic off and on: the only way to restart one that takes no other command.
    private func appendRetriggeredFocus(to plan: inout ControlPlan) {
        plan.append(.set(.focusAuto, 0), for: .focus)
        plan.append(.set(.focusAuto, 1), for: .focus)
    }

    private func appendExposure(level: CameraLevel, point: PointOfInterest?, to plan: inout ControlPlan) {
        guard level != .none else { return }
        appendRelease(.exposure, level: level, isLast: point == nil, to: &plan)
        if level == .oneShot { appendMetering(point, to: &plan) }
        if level == .software, point != nil {
            appendGainByHand(to: &plan)
            plan.append(.standingExposure, for: .exposure)
            return
        }
        if let automatic = capabilities.automaticExposure {
            plan.append(.set(.exposureAuto, automatic), for: .exposure)
            appendAutogain(to: &plan)
        } else if level == .software {
            // Without an automatic, the engine itself exposes in continuous, too.
            appendGainByHand(to: &plan)
        }
    }

    /// Spot metering measures only the middle of the image. Without a point there, the camera meters as it did when it was opened.
    private func appendMetering(_ point: PointOfInterest?, to plan: inout ControlPlan) {
        let spot: Int64 = 2
        guard let control = capabilities.control(.exposureMetering), !control.isReadOnly,
            control.menuItems & (1 << UInt64(spot)) != 0
        else { return }
        let half = regions.exposure / 2
        let shown = point?.inPicture(under: zoomFactor)
        let isCentral = shown.map { abs($0.x - 0.5) <= half && abs($0.y - 0.5) <= half } ?? false
        let metering = isCentral ? spot : originals.target(of: control.id)?.integer ?? control.defaultValue
        plan.append(.set(.exposureMetering, metering), for: .exposure, isOptional: true)
    }
}
