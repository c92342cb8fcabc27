import FocusCore
import RequestNames

/// What a kiosk and its clients say to each other: requests become inputs of the engine, and effects of the engine become
/// announcements. It knows which client has asked for what.
///
/// `tapfocus run` and the simulated kiosk of a web page both speak through it. It is a value without a clock, and sends nothing:
/// the shell feeds the inputs to the engine and sends the lines.
package struct Conversation {
    /// Identifies a client; a number is never used again.
    package typealias Client = UInt64

    /// What a request leads to.
    package enum Consequence: Equatable {
        /// The engine gets this input. The answer is the fate of the tap: `notice(of:)` returns it.
        case tap(Input.Event)
        /// The engine gets this input, if there is one. Then the client gets a status.
        case status(after: Input.Event?)
        /// Nothing comes of it, because of this: a sentence for the client.
        case refused(String)
        /// The client gets a status, and every announcement from then on.
        case watch
    }

    /// An announcement, and the client that gets it as the answer to its tap, instead of as an event.
    package struct Notice: Equatable {
        package var announcement: Announcement
        /// Nil: it answers nobody.
        package var asker: Client?
        /// The request that it answers.
        package var request: RequestName

        init(_ announcement: Announcement, answering asker: Client? = nil, _ request: RequestName = .tap) {
            self.announcement = announcement
            self.asker = asker
            self.request = request
        }
    }

    private var taps = ClientTaps()
    private var wishes = ClientWishes()
    private var state = StateReport(
        state: .continuousAuto, point: nil, cause: .start, rule: .start, indicator: .largeAtCentre)
    /// True if the client that keeps what is held has gone, and the lock of another is on its way to take its place.
    private var isKeptByNobody = false
    /// The levels that were announced for the present camera.
    private var levels: LevelReport?
    /// The zoom of the present camera; nil: it has none.
    private var zoom: ZoomReport?
    /// The compensation that was announced last, in EV.
    private var compensation: Double

    /// - Parameter compensation: the engine's compensation at the start, in EV.
    package init(compensation: Double) { self.compensation = compensation }

    /// Follows a request of a client.
    /// - Parameter reason: the reason why the engine cannot fulfil it, as `ControlRequest.reason(against:)` gives it.
    /// - Returns: nil for a request about frames, photos, movies, codes, faces, the trace or a device, which are the shell's.
    package mutating func receive(
        _ request: ControlRequest, from client: Client, against reason: String? = nil
    ) -> Consequence? {
        switch request {
        case .tap(let x, let y, let space, let id):
            let tap = taps.add(ClientTaps.Maker(client: client, id: id))
            if wishes.isKeeping(client) { return .tap(.keep(LockWish(x: x, y: y, in: space).keep(tap))) }
            return switch space {
            case .view: .tap(.viewTapped(x: x, y: y, tap: tap))
            case .picture: .tap(.pictureTapped(x: x, y: y, tap: tap))
            }
        case .lock(let wish):
            if wishes.isKept(againstAll: client) { return .refused(Self.keptByAnother) }
            let maker = ClientTaps.Maker(
                client: client, id: wish.id, request: .lock, stays: wish.stays, endsWithTap: wish.endsWithTap)
            return .tap(.keep(wish.keep(taps.add(maker))))
        case .unlock:
            if wishes.isKept(againstAll: client) || taps.awaitsLock(againstAll: client) {
                return .refused(Self.keptByAnother)
            }
            taps.withdrawLocks()
            return .status(after: .keepEnded)
        case .light(let isOn, let stays):
            return .status(after: wishes.light(isOn: isOn, stays: stays, for: client))
        case .zoom(let request):
            if let reason = reasonAgainst(request.wish) ?? reason { return .refused(reason) }
            return .status(after: wishes.zoom(request, for: client))
        case .compensate(let ev, let untilContinuous):
            return .status(after: wishes.compensate(ev, untilContinuous: untilContinuous, for: client))
        case .view(let placement): return .status(after: wishes.place(placement, for: client))
        case .sendTaps: return .status(after: wishes.sendTaps(from: client))
        case .watch: return .watch
        case .holdFrames, .frame, .framesEnded, .photo, .photoTaken, .photoKept, .photoFailed, .movie, .endMovie,
            .movieBegun, .movieEnded, .codeRead, .faceSeen, .markTrace, .nextTrace, .camera, .cameras, .lamp:
            return nil
        default: return .status(after: request.input)
        }
    }

    /// The reason why the camera cannot fulfil a wish; nil: it can, as far as is known.
    private func reasonAgainst(_ wish: ZoomWish) -> String? {
        guard let zoom else {
            return "there is no camera with a zoom: crop the picture in your application, and name the part in crop."
        }
        guard case .factor(let factor) = wish.target else { return nil }
        guard let largest = zoom.largest else {
            return "the driver does not say how much the camera's zoom enlarges: send linear, 0…1, in place of factor."
        }
        return factor <= largest ? nil : "the camera cannot enlarge that much: send at most the factor in largest."
    }

    private static let keptByAnother =
        "another connection has locked focus and exposure, and only that one ends it. Close that connection, or send "
        + "show-view."

    /// The lamp that the shell switches is lit, or is off again. Returns the engine's input.
    package mutating func lamp(isLit: Bool) -> Input.Event { wishes.lamp(isLit: isLit) }

    /// The connection of a client has closed. Returns the inputs that end its wishes, in order.
    package mutating func end(of client: Client) -> [Input.Event] {
        var inputs = wishes.end(of: client, awaitsLock: taps.awaitsLock(of: client))
        guard let ended = inputs.firstIndex(of: .keepEnded) else { return inputs }
        if taps.awaitsLock(ofAnother: client) {
            // That one takes the place of the present lock. If nothing comes of it, `dueInput` ends the present one.
            isKeptByNobody = true
            inputs.remove(at: ended)
        } else {
            taps.withdrawLocks()
        }
        return inputs
    }

    /// Who has the say about focus, for taps of the lowest rank.
    /// - Parameters:
    ///   - own: the latest of these taps.
    ///   - isTaken: true while any tap is on its way, or somebody has locked, or there is no camera.
    package func standing(of own: TapID?, isTaken: Bool) -> SightMachine.Standing {
        if taps.isWaiting(own) { return .own }
        if isTaken { return .taken }
        if state.state == .continuousAuto { return .free }
        // It does not wait: it is the accepted one, or over.
        return taps.maker(of: own) == nil ? .taken : .own
    }

    /// The input that the engine gets because of the effects of its latest step; nil: none. To be asked after each step, unless
    /// there is only one client.
    package mutating func dueInput() -> Input.Event? {
        guard isKeptByNobody, !taps.isAwaitingLock else { return nil }
        isKeptByNobody = false
        return .keepEnded
    }

    /// The engine gets an input. Its effects follow.
    package mutating func begin(_ input: Input.Event) {
        // The levels of another camera are announced, even if they are the same.
        switch input {
        case .cameraArrived: (levels, zoom) = (nil, nil)
        case .cameraLeft: zoom = nil
        default: break
        }
    }

    /// The announcement that an effect leads to; nil: none.
    package mutating func notice(of effect: Effect) -> Notice? {
        switch effect {
        case .state(let report): return notice(of: report)
        case .settled(var report):
            report.tap = taps.maker(of: report.tap)?.id
            return Notice(.settled(report))
        case .searched(let report): return Notice(.searched(report))
        case .exposed(let report): return Notice(.exposed(report))
        case .levels(let report):
            // A program that takes or leaves the frames often changes nothing about them.
            guard report != levels else { return nil }
            levels = report
            return Notice(.levels(report))
        case .zoomed(let report):
            zoom = report
            // The square moves with the picture.
            if state.state != .continuousAuto { state.point = report.point }
            return Notice(.zoom(report))
        case .relit(let report): return Notice(.relit(report))
        case .shutter(let isClosed): return Notice(.shutter(isClosed: isClosed))
        case .kept(let keeper, let tap): return notice(of: keeper, tap)
        case .tapIgnored(let reason, let tap):
            let maker = end(tap)
            return Notice(.tapIgnored(reason, tap: maker?.id), answering: maker?.client, maker?.request ?? .tap)
        case .tapRefused(let reason, let tap):
            let maker = end(tap)
            return Notice(.tapRefused(reason, tap: maker?.id), answering: maker?.client, maker?.request ?? .tap)
        case .fault(let fault): return Notice(.fault(fault))
        case .compensationTakenBack:
            // `compensationNotice` announces every change of the compensation.
            return nil
        case .arm, .disarm, .call, .requestFrames, .releaseFrames, .motionSensor, .cameraReleased, .stopped: return nil
        }
    }

    private mutating func notice(of report: StateReport) -> Notice {
        var report = report
        let maker = taps.maker(of: report.tap)
        let isTap = report.cause == .tap
        if isTap { taps.accept(report.tap) }
        report.tap = maker?.id
        state = report
        let isAnswer = isTap && maker?.isAnsweredByState == true
        return Notice(.state(report), answering: isAnswer ? maker?.client : nil, maker?.request ?? .tap)
    }

    private mutating func notice(of keeper: Keeper?, _ tap: TapID?) -> Notice {
        isKeptByNobody = false
        // A hold that exists is kept without another tap.
        let maker = taps.maker(of: tap)
        taps.end(tap)
        wishes.locked(by: keeper, for: maker)
        let isAnswer = maker?.isAnsweredByState == false
        return Notice(.lock(keeper, tap: maker?.id), answering: isAnswer ? maker?.client : nil, .lock)
    }

    private mutating func end(_ tap: TapID?) -> ClientTaps.Maker? {
        let maker = taps.maker(of: tap)
        taps.end(tap)
        return maker
    }

    /// The announcement of the engine's compensation, in EV, after a step; nil if it is the same as before.
    package mutating func compensationNotice(_ compensation: Double) -> Notice? {
        guard compensation != self.compensation else { return nil }
        self.compensation = compensation
        return Notice(.compensation(compensation))
    }

    /// The present status, with what the shell knows of devices.
    /// - Parameters:
    ///   - frames: the source of the camera's frames: camera (its own stream), reserved, or holder.
    ///   - trace: the file or the folder of the trace that is being written.
    package func status(
        of engine: Engine, camera: DeviceNews?, frames: StaticString = "camera", touchscreen: DeviceNews?,
        accelerometer: DeviceNews?, isSensorAwake: Bool, trace: String? = nil
    ) -> StatusLine {
        var status = StatusLine(
            state: state.state.name.description, point: state.point, cause: state.cause.name.description,
            rule: state.rule.name.description, unlockers: engine.unlockers, moved: engine.hasMoved, kept: engine.keeper,
            isSettling: engine.isSettling, light: wishes.isLit ? true : nil,
            compensation: engine.compensation, missingCompensation: engine.missingCompensation,
            camera: StatusLine.Device(camera), touchscreen: StatusLine.Device(touchscreen),
            accelerometer: StatusLine.Device(accelerometer), trace: trace)
        status.camera?.focusLevel = levels?.focus.level.name.description
        status.camera?.focusReason = levels?.focus.reason.explanation.description
        status.camera?.exposureLevel = levels?.exposure.level.name.description
        status.camera?.exposureReason = levels?.exposure.reason.explanation.description
        status.camera?.frames = frames.description
        status.camera?.shutter = engine.isShutterClosed.map { $0 ? "closed" : "open" }
        status.camera?.zoom = zoom?.linear
        status.camera?.zoomFactor = zoom?.factor
        status.camera?.zoomLargest = zoom?.largest
        status.accelerometer?.awake = isSensorAwake
        return status
    }
}
