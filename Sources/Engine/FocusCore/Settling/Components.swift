struct Components: Equatable, Sendable, Snapshotable {
    private var lives: PerComponent<ComponentLife>

    init(_ capabilities: CameraCapabilities) {
        func position(_ id: ControlID) -> Int64? { capabilities.control(id)?.value?.integer }
        lives = PerComponent(
            focus: ComponentLife(position: position(.focusAbsolute)),
            exposure: ComponentLife(position: position(.exposureAbsolute)))
    }

    subscript(component: Component) -> ComponentLife {
        get { lives[component] }
        set { lives[component] = newValue }
    }

    /// The component whose hold was written and is read back; nil: none. There is one at most.
    @inline(__always)
    var checking: Component? {
        if lives.focus.isChecking { return .focus }
        return lives.exposure.isChecking ? .exposure : nil
    }

    /// True while a hold is to be written, or read back.
    @inline(__always)
    var needHold: Bool { lives.focus.needsHold || lives.exposure.needsHold }

    /// True when both have come to their end, and their holds are written and read back.
    var areSettled: Bool { !lives.focus.isAdjusting && !lives.exposure.isAdjusting && !needHold }

    /// True while the engine searches for one of them, or for both.
    var areSearching: Bool { lives.focus.isSearching || lives.exposure.isSearching }

    /// The controls that are read to see the components come to rest.
    var watched: ControlIDs {
        var ids = ControlIDs()
        if let id = lives.focus.watched { ids.append(id) }
        if let id = lives.exposure.watched { ids.append(id) }
        return ids
    }

    var levelsInUse: PerComponent<CameraLevel> {
        PerComponent(focus: lives.focus.levelInUse, exposure: lives.exposure.levelInUse)
    }

    var areAdjusting: PerComponent<Bool> {
        PerComponent(focus: lives.focus.isAdjusting, exposure: lives.exposure.isAdjusting)
    }

    func report(of tap: AskedTap) -> SettledReport {
        let (focus, exposure) = (lives.focus.hold, lives.exposure.hold)
        return SettledReport(
            focus: focus?.outcome, focusLevel: lives.focus.level, exposure: exposure?.outcome,
            exposureLevel: lives.exposure.level, verified: ComponentSet { lives[$0].hold?.isVerified == true },
            focusReason: focus?.outcome == .failed ? focus?.failure : nil,
            exposureReason: exposure?.outcome == .failed ? exposure?.failure : nil, tap: tap.id)
    }

    /// The watched controls were read.
    /// - Returns: what follows from it for each component; nil: nothing.
    mutating func observe(
        _ ids: ControlIDs, _ values: ControlValues, at time: Instant, _ times: SettleTimes
    ) -> PerComponent<SettleEvent?> {
        var events = PerComponent<SettleEvent?>(focus: nil, exposure: nil)
        for index in 0..<ids.count {
            let value = (values[index] ?? nil)?.integer
            for component in Component.allCases where lives[component].watched == ids[index] {
                events[component] = lives[component].observe(value, at: time, times)
            }
        }
        return events
    }

    /// Both follow the scene.
    mutating func letGo() {
        for component in Component.allCases { _ = lives[component].handle(.continuous) }
    }

    /// A stream has reset the controls: what is held is written again.
    mutating func holdAnew() {
        for component in Component.allCases where lives[component].isHeld { lives[component].holdAnew() }
    }

    /// Another plan takes the place of the current one.
    /// - Parameter lowered: those that have lost the frames of their searches, and go on at the plan's lower level.
    mutating func planReplaced(lowering lowered: ComponentSet = []) {
        lives.focus.planReplaced(isLowered: lowered.contains(.focus))
        lives.exposure.planReplaced(isLowered: lowered.contains(.exposure))
    }
}
