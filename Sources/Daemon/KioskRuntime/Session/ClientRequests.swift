import FocusCore
import LinuxDevices

/// The requests of clients: each goes to the part that it is for, and is answered, unless the answer is the fate of a tap.
final class ClientRequests {
    private let audience: Audience
    private let steps: EngineSteps
    private let trace: SessionTrace
    private let devices: Devices
    private let frames: FrameExchange
    let cameraSwitch: CameraSwitch
    var conversation: Conversation
    private var sights = Sights()

    init(
        _ audience: Audience, _ steps: EngineSteps, _ trace: SessionTrace, _ devices: Devices, _ frames: FrameExchange
    ) {
        (self.audience, self.steps, self.trace, self.devices, self.frames) = (audience, steps, trace, devices, frames)
        cameraSwitch = CameraSwitch(devices.camera, frames, audience, steps)
        conversation = Conversation(compensation: steps.engine.compensation)
        cameraSwitch.sendStatus = { [unowned self] in sendStatus(to: $0) }
    }

    private var photos: Photos { frames.photos }

    func answer(_ request: ControlRequest, _ client: Conversation.Client) {
        let reason = request.reason(against: steps.engine)
        switch conversation.receive(request, from: client, against: reason) {
        case .tap(let input): steps.feed(input)
        case .status(let input):
            if let input { steps.feed(input) }
            sendStatus(to: client)
        case .refused(let reason): audience.refuse(request, of: client, because: reason)
        case .watch:
            sendStatus(to: client)
            audience.server?.beginWatching(client)
        case nil: answerForParts(request, client)
        }
    }

    private func answerForParts(_ request: ControlRequest, _ client: Conversation.Client) {
        switch request {
        case .holdFrames(let wish): hold(wish, by: client)
        case .frame(let frame): frames.receive(frame, from: client)
        case .framesEnded:
            frames.endFrames(by: client)
            photos.holderChanged()
        case .photo, .photoTaken, .photoKept, .photoFailed: photos.follow(request, of: client)
        case .movie, .endMovie, .movieBegun, .movieEnded: frames.movies.follow(request, of: client)
        case .codeRead, .faceSeen: look(request, client)
        case .markTrace(let text): changeTrace(request, for: client) { trace.mark(text) }
        case .camera(let name): cameraSwitch.begin(name, for: client)
        case .cameras: cameraSwitch.sendCameras(to: client)
        case .lamp(let level, let stays):
            if let reason = devices.lamp.change(to: level, for: client, stays: stays) {
                return audience.refuse(request, of: client, because: reason)
            }
            // The engine hears of it as of any other light.
            steps.feed(conversation.lamp(isLit: devices.lamp.isLit))
            sendStatus(to: client)
        case .nextTrace: changeTrace(request, for: client) { trace.beginNextFile() }
        default: break
        }
    }

    /// Somebody has looked for codes or faces.
    private func look(_ request: ControlRequest, _ client: Conversation.Client) {
        let (news, action) = sights.follow(request, of: client, standing, at: MonotonicClock.now())
        if let news { audience.say(news) }
        switch action {
        case .none: break
        case .letGo: steps.feed(.viewShown)
        case .tap(let point):
            let tap = ControlRequest.tap(x: point.x, y: point.y, in: .picture)
            // The tap is the client's, so that one gets the answer.
            guard case .tap(let input)? = conversation.receive(tap, from: client) else { return }
            if case .pictureTapped(_, _, let number) = input { sights.tap = number }
            steps.feed(input)
        }
    }

    /// Who has the say about focus, for taps at codes and faces.
    private var standing: SightMachine.Standing {
        let engine = steps.engine
        let isTaken = engine.readiness.isTapAsked || engine.keeper != nil || devices.camera.arrival == nil
        return conversation.standing(of: sights.tap, isTaken: isTaken)
    }

    private func changeTrace(_ request: ControlRequest, for client: Conversation.Client, _ change: () -> Void) {
        guard trace.written != nil else {
            let message =
                trace.recorder == nil
                ? "there is no trace: start \"tapfocus run\" with --trace or --trace-ring."
                : "the trace is paused, because its folder could not be written. It is tried again every minute."
            return audience.refuse(request, of: client, because: message)
        }
        change()
        sendStatus(to: client)
    }

    var status: StatusLine {
        var status = conversation.status(
            of: steps.engine, camera: devices.camera.news, frames: frames.sourceName,
            touchscreen: devices.touchscreen.news, accelerometer: devices.accelerometer.news,
            isSensorAwake: devices.accelerometer.isAwake, trace: trace.written)
        status.movie = frames.movies.path
        return status
    }

    private func sendStatus(to client: Conversation.Client) {
        audience.server?.send(status.line(at: MonotonicClock.now()), to: client)
    }

    func clientLeft(_ client: Conversation.Client) {
        frames.clientLeft(client)
        photos.holderChanged()
        frames.movies.clientLeft(client)
        let wasLit = devices.lamp.isLit
        audience.report { () throws(DeviceError) in try devices.lamp.clientLeft(client) }
        if wasLit, !devices.lamp.isLit { steps.feed(conversation.lamp(isLit: false)) }
        if sights.clientLeft(client, standing) == .letGo { steps.feed(.viewShown) }
        steps.feed(conversation.end(of: client))
    }

    private func hold(_ wish: HoldWish, by client: Conversation.Client) {
        if let reason = reasonAgainst(wish, by: client) {
            let message = "cannot hold the frames of \"\(wish.camera)\": \(reason)"
            return audience.refuse(.holdFrames(wish), of: client, because: message)
        }
        audience.server?.setHolding(true, client)
        frames.hold(wish, by: client)
        photos.holderChanged()
    }

    private func reasonAgainst(_ wish: HoldWish, by client: Conversation.Client) -> String? {
        if frames.isHeld(by: client, wish) { return nil }
        guard let camera = devices.camera.arrival?.identity else {
            return "no camera is connected. Ask again when it is."
        }
        guard wish.isFor(camera) else {
            return "this tapfocus has the camera \(camera.name) (\(camera.path)). Name that one."
        }
        guard let holder = frames.holder, holder.client != client else { return nil }
        let process = audience.server?.process(of: holder.client).map { " of process \($0)" } ?? ""
        return "another connection\(process) holds them. End that one first."
    }
}

extension Session {
    /// Follows a request of a client. While devices are being opened, it waits.
    func answer(_ request: ControlRequest, _ client: ControlServer.ClientID) {
        guard life.phase == .opening else { return requests.answer(request, client) }
        guard !life.earlyRequests.keep(request, client) else { return }
        audience.refuse(
            request, of: client,
            because: "the devices are still being opened, and too many requests wait for that. Ask again later.")
    }

    func answerEarlyRequests() {
        for (request, client) in life.earlyRequests.removeAll() where audience.server?.isConnected(client) == true {
            answer(request, client)
        }
    }

    /// Answers the requests that wait when the program ends before its devices are open.
    func refuseEarlyRequests() {
        for (request, client) in life.earlyRequests.removeAll() {
            audience.refuse(
                request, of: client,
                because: "the program ends before its devices are open. Start \"tapfocus run\" again.")
        }
    }
}
