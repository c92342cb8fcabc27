import FocusCore
import KioskLines
import KioskRuntime
import SimulatedDevices
import Testing

/// What requests lead to, and whom an effect answers.
struct ConversationTests {
    /// A conversation with some clients.
    private final class Talk {
        private var conversation = Conversation(compensation: 0)

        func receive(_ request: ControlRequest, from client: Conversation.Client = 1) -> Conversation.Consequence? {
            conversation.receive(request, from: client)
        }

        /// A client taps.
        /// - Returns: the number that the engine gets for the tap.
        func tap(_ id: UInt64, from client: Conversation.Client) throws -> TapID {
            let consequence = receive(.tap(x: 0.25, y: 0.5, in: .picture, id: TapID(id)), from: client)
            guard case .tap(.pictureTapped(0.25, 0.5, let number?)) = consequence else { throw NoTap() }
            return number
        }

        func notice(of effect: Effect) -> Conversation.Notice? { conversation.notice(of: effect) }
        func compensated(_ ev: Double) -> Announcement? { conversation.compensationNotice(ev)?.announcement }
        func begin(_ input: Input.Event) { conversation.begin(input) }
        func end(of client: Conversation.Client) -> [Input.Event] { conversation.end(of: client) }
        func dueInput() -> Input.Event? { conversation.dueInput() }
        func standing(of own: TapID?, isTaken: Bool = false) -> SightMachine.Standing {
            conversation.standing(of: own, isTaken: isTaken)
        }
    }

    private struct NoTap: Error {}
    private struct NoStatus: Error {}

    private let talk = Talk()

    private func accepted(_ tap: TapID?) -> StateReport {
        StateReport(
            state: .autoAndForceLocked(.centre), point: .centre, cause: .tap, rule: .tapped,
            indicator: .smallAtPoint(.centre), tap: tap)
    }

    @Test("A tap in view coordinates and one in those of the picture are different inputs")
    func spaces() {
        #expect(talk.receive(.tap(x: 0.1, y: 0.2)) == .tap(.viewTapped(x: 0.1, y: 0.2, tap: TapID(1))))
        let picture = ControlRequest.tap(x: 0.1, y: 0.2, in: .picture)
        #expect(talk.receive(picture) == .tap(.pictureTapped(x: 0.1, y: 0.2, tap: TapID(2))))
    }

    @Test(
        "The state that a tap leads to answers the client that tapped, with its own id; a finger's tap answers nobody")
    func acceptedTap() throws {
        let notice = talk.notice(of: .state(accepted(try talk.tap(7, from: 3))))
        #expect(notice?.asker == 3 && notice?.announcement == .state(accepted(TapID(7))))
        let finger = talk.notice(of: .state(accepted(nil)))
        #expect(finger?.asker == nil && finger?.announcement == .state(accepted(nil)))
    }

    @Test(
        "What follows an accepted tap answers nobody: the report that it has settled, with the client's id, and other states"
    )
    func laterReports() throws {
        let number = try talk.tap(7, from: 3)
        _ = talk.notice(of: .state(accepted(number)))
        var report = SettledReport(
            focus: .held, focusLevel: .wholeFrame, exposure: nil, exposureLevel: .none, tap: number)
        let settled = talk.notice(of: .settled(report))
        report.tap = TapID(7)
        #expect(settled?.asker == nil && settled?.announcement == .settled(report))
        let unlockable = StateReport(
            state: .unlockableLocked, point: .centre, cause: .timer, rule: .lockElapsedStill, indicator: .weakened)
        let later = talk.notice(of: .state(unlockable))
        #expect(later?.asker == nil && later?.announcement == .state(unlockable))
    }

    @Test("A tap that is ignored or refused answers its client once, and is forgotten")
    func endedTaps() throws {
        let (one, other) = (try talk.tap(1, from: 1), try talk.tap(2, from: 2))
        let ignored = talk.notice(of: .tapIgnored(.overtaken, tap: one))
        #expect(ignored?.asker == 1 && ignored?.announcement == .tapIgnored(.overtaken, tap: TapID(1)))
        let refused = talk.notice(of: .tapRefused(.noCamera, tap: other))
        #expect(refused?.asker == 2 && refused?.announcement == .tapRefused(.noCamera, tap: TapID(2)))
        for tap in [one, other] {
            let again = talk.notice(of: .tapIgnored(.palm, tap: tap))
            #expect(again?.asker == nil && again?.announcement == .tapIgnored(.palm))
        }
    }

    @Test("The same levels are announced again only for another camera")
    func levels() {
        let finding = LevelFinding(level: .none, reason: .noAutomatic)
        let effect = Effect.levels(LevelReport(focus: finding, exposure: finding))
        #expect(talk.notice(of: effect) != nil)
        talk.begin(.cameraLeft)
        #expect(talk.notice(of: effect) == nil)
        talk.begin(.cameraArrived(CameraDescription(imageWidth: 64, imageHeight: 48, controls: [])))
        #expect(talk.notice(of: effect) != nil)
    }

    @Test("Another compensation is announced once")
    func compensation() {
        #expect(talk.compensated(0) == nil)
        #expect(talk.compensated(0.7) == .compensation(0.7))
        #expect(talk.compensated(0.7) == nil)
        #expect(talk.compensated(0) == .compensation(0))
    }

    @Test("The line of a status names what can unlock a hold now: not the scene while the frames for it have stopped")
    func unlockers() throws {
        var configuration = Configuration()
        configuration.sceneWatch = .always
        var kiosk = SimulatedKiosk(configuration: configuration)
        var conversation = Conversation(compensation: 0)
        var request: UInt32 = 0
        func live(until milliseconds: Int64) {
            while let occurrence = kiosk.next(until: Instant(nanoseconds: milliseconds * 1_000_000)) {
                guard case .step(_, let effects) = occurrence else { continue }
                for index in 0..<effects.count {
                    guard let effect = effects[index] else { continue }
                    if case .requestFrames(let id, _) = effect { request = id }
                    _ = conversation.notice(of: effect)
                }
            }
        }
        func status() throws -> StatusLine {
            let told = conversation.status(
                of: kiosk.engine, camera: nil, touchscreen: nil, accelerometer: nil, isSensorAwake: false)
            guard case .status(let status)? = KioskLine(told.line(at: kiosk.now)) else { throw NoStatus() }
            return status
        }
        let accelerometer = MovedReasons(.accelerometer)
        var both = accelerometer
        both.insert(MovedReasons(.scene))
        live(until: 2000)
        #expect(try status().unlockers == nil, "nothing is held")
        kiosk.feed(.pictureTapped(x: 0.5, y: 0.5))
        live(until: 12_000)
        #expect(try status().state == "unlockableLocked")
        #expect(try status().unlockers == both)
        kiosk.feed(.frames(.lost(request: request, errno: 110)))
        live(until: 12_000)
        #expect(try status().unlockers == accelerometer)
        live(until: 15_000)
        #expect(try status().unlockers == both, "frames come again")
    }

    @Test("The end of a connection takes back its wishes, in order, and only its own")
    func end() {
        let place = ViewPlacement(
            screen: ScreenSize(width: 9, height: 9), view: ViewRectangle(x: 0, y: 0, width: 9, height: 9))
        for request: ControlRequest in [.compensate(ev: 1, untilContinuous: true), .view(place), .sendTaps] {
            #expect(talk.receive(request, from: 1) != nil)
        }
        #expect(talk.end(of: 2) == [])
        #expect(talk.end(of: 1) == [.temporaryCompensation(nil), .viewPlaced(nil), .tapsSent(false)])
        #expect(talk.end(of: 1) == [])
    }

    /// A client locks at a point, and the camera accepts it.
    private func lock(_ wish: LockWish, from client: Conversation.Client) throws -> Conversation.Notice? {
        guard case .tap(.keep(let keep)) = talk.receive(.lock(wish), from: client) else { throw NoTap() }
        if keep.place != .held { _ = talk.notice(of: .state(accepted(keep.tap))) }
        return talk.notice(of: .kept(keep.keeper, tap: keep.tap))
    }

    @Test("A lock is answered once, when it has begun, with the client's id; its state is an event")
    func lockAnswered() throws {
        let wish = LockWish(x: 0.25, y: 0.5, in: .picture, id: TapID(7))
        guard case .tap(.keep(let keep)) = talk.receive(.lock(wish), from: 3) else { throw NoTap() }
        #expect(keep.keeper == .application && keep.place == .picture(x: 0.25, y: 0.5))
        let state = talk.notice(of: .state(accepted(keep.tap)))
        #expect(state?.asker == nil && state?.announcement == .state(accepted(TapID(7))))
        let kept = talk.notice(of: .kept(.application, tap: keep.tap))
        #expect(kept?.asker == 3 && kept?.request == .lock && kept?.announcement == .lock(.application, tap: TapID(7)))
        guard case .tap(.keep(let other)) = talk.receive(.lock(LockWish(id: TapID(8))), from: 3) else { throw NoTap() }
        let refused = talk.notice(of: .tapRefused(.noCamera, tap: other.tap))
        #expect(refused?.asker == 3 && refused?.request == .lock)
    }

    @Test("A lock that is unlocked before it has begun is answered once, by the state of its tap")
    func lockWithdrawn() throws {
        let wish = LockWish(x: 0.25, y: 0.5, in: .picture, id: TapID(7))
        guard case .tap(.keep(let keep)) = talk.receive(.lock(wish), from: 3) else { throw NoTap() }
        #expect(talk.receive(.unlock, from: 3) == .status(after: .keepEnded))
        let state = talk.notice(of: .state(accepted(keep.tap)))
        #expect(state?.asker == 3 && state?.request == .lock && state?.announcement == .state(accepted(TapID(7))))
        #expect(talk.notice(of: .kept(.application, tap: keep.tap))?.asker == nil)
    }

    @Test("No other withdraws a lock before it has begun, unless a tap of anybody would end it, or it stays")
    func lockOnItsWay() throws {
        guard case .tap(.keep(let keep)) = talk.receive(.lock(LockWish(x: 0, y: 0)), from: 3) else { throw NoTap() }
        guard case .refused = talk.receive(.unlock, from: 4) else { throw NoTap() }
        _ = talk.notice(of: .state(accepted(keep.tap)))
        #expect(talk.notice(of: .kept(.application, tap: keep.tap))?.asker == 3)
        #expect(talk.receive(.unlock, from: 3) == .status(after: .keepEnded))
        _ = talk.notice(of: .kept(nil))
        for wish in [LockWish(x: 0, y: 0, endsWithTap: true), LockWish(x: 0, y: 0, stays: true)] {
            _ = talk.receive(.lock(wish), from: 3)
            #expect(talk.receive(.unlock, from: 4) == .status(after: .keepEnded))
        }
    }

    @Test("A lock ends with the connection that has asked for it, even before it has begun; one that stays does not")
    func lockEnds() throws {
        _ = try lock(LockWish(), from: 3)
        #expect(talk.end(of: 2) == [] && talk.end(of: 3) == [.keepEnded])
        _ = talk.receive(.lock(LockWish(x: 0, y: 0)), from: 4)
        #expect(talk.end(of: 4) == [.keepEnded])
        _ = try lock(LockWish(endsWithTap: true, stays: true), from: 5)
        #expect(talk.end(of: 5) == [])
        #expect(talk.receive(.unlock, from: 6) == .status(after: .keepEnded))
    }

    /// The client 3 has a lock that a tap ends, and leaves while the camera has not answered to the lock of client 4.
    private func lockThatFollows() throws -> KeepWish {
        _ = try lock(LockWish(endsWithTap: true), from: 3)
        guard case .tap(.keep(let next)) = talk.receive(.lock(LockWish(x: 0, y: 0)), from: 4) else { throw NoTap() }
        #expect(talk.end(of: 3) == [] && talk.dueInput() == nil)
        return next
    }

    @Test("A lock on its way begins, though the connection has left that had the lock before it")
    func lockAfterAnother() throws {
        let next = try lockThatFollows()
        _ = talk.notice(of: .state(accepted(next.tap)))
        #expect(talk.notice(of: .kept(.application, tap: next.tap))?.asker == 4)
        #expect(talk.dueInput() == nil && talk.end(of: 4) == [.keepEnded])
    }

    @Test("If the camera refuses a lock on its way, the one of a connection that has left ends then")
    func noLockAfterAnother() throws {
        let next = try lockThatFollows()
        #expect(talk.notice(of: .tapRefused(.cameraRefused, tap: next.tap))?.asker == 4)
        #expect(talk.dueInput() == .keepEnded && talk.dueInput() == nil)
    }

    @Test("While a connection keeps what is held, no other locks or unlocks, and its own taps move the lock")
    func oneOwner() throws {
        _ = try lock(LockWish(), from: 3)
        for request in [ControlRequest.lock(LockWish()), .unlock] {
            guard case .refused(let reason) = talk.receive(request, from: 4) else { throw NoTap() }
            #expect(reason.contains("another connection"))
        }
        guard case .tap(.keep(let own)) = talk.receive(.tap(x: 0.25, y: 0.5), from: 3) else { throw NoTap() }
        #expect(own.keeper == .application && own.place == .view(x: 0.25, y: 0.5))
        let state = talk.notice(of: .state(accepted(own.tap)))
        #expect(state?.asker == 3 && state?.request == .tap)
        #expect(talk.notice(of: .kept(.application, tap: own.tap))?.asker == nil)
        guard case .tap(.viewTapped) = talk.receive(.tap(x: 0, y: 0), from: 4) else { throw NoTap() }
        #expect(talk.end(of: 3) == [.keepEnded])
        _ = talk.notice(of: .kept(nil))
        #expect(talk.receive(.unlock, from: 4) == .status(after: .keepEnded))
    }

    @Test("The list of cameras is read as it is written, whatever their names are")
    func cameras() {
        let camera = CamerasLine.Camera(name: "A \"B\" é", path: "/dev/video0", isUsed: true)
        for line in [CamerasLine(), CamerasLine([camera, CamerasLine.Camera(name: "", path: "/dev/video2")])] {
            #expect(KioskLine(line.line(at: Instant(nanoseconds: 7))) == .cameras(line))
        }
    }

    @Test("The latest tap at a code or a face has the say about focus until somebody else taps, or something moves")
    func standing() throws {
        #expect(talk.standing(of: nil) == .free)
        #expect(talk.standing(of: nil, isTaken: true) == .taken)
        let own = try talk.tap(7, from: 3)
        // It is on its way.
        #expect(talk.standing(of: own, isTaken: true) == .own)
        _ = talk.notice(of: .state(accepted(own)))
        #expect(talk.standing(of: own) == .own)
        #expect(talk.standing(of: own, isTaken: true) == .taken)
        // A finger.
        _ = talk.notice(of: .state(accepted(nil)))
        #expect(talk.standing(of: own) == .taken)
        let moved = StateReport(
            state: .continuousAuto, point: nil, cause: .motion, rule: .movedUnlocks, indicator: .unchanged)
        _ = talk.notice(of: .state(moved))
        #expect(talk.standing(of: own) == .free)
    }

    @Test("Requests about frames, photos, movies, codes, faces, the trace, a camera and a lamp are the shell's")
    func shell() {
        let hold = ControlRequest.holdFrames(HoldWish(camera: "c"))
        let photo = ControlRequest.photo(PhotoRequest(path: "a.jpg"))
        let others = [ControlRequest.framesEnded, .nextTrace, .markTrace("m"), .camera("c"), .cameras, .lamp(level: 1)]
        let movie = ControlRequest.movie(MovieRequest(path: "a.mkv"))
        for request in others + [hold, photo, movie, .endMovie(), .codeRead(nil), .faceSeen(nil)] {
            #expect(talk.receive(request) == nil)
        }
        #expect(talk.receive(.status) == .status(after: nil))
        #expect(talk.receive(.watch) == .watch)
    }
}
