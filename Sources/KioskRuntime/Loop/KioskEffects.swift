import FocusCore
import LinuxDevices

/// What the engine wants done or told.
extension Kiosk {
    func carryOut(_ effect: Effect, _ time: Instant) {
        switch effect {
        case .state(let report):
            lastState = report
            say(.state(report), at: time)
            answerTaps(with: report, time)
        case .arm(let id, let deadline, let generation):
            arm(.engine(id), deadline, generation: generation)
        case .disarm(let id):
            disarm(.engine(id))
        case .call(let call):
            calls[call.id] = call
            camera.submit(call)
        case .settled(let report):
            say(.settled(report), at: time)
        case .levels(let report):
            levels = report
            say(.levels(report), at: time)
        case .tapIgnored(let reason):
            say(.tapIgnored(reason), at: time)
            // Only the tap that is being worked on: others, and fingers on the screen, are no business of its client.
            guard isClientTap, let client = tapClients.popLast() else { return }
            server?.send(ControlServer.error("no tap: \(reason.name)."), to: client)
        case .tapRefused(let reason):
            say(.tapRefused(reason), at: time)
            refuseTaps(AnnouncementWords.words(for: reason))
        case .motionSensor(let awake):
            if !awake { disarm(.motionPoll) }
            accelerometer.setAwake(awake)
        case .fault(let fault):
            say(.fault(fault), at: time)
        case .stopped(let isComplete):
            if !isComplete {
                say(
                    .error(
                        "the camera has refused some of its original settings. Connecting it anew resets most cameras."
                    ), at: time)
            }
            loop.stop()
        }
    }

    /// The camera has answered a call: every write is told, whatever became of it.
    func announceAnswer(_ result: ControlResult) {
        guard case .write(let settings) = calls.removeValue(forKey: result.call)?.operation else { return }
        let time = MonotonicClock.now()
        for index in 0..<settings.count {
            guard let setting = settings[index] else { continue }
            let value = (result.values[index] ?? nil) ?? setting.value
            say(.write(setting.id, name: camera.name(of: setting.id), value, errno: result.errno), at: time)
        }
    }

    /// What a client of the socket asks.
    func answer(_ request: ControlRequest, _ client: ControlServer.ClientID) {
        switch request {
        case .tap(let x, let y):
            tapClients.append(client)
            isClientTap = true
            feed(.viewTapped(x: x, y: y))
            isClientTap = false
        case .showView:
            feed(.viewShown)
            sendStatus(to: client)
        case .status:
            sendStatus(to: client)
        case .watch:
            sendStatus(to: client)
            server?.beginWatching(client)
        }
    }

    private func sendStatus(to client: ControlServer.ClientID) {
        var line = JSONLineBuilder()
        line.status(status, at: MonotonicClock.now())
        server?.send(line.bytes, to: client)
    }

    private var status: KioskStatus {
        KioskStatus(
            state: lastState, hasMoved: engine.hasMoved, camera: camera.news, levels: camera.isTaken ? levels : nil,
            touchscreen: touchscreen.news, accelerometer: accelerometer.news, isSensorAwake: accelerometer.isAwake)
    }

    /// Whoever tapped through the socket is told what became of it. Any state that is not the tap's has overtaken it.
    private func answerTaps(with report: StateReport, _ time: Instant) {
        guard !tapClients.isEmpty, report.cause != .timer, report.cause != .motion else { return }
        guard report.cause == .tap else { return refuseTaps("the view was shown before the camera had taken the tap.") }
        var line = JSONLineBuilder()
        line.announcement(.state(report), at: time)
        for client in tapClients { server?.send(line.bytes, to: client) }
        tapClients.removeAll()
    }

    private func refuseTaps(_ message: String) {
        for client in tapClients { server?.send(ControlServer.error(message), to: client) }
        tapClients.removeAll()
    }
}
