import FocusCore
import LinuxDevices

extension Session {
    /// Follows a request of a client, and answers it, unless the answer is the fate of a tap.
    func answer(_ request: ControlRequest, _ client: ControlServer.ClientID) {
        guard life.phase != .opening else { return keep(request, client) }
        switch conversation.receive(request, from: client) {
        case .tap(let input): feed(input)
        case .status(let input):
            if let input { feed(input) }
            sendStatus(to: client)
        case .refused(let reason):
            audience.refuse(request, of: client, because: reason)
        case .watch:
            sendStatus(to: client)
            audience.server?.beginWatching(client)
        case nil: answerForParts(request, client)
        }
    }

    private func answerForParts(_ request: ControlRequest, _ client: ControlServer.ClientID) {
        switch request {
        case .holdFrames(let wish): hold(wish, by: client)
        case .frame(let frame): frames.receive(frame, from: client)
        case .framesEnded: frames.endFrames(by: client)
        case .markTrace(let text): changeTrace(request, for: client) { trace.mark(text) }
        case .camera(let name): switchCamera(to: name, for: client)
        case .cameras: sendCameras(to: client)
        case .lamp(let level, let stays): switchLamp(to: level, stays: stays, for: client)
        case .nextTrace: changeTrace(request, for: client) { trace.beginNextFile() }
        default: break
        }
    }

    private func changeTrace(_ request: ControlRequest, for client: ControlServer.ClientID, _ change: () -> Void) {
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

    /// The present status.
    var status: StatusLine {
        conversation.status(
            of: steps.engine, camera: devices.camera.news, frames: frames.sourceName,
            touchscreen: devices.touchscreen.news,
            accelerometer: devices.accelerometer.news, isSensorAwake: devices.accelerometer.isAwake,
            trace: trace.written)
    }

    func sendStatus(to client: ControlServer.ClientID) {
        audience.server?.send(status.line(at: MonotonicClock.now()), to: client)
    }

    func clientLeft(_ client: ControlServer.ClientID) {
        frames.clientLeft(client)
        lampLeft(by: client)
        feed(conversation.end(of: client))
    }

    func followFrames() {
        frames.feed = { [weak self] in self?.feed($0) }
        frames.send = { [weak self] message, client in self?.audience.server?.send(message, to: client) }
        frames.watchSilence = { [weak self] in self?.set(.holderSilence, $0) }
    }

    func hold(_ wish: HoldWish, by client: ControlServer.ClientID) {
        if let reason = reasonAgainst(wish, by: client) {
            let message = "cannot hold the frames of \"\(wish.camera)\": \(reason)"
            return audience.refuse(.holdFrames(wish), of: client, because: message)
        }
        audience.server?.setHolding(true, client)
        frames.hold(wish, by: client)
    }

    private func reasonAgainst(_ wish: HoldWish, by client: ControlServer.ClientID) -> String? {
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

    func keep(_ request: ControlRequest, _ client: ControlServer.ClientID) {
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
