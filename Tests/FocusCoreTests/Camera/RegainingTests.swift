import FocusCore
import Testing

/// A stop or a tap while an automatic is being switched off once more, because another program has switched it on.
struct RegainingTests {
    /// The write that the automatic refuses.
    enum Refused: CaseIterable {
        /// A search's new lens position.
        case searched
        /// The position that a hold writes.
        case held

        var camera: CameraDescription {
            switch self {
            case .searched: CameraExamples.automatic
            case .held: CameraExamples.withoutRegion
            }
        }
    }

    /// A rig whose call under way switches the automatic off, after it has refused a lens position for a tap on the left.
    private static func regaining(_ refused: Refused, _ camera: CameraDescription? = nil) throws -> EngineRig {
        var rig = EngineRig(started: camera ?? refused.camera)
        rig.tap(0.25, 0.5)
        if refused == .searched { rig.film(700) }
        try #require(rig.film { $0.writesOnly(.focusAbsolute) })
        rig.camera?.setByOthers(.focusAuto, 1)
        try #require(rig.film { $0.writesOnly(.focusAuto) })
        try #require(rig.writes.last?.hasPrefix("focus=") == true && rig.writes.last?.hasSuffix("!") == true)
        return rig
    }

    @Test("A stop puts everything back, and what was refused is not written any more", arguments: Refused.allCases)
    func stop(_ refused: Refused) throws {
        for errno in [0, FakeCamera.inputOutputError, FakeCamera.accessDenied] {
            var rig = try Self.regaining(refused)
            let position = try #require(rig.writes.last).dropLast()
            if errno != 0 { rig.camera?.refusals[.focusAuto] = errno }
            rig.camera?.forgetWrites()
            rig.answersAtOnce = false
            rig.send(.stop)
            rig.answerOne()
            rig.camera?.refusals = [:]
            rig.answersAtOnce = true
            rig.answerAll()
            #expect(rig.hasStopped(complete: true), "errno \(errno)")
            #expect(rig.stops == 1 && rig.timers.isEmpty, "errno \(errno)")
            #expect(!rig.writes.contains(String(position)), "errno \(errno): \(rig.writes)")
            #expect(rig.camera?.integer(.focusAuto) == 1, "errno \(errno)")
            #expect(rig.camera?.integer(.exposureAuto) == 3, "errno \(errno)")
            #expect(rig.allViolations == [])
        }
    }

    @Test("A stop puts a lens and a time back that a person had set by hand", arguments: [CameraExamples.manual])
    func stopByHand(_ camera: CameraDescription) throws {
        var rig = try Self.regaining(.held, camera)
        rig.send(.stop)
        #expect(rig.hasStopped(complete: true))
        for control in camera.controls {
            #expect(rig.camera?.values[control.id] == control.value, "\(FakeCamera.name(control.id))")
        }
        #expect(rig.allViolations == [])
    }

    @Test("A tap takes the place of the one before, and is answered once", arguments: Refused.allCases)
    func tap(_ refused: Refused) throws {
        for errno in [0, FakeCamera.inputOutputError] {
            var rig = try Self.regaining(refused)
            if errno != 0 { rig.camera?.refusals[.focusAuto] = errno }
            rig.forget()
            rig.answersAtOnce = false
            rig.tap(0.75, 0.5)
            rig.answerOne()
            rig.camera?.refusals = [:]
            rig.answersAtOnce = true
            rig.answerAll()
            rig.film(9000)
            let report = try #require(rig.settled.first, "errno \(errno)")
            #expect(rig.settled.count == 1 && rig.refusals == [], "errno \(errno)")
            #expect(report.focus == .converged && report.verified == [.focus, .exposure], "errno \(errno): \(report)")
            #expect(rig.camera?.integer(.focusAuto) == 0, "errno \(errno)")
            if refused == .searched { #expect(abs((rig.camera?.integer(.focusAbsolute) ?? 0) - 60) <= 8) }
            #expect(rig.states.last == "unlockableLocked timer", "errno \(errno): \(rig.states)")
            #expect(rig.faults == [], "errno \(errno)")
            #expect(rig.allViolations == [])
        }
    }

    @Test("At the end an automatic that was never changed is not switched off, although it was told to be off")
    func untouchedAtTheEnd() {
        var rig = EngineRig()
        rig.arrive(
            CameraExamples.camera(
                [CameraExamples.focusAuto(0), CameraExamples.focusAbsolute(35)] + CameraExamples.region(bits: 1)
                    + CameraExamples.button + [CameraExamples.exposureAuto()]))
        rig.camera?.setByOthers(.focusAuto, 1)
        rig.camera?.alwaysReads = [.focusAuto: 0]
        // The tap comes before the automatic would be switched on.
        rig.answersAtOnce = false
        rig.send(.start)
        rig.tap(0.25, 0.5)
        rig.answersAtOnce = true
        rig.answerAll()
        rig.pass(9000)
        #expect(!rig.writes.contains { $0.hasPrefix("focusAuto") }, "\(rig.writes)")
        rig.send(.stop)
        #expect(rig.stops == 1 && rig.camera?.integer(.focusAuto) == 1, "\(rig.writes)")
        #expect(rig.allViolations == [])
    }

    @Test("A view that is shown goes back to the automatics", arguments: Refused.allCases)
    func view(_ refused: Refused) throws {
        var rig = try Self.regaining(refused)
        rig.forget()
        rig.send(.viewShown)
        rig.film(3000)
        #expect(rig.states == ["continuousAuto view"])
        #expect(rig.camera?.integer(.focusAuto) == 1 && rig.camera?.integer(.exposureAuto) == 3)
        #expect(rig.faults == [] && rig.timers.isEmpty && rig.allViolations == [])
    }
}
