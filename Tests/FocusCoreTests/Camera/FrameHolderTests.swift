import FocusCore
import SimulatedDevices
import Testing

/// Another program holds the camera's stream: it reserves it, measures it, and lets go of it.
struct FrameHolderTests {
    private static let measuring = FrameHolder(givesFrames: true)
    private static let reserving = FrameHolder(givesFrames: false)

    private static func rig(_ camera: CameraDescription, heldBy holder: FrameHolder? = nil) -> EngineRig {
        var rig = EngineRig(started: camera)
        if let holder { rig.send(.framesHeld(holder)) }
        rig.forget()
        return rig
    }

    /// A rig whose tap searches for the lens.
    private static func searching(_ camera: CameraDescription) -> EngineRig {
        var rig = rig(camera, heldBy: measuring)
        let before = rig.camera?.integer(.focusAbsolute)
        rig.tap(0.3, 0.6)
        let isSearching = rig.filmUntil { $0.camera?.integer(.focusAbsolute) != before }
        #expect(isSearching)
        return rig
    }

    /// A tap has lost its frames, this number of frames after it, and the camera has not answered yet.
    private static func withdrawing(after frames: Int) -> EngineRig {
        var rig = rig(CameraExamples.automatic, heldBy: measuring)
        rig.tap(0.3, 0.6)
        rig.film(Int64(frames) * 33, answeringAfter: 1)
        rig.answersAtOnce = false
        rig.send(.framesHeld(reserving))
        return rig
    }

    private static func requests(_ rig: EngineRig) -> Int {
        rig.effects.count { if case .requestFrames = $0 { true } else { false } }
    }

    @Test("Levels are told anew when a program reserves the frames, measures them, and lets go of them")
    func levels() {
        var rig = Self.rig(CameraExamples.automatic)
        let told = [Self.reserving, Self.measuring, Self.reserving, nil].map { holder -> [String] in
            rig.forget()
            rig.send(.framesHeld(holder))
            return [rig.levels?.focus, rig.levels?.exposure].map {
                $0.map { "\($0.level.name) \($0.reason.name)" } ?? ""
            }
        }
        #expect(
            told == [
                ["whole frame noRegion", "whole frame noRegion"], ["software framesHeld", "software framesHeld"],
                ["whole frame noRegion", "whole frame noRegion"], ["software framesOffered", "software framesOffered"],
            ])
        rig.forget()
        rig.send(.framesHeld(nil))
        #expect(rig.effects.isEmpty, "nothing has changed")
    }

    @Test("A camera that can only be set by hand has no level while its frames are reserved, and the reason is told")
    func reservedByHand() {
        var rig = Self.rig(CameraExamples.byHand, heldBy: Self.reserving)
        rig.tap(0.5, 0.5)
        #expect(rig.refusals == [.nothingToSet])
        rig.forget()
        rig.send(.framesHeld(FrameHolder(givesFrames: false, sendsTaps: true)))
        #expect(rig.levels?.focus == LevelFinding(level: .none, reason: .framesReserved))
    }

    @Test("A camera whose own frames cannot be read can be searched in while another program measures them")
    func unreadable() {
        var camera = CameraExamples.byHand
        camera.givesFrames = false
        var rig = Self.rig(camera, heldBy: Self.measuring)
        rig.tap(0.4, 0.4)
        rig.film(4000)
        #expect(rig.settled.map(\.focus) == [.converged])
        rig.send(.framesHeld(nil))
        #expect(rig.levels?.focus.reason == .noFrames || rig.levels?.focus.reason == .framesHeld)
    }

    @Test("While the frames are reserved none are requested, and a tap goes on at the next level at once")
    func reserved() {
        var rig = Self.rig(CameraExamples.automatic, heldBy: Self.reserving)
        rig.tap(0.3, 0.6)
        rig.pass(3000)
        #expect(Self.requests(rig) == 0)
        #expect(rig.settled.map(\.focusLevel) == [.wholeFrame] && rig.settled.map(\.exposureLevel) == [.wholeFrame])
        #expect(rig.faults.isEmpty && rig.allViolations.isEmpty)
    }

    @Test("Frames that are withdrawn in the middle of a search: the tap settles at the next level, and says so once")
    func withdrawn() {
        for holder in [Self.reserving, nil] {
            var rig = Self.searching(CameraExamples.automatic)
            // The frames end as a reservation, whatever comes after it.
            rig.send(.framesHeld(Self.reserving))
            if holder == nil { rig.send(.framesHeld(nil)) }
            rig.pass(4000)
            #expect(rig.faults == [.framesWithdrawn])
            // The exposure had been found before the lens was moved.
            #expect(rig.settled.map(\.focusLevel) == [.wholeFrame] && rig.settled.map(\.exposureLevel) == [.software])
            #expect(rig.states.filter { $0.hasSuffix("tap") }.count == 1, "it is accepted once")
            #expect(rig.allViolations.isEmpty, "\(rig.allViolations)")
        }
    }

    @Test("Without a lower level the search has failed, and the lens goes back to where it was")
    func nothingBelow() {
        var rig = Self.rig(CameraExamples.lensByHand, heldBy: Self.measuring)
        rig.film(3000)
        let before = rig.camera?.integer(.focusAbsolute)
        rig.tap(0.2, 0.2)
        let hasMoved = rig.filmUntil { $0.camera?.integer(.focusAbsolute) != before }
        #expect(hasMoved)
        rig.send(.framesHeld(Self.reserving))
        rig.pass(4000)
        #expect(rig.settled.map(\.focus) == [.failed])
        #expect(rig.camera?.integer(.focusAbsolute) == before)
        #expect(rig.faults == [.framesWithdrawn] && rig.allViolations.isEmpty)
    }

    @Test("At whatever frame the holder lets go, and comes back, the tap settles exactly once")
    func anyMoment() {
        let cameras = [
            CameraExamples.automatic, CameraExamples.lensByHand, CameraExamples.byHand, CameraExamples.exposureByHand,
            CameraExamples.regionAndFrames,
        ]
        for (number, camera) in cameras.enumerated() {
            for frame in 0..<60 {
                var rig = Self.rig(camera, heldBy: Self.measuring)
                rig.tap(0.3, 0.6)
                rig.film(Int64(frame) * 33, answeringAfter: frame % 3)
                rig.send(.framesHeld(Self.reserving))
                rig.film(200, answeringAfter: frame % 2)
                if frame % 2 == 0 { rig.send(.framesHeld(Self.measuring)) }
                rig.film(6000)
                #expect(rig.settled.count == 1, "camera \(number), frame \(frame)")
                #expect(rig.allViolations.isEmpty, "camera \(number), frame \(frame): \(rig.allViolations)")
            }
        }
    }

    @Test("Frames that are withdrawn while the hold of the exposure waits to be read again: that wait ends")
    func withdrawnWhileWaiting() {
        var moments = 0
        for frame in 0..<40 {
            var rig = Self.rig(CameraExamples.automatic, heldBy: Self.measuring)
            rig.tap(0.3, 0.6)
            rig.film(Int64(frame) * 33)
            rig.camera?.alwaysReads = [.exposureAbsolute: 2000]
            let isWaiting = rig.filmUntil { $0.timers[.verification] != nil || !$0.settled.isEmpty }
            guard isWaiting, rig.settled.isEmpty else { continue }
            moments += 1
            rig.answersAtOnce = false
            rig.send(.framesHeld(Self.reserving))
            #expect(rig.timers[.verification] == nil, "frame \(frame)")
            rig.answersAtOnce = true
            rig.answerAll()
            rig.pass(4000)
            #expect(rig.settled.count == 1 && rig.allViolations.isEmpty, "frame \(frame)")
        }
        #expect(moments > 0)
    }

    @Test("A second tap on its way when the frames are withdrawn is accepted at the next level")
    func secondTap() {
        var rig = Self.searching(CameraExamples.automatic)
        rig.answersAtOnce = false
        rig.tap(0.7, 0.3)
        rig.answerOne()
        rig.send(.framesHeld(Self.reserving))
        rig.answersAtOnce = true
        rig.answerAll()
        rig.pass(4000)
        #expect(rig.states.filter { $0.hasSuffix("tap") }.count == 2)
        #expect(rig.settled.last?.focusLevel == .wholeFrame)
        #expect(rig.faults.isEmpty && rig.allViolations.isEmpty, "\(rig.faults) \(rig.allViolations)")
    }

    @Test("A stream that dies while the tap goes on at a lower level loses nothing", arguments: [true, false])
    func streamDies(returns: Bool) {
        for frames in 0..<40 {
            var rig = Self.withdrawing(after: frames)
            rig.loseFrames(errno: 5)
            if returns { rig.send(.framesHeld(Self.measuring)) }
            rig.answersAtOnce = true
            rig.answerAll()
            rig.film(6000)
            #expect(rig.settled.count == 1, "\(frames) frames")
            #expect(rig.settled.first?.focus == .converged || frames > 3, "\(frames) frames")
            #expect(rig.allViolations.isEmpty, "\(frames) frames: \(rig.allViolations)")
        }
    }

    @Test("A tap whose time is over while the camera is slow to take the lower level settles all the same")
    func timeIsOver() {
        var rig = Self.searching(CameraExamples.automatic)
        rig.answersAtOnce = false
        rig.send(.framesHeld(Self.reserving))
        rig.pass(12_000)
        rig.answersAtOnce = true
        rig.answerAll()
        rig.pass(4000)
        #expect(rig.settled.count == 1 && rig.allViolations.isEmpty, "\(rig.settled) \(rig.allViolations)")
    }

    @Test("A compensation that changes while the tap goes on at a lower level delays and loses nothing")
    func compensated() {
        for frames in 0..<40 {
            var rig = Self.withdrawing(after: frames)
            rig.send(.exposureCompensation(1))
            rig.answersAtOnce = true
            rig.answerAll()
            rig.pass(4000)
            #expect(rig.settled.count == 1, "\(frames) frames")
            #expect(rig.allViolations.isEmpty, "\(frames) frames: \(rig.allViolations)")
        }
    }

    @Test("A lens without an automatic is kept sharp again as soon as a program measures its frames")
    func continuous() {
        var rig = Self.rig(CameraExamples.byHand, heldBy: Self.reserving)
        rig.film(2000)
        #expect(Self.requests(rig) == 0 && rig.searches.isEmpty)
        rig.send(.framesHeld(Self.measuring))
        rig.film(4000)
        #expect(rig.searches.map(\.outcome) == [.found])
    }

    @Test("The scene of a held point is watched while a program measures, and not while it only reserves")
    func sceneWatch() {
        var rig = EngineRig(Configuration().with { $0.sceneWatch = .always })
        rig.arrive(CameraExamples.automatic)
        rig.send(.start)
        rig.tap(0.5, 0.5)
        rig.film(5000)
        #expect(rig.settled.count == 1 && rig.camera?.image.request?.includesGrid == true)
        rig.send(.framesHeld(Self.reserving))
        #expect(rig.camera?.image.request == nil)
        rig.send(.framesHeld(Self.measuring))
        #expect(rig.camera?.image.request?.includesGrid == true)
    }

    @Test(
        "Contacts are no taps while a program sends the taps, with the camera's frames or without, and somebody who touches is still there",
        arguments: [
            (Input.Event.framesHeld(FrameHolder(givesFrames: true, sendsTaps: true)), Input.Event.framesHeld(nil)),
            (.framesHeld(FrameHolder(givesFrames: false, sendsTaps: true)), .framesHeld(nil)),
            (.tapsSent(true), .tapsSent(false)),
        ])
    func contacts(begin: Input.Event, end: Input.Event) {
        var rig = EngineRig(Configuration().with { $0.unlockAfter = .milliseconds(5000) })
        rig.arrive(CameraExamples.automatic)
        rig.send(.touchscreenArrived(TouchTimeLine.screen))
        rig.send(.start)
        rig.send(begin)
        rig.send(.pictureTapped(x: 0.5, y: 0.5, tap: TapID(4)))
        rig.film(3500)
        rig.forget()
        for _ in 0..<4 {
            rig.pass(2000)
            rig.send(.touch(TouchContact(slot: 0, phase: .down, x: 1000, y: 1000)))
            rig.send(.touch(TouchContact(slot: 0, phase: .up, x: 1000, y: 1000)))
        }
        #expect(rig.states.isEmpty, "neither a tap nor the end of the hold: \(rig.states)")
        rig.pass(6000)
        #expect(rig.states == ["continuousAuto motion"])
        rig.send(end)
        rig.send(.touch(TouchContact(slot: 0, phase: .down, x: 1000, y: 1000)))
        rig.pass(50)
        rig.send(.touch(TouchContact(slot: 0, phase: .up, x: 1000, y: 1000)))
        #expect(rig.states.last == "autoAndForceLocked tap")
    }

    @Test(
        "A finger that is down when a program takes the taps over is no tap, now or later",
        arguments: [
            (Input.Event.framesHeld(FrameHolder(givesFrames: true, sendsTaps: true)), Input.Event.framesHeld(nil)),
            (.tapsSent(true), .tapsSent(false)),
        ])
    func fingerDown(begin: Input.Event, end: Input.Event) {
        var rig = EngineRig(started: CameraExamples.automatic)
        rig.send(.touchscreenArrived(TouchTimeLine.screen))
        rig.send(.touch(TouchContact(slot: 0, phase: .down, x: 1000, y: 1000)))
        rig.send(begin)
        rig.send(end)
        rig.send(.touch(TouchContact(slot: 0, phase: .up, x: 1000, y: 1000)))
        #expect(!rig.states.contains { $0.hasSuffix("tap") })
    }

    @Test("Whether a program sends the taps outlives the camera")
    func tapsOutliveTheCamera() {
        var rig = EngineRig(started: CameraExamples.automatic)
        rig.send(.touchscreenArrived(TouchTimeLine.screen))
        rig.send(.tapsSent(true))
        rig.send(.cameraLeft)
        rig.arrive(CameraExamples.automatic)
        rig.send(.touch(TouchContact(slot: 0, phase: .down, x: 1000, y: 1000)))
        rig.pass(50)
        rig.send(.touch(TouchContact(slot: 0, phase: .up, x: 1000, y: 1000)))
        #expect(!rig.states.contains { $0.hasSuffix("tap") })
    }

    @Test("A tap in the picture's coordinates is at that point, however the view shows it; outside it is none")
    func pictureTaps() {
        var rig = EngineRig(
            started: CameraExamples.automatic,
            Configuration().with {
                $0.view = ViewSettings().with {
                    $0.rotation = .quarter
                    $0.isMirrored = true
                }
            })
        for (x, y) in [(-0.01, 0.5), (0.5, 1.01), (.nan, 0.5), (0.5, .infinity)] {
            rig.forget()
            rig.send(.pictureTapped(x: x, y: y, tap: TapID(9)))
            #expect(rig.effects == [.tapIgnored(.outsidePicture, tap: TapID(9))])
        }
        for (x, y) in [(0.0, 0.0), (0.25, 0.75), (1.0, 1.0)] {
            rig.forget()
            rig.send(.pictureTapped(x: x, y: y, tap: TapID(9)))
            let points = rig.effects.compactMap { if case .state(let report) = $0 { report.point } else { nil } }
            #expect(points == [PointOfInterest(x: x, y: y)])
        }
    }

    @Test("Before the start and without a camera a holder changes nothing; at the end it delays nothing")
    func outside() {
        var rig = EngineRig()
        rig.send(.framesHeld(Self.measuring))
        #expect(rig.effects.isEmpty)
        rig.arrive(CameraExamples.byHand)
        rig.forget()
        rig.send(.framesHeld(Self.measuring))
        #expect(
            rig.effects == [
                .levels(
                    rig.levels
                        ?? LevelReport(
                            focus: .init(level: .none, reason: .noFrames),
                            exposure: .init(level: .none, reason: .noFrames)))
            ])
        rig.send(.start)
        rig.film(500)
        rig.send(.stop)
        rig.send(.framesHeld(nil))
        rig.film(500)
        #expect(rig.stops == 1 && rig.allViolations.isEmpty)
    }
}
