/// The plan of each component's hold, and the settings that are read to see that the hold still stands.
struct HoldPlans {
    let builder: PlanBuilder
    let components: Components
    /// The lens position that a search has set; nil: unknown.
    let lens: Int64?
    let exposure: Compensation.Held
    /// The components whose positions are not read back reliably.
    let unreliable: ComponentSet

    func plan(of component: Component) -> ControlPlan {
        let level = components[component].level
        switch component {
        case .focus:
            // For a photo the position is written as that of a search is: a refusal counts.
            if let aside = components[.focus].aside { return builder.holdFocus(level: .software, position: aside) }
            let position = level == .software ? lens : components[.focus].hold?.position
            return builder.holdFocus(level: level, position: position)
        case .exposure:
            return builder.holdExposure(level: level, time: exposure.time, gain: exposure.gain)
        }
    }

    /// The settings of the component's hold that can be read back. The region is left out, because the camera itself may change it.
    func expectation(of component: Component) -> ControlSettings {
        builder.outcome(of: plan(of: component)).filter { setting in
            builder.capabilities.canRead(setting.id) && setting.value.integer != nil
        }
    }

    /// The settings that hold a component, as they were written, and whose read-back is reliable.
    func settings(of component: Component, trustedBy watch: HoldWatch) -> ControlSettings {
        var settings = ControlSettings()
        guard !builder.capabilities.quirks.cannotBeReadBack, let written = components[component].hold?.written else {
            return settings
        }
        written.forEach { setting in
            if !setting.id.isAutomatic, unreliable.contains(component.set) { return }
            guard watch.trusts(setting.id) else { return }
            settings.append(setting.id == .lock3A ? lockNow(component) ?? setting : setting)
        }
        return settings
    }

    /// True when there is something to read of what is held, or is to be.
    func canBeRead(trustedBy watch: HoldWatch) -> Bool {
        Component.allCases.contains { components[$0].hasHold && !settings(of: $0, trustedBy: watch).isEmpty }
    }

    func settingsHeld(trustedBy watch: HoldWatch) -> PerComponent<ControlSettings> {
        let none = ControlSettings()
        return PerComponent(
            focus: components[.focus].isHeld ? settings(of: .focus, trustedBy: watch) : none,
            exposure: components[.exposure].isHeld ? settings(of: .exposure, trustedBy: watch) : none)
    }

    /// The present value of the 3A lock: the other component, which has bits of it too, may have been held or released since.
    private func lockNow(_ component: Component) -> ControlSetting? {
        expectation(of: component).first { $0.id == .lock3A }
    }
}
