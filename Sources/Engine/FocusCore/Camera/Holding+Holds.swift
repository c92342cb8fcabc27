/// Holds: written, read back, and read again and again.
extension Holding {
    func plans(_ frames: Frames, _ camera: KnownCamera) -> HoldPlans {
        HoldPlans(
            builder: camera.planBuilder, components: components, lens: frames.searches.focus.position,
            exposure: heldExposure(frames, camera), unreliable: frames.searches.unreliable)
    }

    /// The exposure to hold.
    private func heldExposure(_ frames: Frames, _ camera: KnownCamera) -> Compensation.Held {
        let (life, run, capabilities) = (components[.exposure], frames.searches.exposure, camera.capabilities)
        let isSearched = life.level == .software
        let found =
            isSearched
            ? Compensation.Found(setting: run.setting, compensation: run.compensation, missing: run.missing)
            : Compensation.Found(
                setting: life.hold?.position.map { ExposureSetting(time: $0) }, compensation: camera.compensation.ofBias
            )
        // A lock keeps the exposure that it has found; no time is written.
        let isWritten = life.level != .oneShot && capabilities.canWrite(.exposureAbsolute)
        // The frame rate limits only times that were searched in frames: an automatic's hold must not depend on whether a program streams.
        let interval = isSearched ? frames.stream.interval : .zero
        let range = isWritten ? capabilities.exposureRange(camera.settings.autoexposure, interval: interval) : nil
        return camera.compensation.held(found, in: range, scale: run.gainScale)
    }

    /// The EV of the compensation that the held exposure lacks; negative when it is too bright.
    func missingCompensation(_ frames: Frames, _ camera: KnownCamera) -> Double {
        components[.exposure].hasHold ? heldExposure(frames, camera).reportedMissing : 0
    }

    /// The EV by which frames are brighter than the camera or the engine makes them by itself; nil: unknown.
    func shownCompensation(_ frames: Frames, _ camera: KnownCamera) -> Double? {
        let (life, run, asked) = (components[.exposure], frames.searches.exposure, camera.compensation)
        if life.hasHold { return asked.wanted - missingCompensation(frames, camera) }
        guard life.state == .continuous else { return nil }
        guard camera.capabilities.automaticExposure == nil else { return asked.ofBias }
        let found = Compensation.Found(setting: run.setting, compensation: run.compensation, missing: run.missing)
        return run.setting.map { _ in asked.wanted - asked.held(found, in: nil, scale: run.gainScale).reportedMissing }
    }

    /// A component that waits for its hold, and the plan that holds it.
    struct NextHold {
        var component: Component
        var plan: ControlPlan
    }

    /// The next component that waits for its hold, or nil if no component waits. A compensation that the hold cannot reach is reported.
    func nextHold(_ frames: Frames, _ camera: KnownCamera, _ context: inout StepContext) -> NextHold? {
        guard let component = Component.allCases.first(where: { components[$0].needsHold }) else { return nil }
        let missing = component == .exposure ? missingCompensation(frames, camera) : 0
        if missing != 0 { context.tell(.fault(.compensationLimited(missing: missing))) }
        return NextHold(component: component, plan: plans(frames, camera).plan(of: component))
    }

    /// The hold of a component was written: reads it back, if the controls can be read.
    mutating func verify(
        _ component: Component, _ calls: inout CallLine, _ frames: inout Frames, _ camera: KnownCamera,
        _ context: inout StepContext
    ) {
        let expected = plans(frames, camera).expectation(of: component)
        components[component].wrote(expected)
        guard !expected.isEmpty, !camera.capabilities.quirks.cannotBeReadBack else {
            return take(.holdWritten, for: component, &frames, camera, &context)
        }
        components[component].check()
        calls.make(.read(expected.ids), for: .verification(component), &context)
    }

    /// Takes the read-back of a hold: it holds, or is written again after a pause, or a fault is reported.
    mutating func judge(
        _ component: Component, _ ids: ControlIDs, _ result: ControlResult, _ frames: inout Frames,
        _ camera: inout KnownCamera, _ context: inout StepContext
    ) {
        guard let written = components[component].hold?.written else { return }
        let capabilities = camera.capabilities
        let readBack = camera.values.compare(written, with: result.values, of: ids, capabilities)
        guard let wrong = readBack.difference else {
            if readBack.isComplete, result.errno == 0 { components[component].wasVerified() }
            return take(.holdWritten, for: component, &frames, camera, &context)
        }
        if components[component].wasMisread() {
            context.arm(.verification, after: Verification.pause)
            return
        }
        let id = wrong.setting.id
        context.tell(.fault(capabilities.isNear(wrong) ? .controlChanged(id) : .controlIgnored(id)))
        // The position of a photo is the camera's own, or not that of the photo.
        if components[component].takeBack() { return }
        watch.distrust(readBack.differing)
        // If an automatic is still on, the hold has failed. If only a value differs, it counts as held.
        // The white balance is held beside the exposure, which does not need it.
        let event: SettleEvent = id.isAutomatic && id != .whiteBalanceAuto ? .holdRefused : .holdWritten
        take(event, for: component, because: .ignored, &frames, camera, &context)
    }

    /// The camera has refused the hold of a component.
    mutating func holdRefused(
        _ component: Component, _ frames: inout Frames, _ camera: KnownCamera, _ context: inout StepContext
    ) {
        // A position that is refused for a photo costs the photo, and not the hold.
        if components[component].takeBack() { return }
        let isHeldAnew = !tap.isSettling
        take(.holdRefused, for: component, &frames, camera, &context)
        if isHeldAnew { context.tell(.fault(.holdLost(component.positionControl))) }
    }

    /// After a refused tap, the holds from before it were written again: their next reading is armed.
    /// - Returns: the next hold to write, or nil if no component waits for one.
    mutating func areHeldAgain(
        _ frames: Frames, _ camera: KnownCamera, _ context: inout StepContext
    ) -> NextHold? {
        let next = nextHold(frames, camera, &context)
        for component in Component.allCases where components[component].isHeld {
            let expected = plans(frames, camera).expectation(of: component)
            components[component].wrote(expected)
        }
        // The refused tap has disarmed the readings of the holds.
        armHoldCheck(after: HoldWatch.interval, frames, camera, &context)
        return next
    }
}

/// The regular readings of what is held.
extension Holding {
    /// Arms the next reading of the holds, if there are controls to read.
    func armHoldCheck(
        after pause: TimeSpan, _ frames: Frames, _ camera: KnownCamera, _ context: inout StepContext
    ) {
        guard tap.heldPoint != nil, !tap.isSettling, !tap.isAsked,
            plans(frames, camera).canBeRead(trustedBy: watch)
        else { return }
        context.arm(.holdCheck, after: pause)
    }

    /// The time of a reading has come. If the camera is busy with something else, it is put off.
    mutating func checkHolds(
        isIdle: Bool, _ calls: inout CallLine, _ frames: Frames, _ camera: KnownCamera, _ context: inout StepContext
    ) {
        guard isIdle, calls.isFree, components.checking == nil else {
            return armHoldCheck(after: watch.pause, frames, camera, &context)
        }
        watch.forgetNews()
        let held = plans(frames, camera).settingsHeld(trustedBy: watch)
        let ids = watch.nextReading(of: held)
        if !ids.isEmpty { calls.make(.read(ids), for: .holdCheck, &context) }
    }

    /// The driver reports that another program has changed a control: the holds are read soon.
    /// - Parameter isReading: true while they are being read.
    mutating func controlsChanged(
        isReading: Bool, _ frames: Frames, _ camera: KnownCamera, _ context: inout StepContext
    ) {
        if isReading {
            watch.isChanged()
        } else if context.isArmed(.holdCheck), !watch.hasNews {
            watch.isChanged()
            armHoldCheck(after: watch.pause, frames, camera, &context)
        }
    }

    /// Takes a reading of the holds, and arms the next one. A hold that was broken is to be written again, or is given up.
    /// - Returns: the first broken hold to write again, or nil if no hold has to be written again.
    mutating func judgeHolds(
        _ ids: ControlIDs, _ result: ControlResult, _ frames: inout Frames, _ camera: inout KnownCamera,
        _ context: inout StepContext
    ) -> NextHold? {
        for component in Component.allCases where components[component].isHeld {
            let held = plans(frames, camera).settings(of: component, trustedBy: watch)
            let capabilities = camera.capabilities
            let readBack = camera.values.compare(
                held, with: result.values, of: ids, capabilities, allowsTremor: true)
            guard let wrong = readBack.difference else {
                components[component].isIntact(at: context.time)
                continue
            }
            let isKept = frames.sensors.isKept
            guard
                let isRepaired = isKept
                    ? components[component].wasBrokenWhileKept(at: context.time) : components[component].wasBroken()
            else { continue }
            if !isRepaired, wrong.setting.id == .whiteBalanceAuto {
                // The white balance is held beside the exposure, which stays held without it.
                watch.distrust(readBack.differing)
                components[component].isHeldAgain()
                context.tell(.fault(.controlChanged(.whiteBalanceAuto)))
                continue
            }
            if !isRepaired { take(.holdRefused, for: component, &frames, camera, &context) }
            context.tell(.fault(isRepaired ? .holdBroken(wrong.setting.id) : .holdLost(wrong.setting.id)))
        }
        let next = nextHold(frames, camera, &context)
        armHoldCheck(after: watch.pause, frames, camera, &context)
        watch.forgetNews()
        return next
    }
}
