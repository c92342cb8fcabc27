import Testing

@testable import FocusCore

/// The consequences of an accepted tap.
struct HoldingTests {
    private static let point = PointOfInterest(x: 0.25, y: 0.5)

    /// A holding with the parts that it is handed.
    private struct Parts {
        var camera: KnownCamera
        var frames = Frames(FocusSearchSettings())
        var line = CallLine()
        var holding: Holding
        var context = StepContext.at()

        init(_ description: CameraDescription) {
            camera = KnownCamera.arrived(description)
            holding = Holding(camera.capabilities)
        }

        /// The camera has accepted a tap.
        mutating func accept(in use: FrameUse = .nothing) {
            holding.tap.ask(AskedTap(point: HoldingTests.point, id: nil))
            _ = holding.tap.accept()
            holding.begin(at: camera.capabilities.bestLevels, in: use, &frames, camera, &context)
        }

        mutating func take(_ event: SettleEvent, for component: Component) {
            holding.take(event, for: component, &frames, camera, &context)
        }

        /// The hold of a component was written; its read-back has this value.
        mutating func hold(_ component: Component, readBackAs value: Int64) {
            holding.components.planReplaced()
            holding.verify(component, &line, &frames, camera, &context)
            guard case .call(let call)? = line.underWay?.demand else { return }
            _ = line.end(.toCall(call.id), at: context.time)
            let result = ControlResult(call: call.id, errno: 0, values: ControlValues(one: .integer(value)))
            holding.judge(component, call.ids, result, &frames, &camera, &context)
        }

        /// Focus and exposure have come to rest, and are held: both automatics are off.
        mutating func holdBoth() {
            accept()
            take(.stable, for: .focus)
            hold(.focus, readBackAs: 0)
            take(.stable, for: .exposure)
            hold(.exposure, readBackAs: CameraCapabilities.manualExposure)
        }

        /// The automatic that must be off while focus is held was read, with this value.
        /// - Returns: the component that is to be held again.
        mutating func readFocusAuto(_ value: Int64) -> Component? {
            let result = ControlResult(call: 9, errno: 0, values: ControlValues(one: .integer(value)))
            return holding.judgeHolds(ControlIDs(one: .focusAuto), result, &frames, &camera, &context)?.component
        }

        var hasSettled: Bool { context.told.contains { if case .settled = $0 { true } else { false } } }
    }

    @Test("A component that takes part in the tap gets a deadline; the other one goes on as before")
    func begins() {
        var parts = Parts(CameraExamples.focusOnly)
        parts.accept()
        #expect(parts.holding.components[.focus].isAdjusting && !parts.holding.components[.exposure].isAdjusting)
        #expect(parts.context.isArmed(.focusDeadline) && !parts.context.isArmed(.exposureDeadline))
        #expect(parts.context.isArmed(.settlePoll))
    }

    @Test("Components that adjust are read when the line is free; otherwise their reading is put off")
    func polled() {
        var parts = Parts(CameraExamples.withRegion)
        parts.accept()
        _ = parts.context.expire(.settlePoll, generation: 1)
        parts.holding.poll(&parts.line, SettleTimes(), &parts.context)
        #expect(parts.line.underWay?.reason == .poll && !parts.context.isArmed(.settlePoll))
        parts.holding.poll(&parts.line, SettleTimes(), &parts.context)
        #expect(parts.context.isArmed(.settlePoll) && parts.context.calls.count == 1)
    }

    @Test("Once both components are held the tap is reported, and what is held is read from time to time")
    func settles() {
        var parts = Parts(CameraExamples.withRegion)
        parts.accept()
        parts.take(.stable, for: .focus)
        #expect(!parts.context.isArmed(.focusDeadline) && parts.context.isArmed(.exposureDeadline))
        parts.take(.deadline, for: .exposure)
        let next = parts.holding.nextHold(parts.frames, parts.camera, &parts.context)
        #expect(next?.component == .focus && next?.plan[0]?.action == .set(.focusAuto, 0))
        parts.hold(.focus, readBackAs: 0)
        #expect(!parts.hasSettled && !parts.context.isArmed(.holdCheck))
        parts.hold(.exposure, readBackAs: CameraCapabilities.manualExposure)
        let none = parts.holding.nextHold(parts.frames, parts.camera, &parts.context)
        #expect(parts.hasSettled && parts.context.isArmed(.holdCheck) && none == nil)
    }

    @Test("A hold that was read back wrong is written again after a pause; the fourth time it has failed")
    func misread() {
        var parts = Parts(CameraExamples.withRegion)
        parts.accept()
        parts.take(.stable, for: .focus)
        for _ in 1..<Verification.mostAttempts {
            parts.hold(.focus, readBackAs: 1)
            #expect(parts.holding.components.checking == .focus && parts.context.isArmed(.verification))
        }
        parts.hold(.focus, readBackAs: 1)
        #expect(parts.holding.components[.focus].state == .notHeld && !parts.holding.watch.trusts(.focusAuto))
        #expect(parts.context.faults == [.controlIgnored(.focusAuto)])
    }

    @Test("A hold that another program breaks is to be written again once, and is given up the second time")
    func broken() {
        var parts = Parts(CameraExamples.withRegion)
        parts.holdBoth()
        #expect(parts.readFocusAuto(0) == nil)
        #expect(!parts.holding.components.needHold && parts.context.faults.isEmpty)
        #expect(parts.readFocusAuto(1) == .focus)
        #expect(parts.holding.components[.focus].needsHold && parts.holding.isHoldingAnew)
        parts.hold(.focus, readBackAs: 0)
        #expect(parts.readFocusAuto(1) == nil)
        #expect(parts.holding.components[.focus].state == .notHeld)
        #expect(parts.context.faults == [.holdBroken(.focusAuto), .holdLost(.focusAuto)])
    }

    @Test("Holds are read when nothing else is to be done; a reported change brings the next reading forward")
    func checked() {
        var parts = Parts(CameraExamples.withRegion)
        parts.holdBoth()
        parts.holding.controlsChanged(isReading: false, parts.frames, parts.camera, &parts.context)
        #expect(parts.holding.watch.hasNews)
        let soon = parts.context.time.advanced(by: .milliseconds(50))
        #expect(parts.context.told.last == .arm(.holdCheck, deadline: soon, generation: 2))
        parts.holding.checkHolds(isIdle: false, &parts.line, parts.frames, parts.camera, &parts.context)
        #expect(parts.line.isFree && parts.holding.watch.hasNews)
        parts.holding.checkHolds(isIdle: true, &parts.line, parts.frames, parts.camera, &parts.context)
        #expect(parts.line.underWay?.reason == .holdCheck && !parts.holding.watch.hasNews)
    }

    @Test("A hold that is refused after the tap has settled is reported as lost", arguments: [false, true])
    func refused(_ hasSettled: Bool) {
        var parts = Parts(CameraExamples.withRegion)
        if hasSettled {
            parts.holdBoth()
            parts.holding.components.holdAnew()
        } else {
            parts.accept()
            parts.take(.stable, for: .focus)
        }
        parts.holding.holdRefused(.focus, &parts.frames, parts.camera, &parts.context)
        #expect(parts.holding.components[.focus].state == .notHeld)
        let faults: [Fault] = hasSettled ? [.holdLost(.focusAbsolute)] : []
        #expect(parts.context.faults == faults)
    }

    @Test("A search that loses its frames goes on at the camera's own level, and fails where there is none")
    func losesFrames() {
        let table: [(CameraDescription, lowered: ComponentSet)] = [
            (CameraExamples.automatic, .all), (CameraExamples.byHand, []),
        ]
        for (description, lowered) in table {
            let failure: FailureReason? = lowered.isEmpty ? .noFrames : nil
            var parts = Parts(description)
            parts.accept(in: .tap(Self.point))
            var instruction = Instruction(levels: parts.camera.capabilities.bestLevels)
            let goesOn = parts.holding.loseFrames(&instruction, &parts.frames, parts.camera, &parts.context)
            #expect((goesOn?.components ?? []) == lowered && (goesOn?.plan.isEmpty ?? true) == lowered.isEmpty)
            #expect(!parts.frames.searches.isSearching)
            #expect(parts.context.faults == [.framesWithdrawn])
            #expect(parts.holding.components[.focus].isAdjusting == !lowered.isEmpty)
            #expect(parts.holding.components[.focus].hold?.failure == failure)
        }
    }

    @Test("Components go on at their lower levels; the camera's refusal of all levels has failed")
    func goesOn() {
        var parts = Parts(CameraExamples.automatic)
        parts.accept(in: .tap(Self.point))
        let levels = PerComponent<CameraLevel>(focus: .wholeFrame, exposure: .none)
        parts.holding.goOn(.all, at: levels, &parts.frames, parts.camera, &parts.context)
        let (focus, exposure) = (parts.holding.components[.focus], parts.holding.components[.exposure])
        #expect(focus.isAdjusting && focus.level == .wholeFrame)
        #expect(exposure.state == .failed && exposure.hold?.failure == .refused)
    }

    @Test("A search whose time is over has failed, because no frame has come")
    func expires() {
        var parts = Parts(CameraExamples.byHand)
        parts.accept(in: .tap(Self.point))
        parts.holding.expire(.focus, &parts.frames, parts.camera, &parts.context)
        #expect(parts.holding.components[.focus].hold?.failure == .noFrames)
        #expect(!parts.frames.searches.focus.isSearching && parts.frames.searches.exposure.isSearching)
    }

    @Test("After a refused tap, what is held is held again, and what was searched in frames has failed")
    func goesOnAfterRefusal() {
        var parts = Parts(CameraExamples.byHand)
        parts.accept(in: .tap(Self.point))
        _ = parts.holding.goOnAfterRefusal(at: Self.point, &parts.frames, &parts.camera, &parts.context)
        #expect(parts.holding.components[.exposure].hold?.failure == .refused)
        parts = Parts(CameraExamples.withRegion)
        parts.holdBoth()
        let plan = parts.holding.goOnAfterRefusal(at: Self.point, &parts.frames, &parts.camera, &parts.context)
        let actions = (0..<plan.count).compactMap { plan[$0]?.action }
        #expect(actions.contains(.set(.focusAuto, 0)) && actions.contains(.manualExposure(nil, gain: nil)))
    }

    @Test("What settles or is held is let go")
    func letGo() {
        var parts = Parts(CameraExamples.withRegion)
        parts.holdBoth()
        parts.holding.letGo()
        #expect(parts.holding.tap == TapLife() && !parts.holding.components[.focus].isHeld)
    }
}
