/// The camera as a USB device: passes each request to the part that answers it, and advances the optics.
final class VirtualCamera: VirtualDevice, USBIPDevice {
    let model: CameraModel
    let requests: ControlRequests
    let stream: VideoStream
    let studio: FrameStudio
    private let descriptors: CameraDescriptors
    private let loop: EventLoop
    private let log: EventLog
    private var connection: USBIPConnection?
    /// The port that it was plugged into last; nil before.
    private var port: Int?
    private var moving: EventLoop.TimerID?

    /// The interval at which the optics advance while something is changing.
    private static let tick = Nanoseconds.milliseconds(10)

    init(_ design: CameraDesign, logsFrames: Bool, loop: EventLoop, log: EventLog) {
        self.loop = loop
        self.log = log
        descriptors = CameraDescriptors(design: design)
        let model = CameraModel(design, now: Clock.now())
        self.model = model
        requests = ControlRequests(model: model, log: log)
        studio = FrameStudio(model, log: log, framesToLog: logsFrames ? .max : 0)
        stream = VideoStream(studio, loop: loop, log: log)
        stream.frameIsDue = { [unowned self] in self.moveOn() }
        requests.written = { [unowned self] in self.moveOn() }
    }

    var isPlugged: Bool { connection != nil }

    /// The node that captures video; a second node, for the frames' metadata, has a higher index.
    var registeredNode: String? {
        guard let port else { return nil }
        let folder = "/sys/class/video4linux"
        let name = Folders.names(in: folder).first {
            VirtualPort.has("\(folder)/\($0)", on: port) && Folders.line(of: "\(folder)/\($0)/index") == "0"
        }
        return name.map { "/dev/" + $0 }
    }

    func plug() throws {
        guard !isPlugged else { throw Failure("the camera is plugged in already") }
        moveOn()
        model.powerUp()
        let plugged = try VirtualPort.attach()
        port = plugged.port
        connection = USBIPConnection(socket: plugged.socket, loop: loop, device: self)
        log.write("plugged", [("device", .string("camera"))])
        moveOn()
    }

    func unplug() throws {
        guard let connection else { throw Failure("the camera is not plugged in") }
        connection.close()
        disconnected()
    }

    /// The kernel has released the port, by itself or because the socket was closed.
    func disconnected() {
        connection = nil
        stream.reset()
        log.write("unplugged", [("device", .string("camera"))])
    }

    func change(_ scene: Scene) {
        moveOn()
        model.change(scene)
        moveOn()
    }

    func measure(_ area: RelativeArea) -> JSON {
        moveOn()
        return studio.measure(area, isStreaming: stream.isRunning)
    }

    /// Advances the optics to the present, and repeats that as long as something changes.
    func moveOn() {
        let events = model.advance(to: Clock.now())
        // Without its plug the camera has no power, so the events of its model are not reported.
        for (time, event) in events where isPlugged { report(event, time) }
        guard moving == nil, !model.isSettled else { return }
        moving = loop.after(Self.tick) { [unowned self] in
            self.moving = nil
            self.moveOn()
        }
    }

    /// Answers a request, at once or later.
    func handle(_ request: Request, on connection: USBIPConnection) {
        switch request.endpoint {
        case 0: handleControlTransfer(request, connection)
        case CameraDescriptors.Endpoint.video where request.isInput: stream.offer(request, connection)
        // The status endpoint stays silent, like that of most cameras.
        case CameraDescriptors.Endpoint.status where request.isInput: break
        default: connection.answer(request, .stall)
        }
    }

    private func handleControlTransfer(_ request: Request, _ connection: USBIPConnection) {
        // bmRequestType, bits 5 and 6: 0 standard, 1 class.
        switch request.setup.requestType >> 5 & 0b11 {
        case 0: connection.answer(request, answerStandard(request.setup))
        case 1 where UInt8(request.setup.index & 0xFF) == CameraDescriptors.Interface.streaming:
            connection.answer(request, stream.answer(request))
        case 1:
            moveOn()
            let (answer, delay) = requests.answer(request)
            guard delay > 0 else { return connection.answer(request, answer) }
            loop.after(delay) { connection.answer(request, answer) }
        default: connection.answer(request, .stall)
        }
    }

    /// The requests that every USB device understands (USB 2.0, 9.4).
    private func answerStandard(_ setup: SetupPacket) -> Answer {
        switch (setup.requestType, setup.request) {
        case (0x80, 0x06): return descriptor(kind: UInt8(setup.value >> 8), index: Int(setup.value & 0xFF))
        case (_, 0x00): return .done([0, 0])
        case (0x80, 0x08): return .done([1])
        case (0x81, 0x0A): return .done([0])
        case (0x02, 0x01):
            // The host clears the halt of the video endpoint when it stops streaming.
            if UInt32(setup.index & 0x0F) == CameraDescriptors.Endpoint.video { stream.stop() }
            return .done()
        case (0x00, _), (0x01, _), (0x02, _): return .done()
        default: return .stall
        }
    }

    private func descriptor(kind: UInt8, index: Int) -> Answer {
        switch kind {
        case 1: .done(descriptors.device)
        case 2: .done(descriptors.configuration)
        case 3: descriptors.string(index).map { .done($0) } ?? .stall
        default: .stall
        }
    }

    private func report(_ event: Automatics.Event, _ time: Nanoseconds) {
        let lens: (String, JSON) = ("lens", .number(model.optics.lens))
        switch event {
        case .lensArrived: log.write("lens-arrived", at: time, [lens])
        case .focusConverged:
            log.write(
                "focus-converged", at: time,
                [
                    lens, ("region", .object(model.focusRegion.json)),
                    ("sharpness", .number(model.optics.sharpness(in: model.focusRegion))),
                ])
        case .exposureConverged:
            log.write(
                "exposure-converged", at: time,
                [
                    ("exposure", .integer(model.current(.exposure))), ("region", .object(model.exposureRegion.json)),
                    ("brightness", .number(model.optics.brightness(in: model.exposureRegion))),
                ])
        }
    }
}
