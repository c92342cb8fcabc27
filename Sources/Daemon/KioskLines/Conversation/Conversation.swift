import FocusCore

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
        /// The client gets a status, and every announcement from then on.
        case watch
    }

    /// An announcement, and the client that gets it as the answer to its tap, instead of as an event.
    package struct Notice: Equatable {
        package var announcement: Announcement
        /// Nil: it answers nobody.
        package var asker: Client?

        init(_ announcement: Announcement, answering asker: Client? = nil) {
            self.announcement = announcement
            self.asker = asker
        }
    }

    private var taps = ClientTaps()
    private var wishes = ClientWishes()
    private var state = StateReport(
        state: .continuousAuto, point: nil, cause: .start, rule: .start, indicator: .largeAtCentre)
    /// The levels that were announced for the present camera.
    private var levels: LevelReport?
    /// The compensation that was announced last, in EV.
    private var compensation: Double

    /// - Parameter compensation: the engine's compensation at the start, in EV.
    package init(compensation: Double) { self.compensation = compensation }

    /// Follows a request of a client.
    /// - Returns: nil for a request about frames, photos or the trace, which are the shell's.
    package mutating func receive(_ request: ControlRequest, from client: Client) -> Consequence? {
        switch request {
        case .tap(let x, let y, let space, let id):
            let tap = taps.add(ClientTaps.Maker(client: client, id: id))
            return switch space {
            case .view: .tap(.viewTapped(x: x, y: y, tap: tap))
            case .picture: .tap(.pictureTapped(x: x, y: y, tap: tap))
            }
        case .compensate(let ev, let untilContinuous):
            return .status(after: wishes.compensate(ev, untilContinuous: untilContinuous, for: client))
        case .view(let placement): return .status(after: wishes.place(placement, for: client))
        case .sendTaps: return .status(after: wishes.sendTaps(from: client))
        case .watch: return .watch
        case .holdFrames, .frame, .framesEnded, .photo, .photoTaken, .photoKept, .photoFailed, .markTrace, .nextTrace:
            return nil
        default: return .status(after: request.input)
        }
    }

    /// The connection of a client has closed. Returns the inputs that end its wishes, in order.
    package mutating func end(of client: Client) -> [Input.Event] { wishes.end(of: client) }

    /// The engine gets an input. Its effects follow.
    package mutating func begin(_ input: Input.Event) {
        // The levels of another camera are announced, even if they are the same.
        if case .cameraArrived = input { levels = nil }
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
        case .tapIgnored(let reason, let tap):
            let maker = end(tap)
            return Notice(.tapIgnored(reason, tap: maker?.id), answering: maker?.client)
        case .tapRefused(let reason, let tap):
            let maker = end(tap)
            return Notice(.tapRefused(reason, tap: maker?.id), answering: maker?.client)
        case .fault(let fault): return Notice(.fault(fault))
        case .compensationTakenBack:
            // `compensationNotice` announces every change of the compensation.
            return nil
        case .arm, .disarm, .call, .requestFrames, .releaseFrames, .motionSensor, .stopped: return nil
        }
    }

    private mutating func notice(of report: StateReport) -> Notice {
        var report = report
        let maker = taps.maker(of: report.tap)
        let isTap = report.cause == .tap
        if isTap { taps.accept(report.tap) }
        report.tap = maker?.id
        state = report
        return Notice(.state(report), answering: isTap ? maker?.client : nil)
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
            rule: state.rule.name.description, unlockers: engine.unlockers, moved: engine.hasMoved,
            isSettling: engine.isSettling,
            compensation: engine.compensation, missingCompensation: engine.missingCompensation,
            camera: StatusLine.Device(camera), touchscreen: StatusLine.Device(touchscreen),
            accelerometer: StatusLine.Device(accelerometer), trace: trace)
        status.camera?.focusLevel = levels?.focus.level.name.description
        status.camera?.focusReason = levels?.focus.reason.explanation.description
        status.camera?.exposureLevel = levels?.exposure.level.name.description
        status.camera?.exposureReason = levels?.exposure.reason.explanation.description
        status.camera?.frames = frames.description
        status.accelerometer?.awake = isSensorAwake
        return status
    }
}
