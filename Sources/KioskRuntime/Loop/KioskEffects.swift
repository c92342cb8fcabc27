import FocusCore
import LinuxDevices

/// Carries out the engine's effects.
extension Kiosk {
    /// Far more requests than arrive in the seconds that opening takes.
    private static let earlyRequestLimit = 256

    func carryOut(_ effect: Effect, _ time: Instant) {
        switch effect {
        case .state(let report):
            lastState = report
            lockWatch.took(report)
            say(.state(report, until: unlockers(in: report.state)), at: time)
        case .arm(let id, let deadline, let generation):
            arm(.engine(id), deadline, generation: generation)
        case .disarm(let id):
            disarm(.engine(id))
        case .call(let call):
            calls[call.id] = call
            camera.submit(call)
        case .settled(let report):
            say(.settled(report), at: time)
        case .searched(let report):
            say(.searched(report), at: time)
        case .exposed(let report):
            say(.exposed(report), at: time)
        case .levels(let report):
            levels = report
            say(.levels(report), at: time)
        case .tapIgnored(let reason):
            say(.tapIgnored(reason), at: time)
        case .tapRefused(let reason):
            say(.tapRefused(reason), at: time)
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
    func announceAnswer(_ result: ControlResult) {
        guard let operation = calls.removeValue(forKey: result.call)?.operation else { return }
        lockWatch.answered(operation, errno: result.errno)
        guard case .write(let settings) = operation else { return }
        let time = MonotonicClock.now()
        for index in 0..<settings.count {
            guard let setting = settings[index] else { continue }
            let value = (result.values[index] ?? nil) ?? setting.value
            say(.write(setting.id, name: camera.name(of: setting.id), value, errno: result.errno), at: time)
        }
    }

    /// The reasons that unlock the held focus and exposure; nil in a state that motion does not unlock.
    private func unlockers(in state: FocusState) -> [MovedReason]? {
        guard state == .unlockableLocked else { return nil }
        return lockWatch.unlockers(hasAccelerometer: accelerometer.isTaken, givesFrames: camera.givesFrames)
    }

    /// Answers a request of a client of the socket.
    func answer(_ request: ControlRequest, _ client: ControlServer.ClientID) {
        guard !isOpening else { return keep(request, client) }
        switch request {
        case .tap(let x, let y):
            feed(.viewTapped(x: x, y: y), for: client)
        case .showView:
            feed(.viewShown)
            sendStatus(to: client)
        case .compensate(let ev):
            feed(.exposureCompensation(ev))
            sendStatus(to: client)
        case .status:
            sendStatus(to: client)
        case .watch:
            sendStatus(to: client)
            server?.beginWatching(client)
        }
    }

    /// Requests that arrive while devices are being opened are answered afterwards: the engine must get no input before
    /// its trace has begun.
    private func keep(_ request: ControlRequest, _ client: ControlServer.ClientID) {
        guard earlyRequests.count < Self.earlyRequestLimit else {
            let message = "the devices are still being opened, and too many requests wait for that. Ask again later."
            server?.send(ControlServer.error(message), to: client)
            return
        }
        earlyRequests.append((request, client))
    }

    func answerEarlyRequests() {
        let requests = earlyRequests
        earlyRequests.removeAll()
        for (request, client) in requests { answer(request, client) }
    }

    private func sendStatus(to client: ControlServer.ClientID) {
        var line = JSONLineBuilder()
        line.status(status, at: MonotonicClock.now())
        server?.send(line.bytes, to: client)
    }

    private var status: KioskStatus {
        KioskStatus(
            state: lastState, hasMoved: engine.hasMoved, compensation: compensation,
            missingCompensation: engine.missingCompensation, camera: camera.news, levels: camera.isTaken ? levels : nil,
            touchscreen: touchscreen.news, accelerometer: accelerometer.news,
            isSensorAwake: accelerometer.isAwake)
    }

    /// Tells a client that tapped what became of its tap.
    func answerTaps(_ effect: Effect, _ time: Instant) {
        if let answer = tapAnswers.take(effect) { answerTap(answer, time) }
    }

    func answerTap(_ answer: TapAnswers.Answer, _ time: Instant) {
        switch answer {
        case .accepted(let client, let report):
            var line = JSONLineBuilder()
            line.announcement(.state(report), at: time)
            server?.send(line.bytes, to: client)
        case .ignored(let client, let reason):
            server?.send(ControlServer.error(AnnouncementWords.words(for: reason) + "."), to: client)
        case .refused(let client, let reason):
            server?.send(ControlServer.error(AnnouncementWords.words(for: reason)), to: client)
        case .overtaken(let client):
            server?.send(ControlServer.error(AnnouncementWords.words(for: TapIgnored.overtaken) + "."), to: client)
        }
    }
}
