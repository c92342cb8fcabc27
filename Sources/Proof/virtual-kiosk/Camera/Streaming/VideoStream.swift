/// The streaming interface: negotiates a size and a rate, and sends frames in the bulk transfers that the host offers.
final class VideoStream {
    private struct Outgoing {
        let bytes: [UInt8]
        var sent = 0
        let isCorrupt: Bool
    }

    private let studio: FrameStudio
    private let loop: EventLoop
    private let log: EventLog
    /// Called when a frame is due, before the studio takes it.
    var frameIsDue: () -> Void = {}
    private var probed = StreamAgreement()
    private(set) var agreement = StreamAgreement()
    private var offered: [(Request, USBIPConnection)] = []
    private var frame: Outgoing?
    private var frameIdentifier: UInt8 = 0
    private var nextFrame: EventLoop.TimerID?
    private(set) var framesSent = 0
    /// Size of a payload header, in bytes.
    private static let header = 2
    var faults = FrameFaults()

    init(_ studio: FrameStudio, loop: EventLoop, log: EventLog) {
        self.studio = studio
        self.loop = loop
        self.log = log
    }

    var isRunning: Bool { nextFrame != nil }

    /// Answers a request for VS_PROBE_CONTROL (1) or VS_COMMIT_CONTROL (2).
    func answer(_ request: Request) -> Answer {
        let selector = UInt8(request.setup.value >> 8)
        guard selector == 1 || selector == 2 else { return .stall }
        switch ControlRequests.Kind(rawValue: request.setup.request) {
        case .setCurrent:
            let wanted = StreamAgreement(request.payload)
            if selector == 2 { start(wanted) } else { probed = wanted }
            return .done()
        case .length: return .done([UInt8(StreamAgreement.length), 0])
        case .information: return .done([0b11])
        case .current: return .done((selector == 2 ? agreement : probed).bytes(studio.format))
        case .minimum, .maximum: return .done(probed.bytes(studio.format))
        case .initial: return .done(StreamAgreement().bytes(studio.format))
        case .resolution, nil: return .stall
        }
    }

    func offer(_ request: Request, _ connection: USBIPConnection) {
        offered.append((request, connection))
        fill()
    }

    private func start(_ wanted: StreamAgreement) {
        // A host that commits again has stopped without a message.
        if isRunning { stop() }
        agreement = wanted
        log.write(
            "streaming",
            [
                ("on", .bool(true)), ("size", .string(wanted.size.text)),
                ("interval", .number(wanted.frameLength.seconds)),
            ])
        studio.delay.reset()
        schedule(Clock.now())
    }

    func stop() {
        guard isRunning else { return }
        loop.cancel(nextFrame)
        nextFrame = nil
        frame = nil
        log.write("streaming", [("on", .bool(false)), ("frames", .integer(Int64(framesSent)))])
    }

    /// Forgets the transfers and the agreement after unplugging: they cannot be answered, and the next host negotiates again.
    func reset() {
        stop()
        offered = []
        probed = StreamAgreement()
        agreement = StreamAgreement()
    }

    private func schedule(_ time: Nanoseconds) {
        nextFrame = loop.at(time) { [unowned self] in
            self.frameIsDue()
            self.studio.frameIsDue()
            // A frame that the host did not fetch in time is skipped, never queued: a camera has no memory for it.
            if self.frame == nil, !self.faults.isStopped { self.begin() }
            self.fill()
            self.schedule(max(time + self.agreement.frameLength, Clock.now()))
        }
    }

    private func begin() {
        frameIdentifier ^= 1
        // Only its header is sent: the host counts the frame, and gets no content.
        guard !faults.consume(.drop) else {
            frame = Outgoing(bytes: [], isCorrupt: false)
            return
        }
        let bytes = studio.frame(agreement.size)
        frame = Outgoing(
            bytes: faults.consume(.short) ? Array(bytes.prefix(bytes.count / 2)) : bytes,
            isCorrupt: faults.consume(.corrupt))
    }

    private func fill() {
        while var frame, !offered.isEmpty {
            let (request, connection) = offered.removeFirst()
            guard connection.isWaiting(for: request) else { continue }
            let room = min(request.length, StreamAgreement.largestPayload) - Self.header
            guard room > 0 else {
                connection.answer(request, .done())
                continue
            }
            let end = min(frame.sent + room, frame.bytes.count)
            let isLast = end == frame.bytes.count
            // Bits: end of header, frame identifier, end of frame, error.
            let flags = 0x80 | frameIdentifier | (isLast ? 2 : 0) | (frame.isCorrupt ? 0x40 : 0)
            var payload: [UInt8] = [UInt8(Self.header), flags]
            payload.reserveCapacity(Self.header + end - frame.sent)
            payload.append(contentsOf: frame.bytes[frame.sent..<end])
            connection.answer(request, .done(payload))
            frame.sent = end
            self.frame = isLast ? nil : frame
            if isLast { framesSent += 1 }
        }
    }
}
