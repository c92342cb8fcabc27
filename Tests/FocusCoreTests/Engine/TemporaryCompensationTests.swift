import FocusCore
import Testing

/// A compensation for one customer: who takes it back, and when.
struct TemporaryCompensationTests {
    private static let lasting = 0.5
    private static let temporary = 1.5

    /// The moments at which the customer's compensation is in force.
    enum Moment: CaseIterable {
        case continuous, adjusting, forceLocked, unlockable
        /// A tap, made later, has not been accepted yet: in continuousAuto, and while an earlier point is held.
        case beforeTapOnItsWay, heldBeforeTapOnItsWay
        /// A tap, made earlier, has not been accepted yet: in continuousAuto, and while an earlier point is held.
        case afterTapOnItsWay, heldAfterTapOnItsWay
    }

    enum Event: CaseIterable {
        case tapAccepted, tapRefused, stillness, motion, viewShown, clientGone, lasting, otherCamera, stop
    }

    private static let withBias: CameraDescription = {
        var control = ControlDescription(id: .exposureBias, maximum: 4, menuItems: 0b11111, value: .integer(2))
        control.menuIntegers = [-2000, -1000, 0, 1000, 2000]
        return CameraExamples.camera(CameraExamples.basics + [control])
    }()

    static let cameras = [CameraExamples.withRegion, CameraExamples.automatic, withBias]

    /// - Parameter value: the customer's compensation; nil: none.
    private func rig(_ camera: CameraDescription, at moment: Moment, _ value: Double? = temporary) -> EngineRig {
        var configuration = Configuration()
        configuration.exposureCompensation = Self.lasting
        configuration.sceneWatch = .never
        var rig = EngineRig(started: camera, configuration)
        func compensate(_ rig: inout EngineRig) { if let value { rig.send(.temporaryCompensation(value)) } }
        func tapWithoutAnswer(_ rig: inout EngineRig) {
            rig.answersAtOnce = false
            rig.tap(0.75, 0.5)
        }
        switch moment {
        case .continuous, .beforeTapOnItsWay, .afterTapOnItsWay: break
        case .adjusting: rig.tap(0.25, 0.5)
        case .forceLocked:
            rig.tap(0.25, 0.5)
            rig.film(2500)
        case .unlockable, .heldBeforeTapOnItsWay, .heldAfterTapOnItsWay:
            rig.tap(0.25, 0.5)
            rig.film(8000)
        }
        if moment == .afterTapOnItsWay || moment == .heldAfterTapOnItsWay { tapWithoutAnswer(&rig) }
        compensate(&rig)
        if moment == .beforeTapOnItsWay || moment == .heldBeforeTapOnItsWay { tapWithoutAnswer(&rig) }
        return rig
    }

    /// ETIMEDOUT: what does not answer is not tried on every rung. Without a stream the engine's own search is none.
    private static func refuseAll(_ rig: inout EngineRig) {
        for control in rig.camera?.description.controls ?? [] { rig.camera?.refusals[control.id] = 110 }
        rig.camera?.framesErrno = 16
    }

    private func isOnItsWay(_ moment: Moment) -> Bool {
        switch moment {
        case .continuous, .adjusting, .forceLocked, .unlockable: false
        case .beforeTapOnItsWay, .heldBeforeTapOnItsWay, .afterTapOnItsWay, .heldAfterTapOnItsWay: true
        }
    }

    private func happen(_ event: Event, at moment: Moment, _ rig: inout EngineRig) {
        switch event {
        case .tapAccepted, .tapRefused:
            if event == .tapRefused { Self.refuseAll(&rig) }
            rig.answersAtOnce = true
            if isOnItsWay(moment) { rig.answerAll() } else { rig.tap(0.75, 0.5) }
        case .stillness: rig.pass(3500)
        case .motion: rig.shake()
        case .viewShown: rig.send(.viewShown)
        case .clientGone: rig.send(.temporaryCompensation(nil))
        case .lasting: rig.send(.exposureCompensation(-1))
        case .otherCamera:
            let camera = rig.camera?.description
            rig.leave()
            if let camera { rig.arrive(camera) }
        case .stop: rig.send(.stop)
        }
    }

    /// True if the event takes the customer's compensation back.
    private func takesBack(_ event: Event, at moment: Moment) -> Bool {
        switch event {
        // A compensation that is newer than the tap belongs to it.
        case .tapAccepted: moment != .afterTapOnItsWay && moment != .heldAfterTapOnItsWay
        case .viewShown, .clientGone, .otherCamera: true
        // The second of shaking goes on beyond the force lock.
        case .motion: moment == .unlockable || moment == .forceLocked || moment == .heldBeforeTapOnItsWay
        case .tapRefused, .stillness, .lasting, .stop: false
        }
    }

    @Test(
        "It ends with an accepted tap, the return to continuous and its client, and with nothing else",
        arguments: cameras, Moment.allCases)
    func everyEnd(_ camera: CameraDescription, _ moment: Moment) {
        for event in Event.allCases {
            var rig = rig(camera, at: moment)
            let isRefused = event == .tapRefused
            #expect(rig.engine.compensation == Self.temporary)
            rig.forget()
            happen(event, at: moment, &rig)
            let isTakenBack = takesBack(event, at: moment)
            let expected = event == .lasting ? -1 : isTakenBack ? Self.lasting : Self.temporary
            #expect(rig.engine.compensation == expected, "\(moment), \(event): \(rig.states)")
            #expect(rig.takenBack == (isTakenBack ? [Self.lasting] : []), "\(moment), \(event)")
            if isRefused { #expect(rig.refusals == [.cameraRefused], "\(moment)") }
            if event == .tapAccepted { #expect(rig.states.last == "autoAndForceLocked tap", "\(moment)") }
            #expect(rig.allViolations == [], "\(moment), \(event)")
        }
    }

    @Test("What is taken back is taken back once; a lasting compensation is never", arguments: Moment.allCases)
    func once(_ moment: Moment) {
        var rig = rig(CameraExamples.withRegion, at: moment)
        rig.answersAtOnce = true
        rig.answerAll()
        rig.send(.exposureCompensation(-1))
        rig.forget()
        for event in Event.allCases where event != .stop { happen(event, at: .continuous, &rig) }
        #expect(rig.engine.compensation == -1)
        #expect(rig.takenBack == [])
    }

    @Test("A second customer's takes the place of the first's, and the lasting one follows both")
    func second() {
        var rig = rig(CameraExamples.withRegion, at: .unlockable)
        rig.send(.temporaryCompensation(-2))
        #expect(rig.engine.compensation == -2)
        rig.send(.temporaryCompensation(nil))
        #expect(rig.engine.compensation == Self.lasting)
    }

    @Test("What is no number is reported and ignored; what is too much is taken as the most")
    func unusable() {
        var rig = rig(CameraExamples.withRegion, at: .continuous)
        rig.send(.temporaryCompensation(.nan))
        #expect(rig.faults == [.compensationUnusable])
        #expect(rig.engine.compensation == Self.temporary)
        rig.send(.temporaryCompensation(-100))
        #expect(rig.engine.compensation == -4)
    }

    @Test("Before the start it is only noted, and the start does not take it back")
    func beforeStart() {
        var rig = EngineRig()
        rig.arrive(Self.withBias)
        rig.send(.temporaryCompensation(1))
        #expect(rig.calls.isEmpty)
        rig.send(.start)
        #expect(rig.engine.compensation == 1)
        #expect(rig.camera?.integer(.exposureBias) == 3)
        rig.send(.viewShown)
        #expect(rig.camera?.integer(.exposureBias) == 2)
    }

    @Test(
        "After a tap that takes it back, everything is as if it had never been", arguments: cameras,
        [.continuous, .beforeTapOnItsWay] as [Moment])
    func leavesNoTrace(_ camera: CameraDescription, _ moment: Moment) {
        func held(_ value: Double?) -> [Int64?] {
            var rig = rig(camera, at: moment, value)
            happen(.tapAccepted, at: moment, &rig)
            rig.film(9000)
            return [rig.camera?.integer(.exposureAbsolute), rig.camera?.integer(.exposureBias), rig.camera?.exposure]
        }
        #expect(held(Self.temporary) == held(nil), "\(moment)")
    }

    @Test(
        "A tap that takes it back exposes as one without it, also where the earlier hold was compensated",
        arguments: [.unlockable, .forceLocked, .adjusting, .heldBeforeTapOnItsWay] as [Moment])
    func exposesAnew(_ moment: Moment) {
        func mean(_ value: Double?) -> Double {
            var rig = rig(CameraExamples.automatic, at: moment, value)
            happen(.tapAccepted, at: moment, &rig)
            rig.film(9000)
            return rig.camera?.image.mean(isLeft: false) ?? 0
        }
        #expect(abs(mean(Self.temporary) / mean(nil) - 1) < 0.06, "\(moment)")
    }

    @Test("When its client goes, what is held has its exposure of before again", arguments: cameras)
    func clientGoes(_ camera: CameraDescription) {
        var rig = rig(camera, at: .unlockable, nil)
        let before = rig.camera?.integer(.exposureAbsolute)
        rig.send(.temporaryCompensation(Self.temporary))
        rig.film(1000)
        #expect(rig.camera?.integer(.exposureAbsolute) ?? 0 > before ?? .max)
        rig.send(.temporaryCompensation(nil))
        rig.film(1000)
        #expect(rig.camera?.integer(.exposureAbsolute) == before)
        #expect(rig.engine.missingCompensation == 0)
    }

    @Test("A client that goes without having asked for one changes nothing: the watch of the scene goes on")
    func clientWithoutOne() {
        var rig = EngineRig(started: CameraExamples.automatic, Configuration().with { $0.sceneWatch = .always })
        rig.tap(0.25, 0.5)
        rig.film(8000)
        let before = rig.engine
        #expect(rig.send(.temporaryCompensation(nil)) == [])
        #expect(rig.engine == before)
    }

    @Test("After a refused tap an automatic that still adjusts has the customer's bias")
    func biasAfterRefusal() {
        var rig = EngineRig(started: Self.withBias)
        rig.send(.exposureCompensation(-1))
        rig.tap(0.25, 0.5)
        rig.send(.temporaryCompensation(1))
        // The bias is written before the exposure is refused.
        rig.camera?.refusals = [.focusAuto: 110]
        rig.answersAtOnce = false
        rig.tap(0.75, 0.5)
        while rig.refusals.isEmpty, rig.demand != nil { rig.answerOne() }
        rig.camera?.refusals = [:]
        rig.answersAtOnce = true
        rig.answerAll()
        #expect(rig.engine.compensation == 1)
        #expect(rig.camera?.integer(.exposureBias) == 3)
        rig.film(4000)
        #expect(rig.engine.missingCompensation == 0)
    }
}

extension EngineRig {
    /// The compensations to which temporary ones were taken back.
    fileprivate var takenBack: [Double] {
        effects.compactMap { if case .compensationTakenBack(let value) = $0 { value } else { nil } }
    }
}
