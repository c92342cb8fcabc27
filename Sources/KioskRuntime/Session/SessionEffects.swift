import FocusCore
import LinuxDevices

/// Carries out the engine's effects.
extension Session {
    func carryOut(_ effect: Effect, _ time: Instant) {
        switch effect {
        case .state(var report):
            report.tap = clientTaps.maker(of: report.tap)?.id
            lastState = report
            say(.state(report), at: time)
        case .arm(let id, let deadline, let generation):
            arm(.engine(id), deadline, generation: generation)
        case .disarm(let id):
            disarm(.engine(id))
        case .call(let call):
            callCamera(call)
        case .requestFrames(let id, let request):
            frameSource.request(request, id: id)
        case .releaseFrames(let id):
            frameSource.release(id)
        case .settled(var report):
            report.tap = clientTaps.maker(of: report.tap)?.id
            say(.settled(report), at: time)
        case .searched(let report):
            say(.searched(report), at: time)
        case .exposed(let report):
            say(.exposed(report), at: time)
        case .levels(let report):
            // A program that takes or leaves the frames often changes nothing about them.
            guard report != levels else { break }
            levels = report
            say(.levels(report), at: time)
        case .tapIgnored(let reason, let tap):
            say(.tapIgnored(reason, tap: clientTaps.maker(of: tap)?.id), at: time)
        case .tapRefused(let reason, let tap):
            say(.tapRefused(reason, tap: clientTaps.maker(of: tap)?.id), at: time)
        case .compensationTakenBack:
            // Every change of the compensation is announced, whatever has brought it about.
            break
        case .motionSensor(let awake):
            if !awake {
                disarm(.motionPoll)
                disarm(.motionWake)
            }
            accelerometer.setAwake(awake)
        case .fault(let fault):
            say(.fault(fault), at: time)
        case .stopped(let isComplete):
            stopped(isComplete: isComplete)
        }
    }

    /// The camera has answered a call: every write is announced, successful or not.
    func announceAnswer(_ call: ControlCall, _ result: ControlResult) {
        guard case .write(let settings) = call.operation else { return }
        let time = MonotonicClock.now()
        for index in 0..<settings.count {
            guard let setting = settings[index] else { continue }
            let value = (result.values[index] ?? nil) ?? setting.value
            say(.write(setting.id, name: camera.name(of: setting.id), value, errno: result.errno), at: time)
        }
    }

    /// Answers a request of a client of the socket.
    func answer(_ request: ControlRequest, _ client: ControlServer.ClientID) {
        guard life.phase != .opening else { return keep(request, client) }
        switch request {
        case .tap(let x, let y, let space, let id):
            let tap = clientTaps.add(ClientTaps.Maker(client: client, id: id))
            switch space {
            case .view: feed(.viewTapped(x: x, y: y, tap: tap))
            case .picture: feed(.pictureTapped(x: x, y: y, tap: tap))
            }
        case .showView:
            feed(.viewShown)
            sendStatus(to: client)
        case .compensate(let ev, let untilContinuous):
            compensate(ev, untilContinuous: untilContinuous, for: client)
            sendStatus(to: client)
        case .view(let placement):
            place(placement, for: client)
            sendStatus(to: client)
        case .sendTaps:
            takeTaps(from: client)
            sendStatus(to: client)
        case .status:
            sendStatus(to: client)
        case .watch:
            sendStatus(to: client)
            server?.beginWatching(client)
        case .holdFrames(let wish):
            hold(wish, by: client)
        case .frame(let frame):
            frames.take(frame, from: client)
        case .framesEnded:
            frames.endFrames(by: client)
        case .markTrace, .nextTrace:
            changeTrace(request, for: client)
        }
    }

    private func changeTrace(_ request: ControlRequest, for client: ControlServer.ClientID) {
        guard writtenTrace != nil else {
            let message =
                trace == nil
                ? "there is no trace: start \"tapfocus run\" with --trace or --trace-ring."
                : "the trace is paused, because its folder could not be written. It is tried again every minute."
            server?.send(ControlServer.error(message, answering: request.name), to: client)
            return
        }
        if case .markTrace(let text) = request { markTrace(text) } else { beginNextTrace() }
        sendStatus(to: client)
    }

    private func sendStatus(to client: ControlServer.ClientID) {
        var line = JSONLineBuilder()
        line.status(status, at: MonotonicClock.now())
        server?.send(line.bytes, to: client)
    }

    private var status: KioskStatus {
        var state = lastState
        state.unlockers = engine.unlockers
        return KioskStatus(
            state: state, hasMoved: engine.hasMoved, isSettling: engine.isSettling,
            compensation: engine.compensation, missingCompensation: engine.missingCompensation, camera: camera.news,
            levels: camera.isTaken ? levels : nil,
            frameSource: frames.sourceName,
            touchscreen: touchscreen.news, accelerometer: accelerometer.news,
            isSensorAwake: accelerometer.isAwake, trace: writtenTrace)
    }

    /// Tells a client that tapped what became of its tap.
    func answerTap(_ effect: Effect, _ time: Instant) {
        switch effect {
        case .state(var report) where report.cause == .tap:
            let maker = clientTaps.maker(of: report.tap)
            clientTaps.accept(report.tap)
            guard let maker else { return }
            report.tap = maker.id
            var line = JSONLineBuilder()
            line.announcement(.state(report), at: time)
            server?.send(line.bytes, to: maker.client)
        case .tapIgnored(let reason, let tap):
            refuse(tap, AnnouncementWords.words(for: reason) + ".")
        case .tapRefused(let reason, let tap):
            refuse(tap, AnnouncementWords.words(for: reason))
        default:
            break
        }
    }

    private func refuse(_ tap: TapID?, _ message: String) {
        guard let maker = clientTaps.maker(of: tap) else { return }
        clientTaps.end(tap)
        server?.send(ControlServer.error(message, answering: .tap, tap: maker.id), to: maker.client)
    }
}
