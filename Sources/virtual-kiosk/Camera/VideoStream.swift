/// The streaming interface: agrees on a format, and sends frames in the bulk transfers that the host offers.
final class VideoStream {
    private typealias Image = CameraDescriptors.Image

    /// Bytes in one transfer at most, its header included.
    private static let largestPayload = 16_384
    private static let frameLength = Nanoseconds(1_000_000_000 / Image.framesPerSecond)

    private let loop: EventLoop
    private let log: EventLog
    private let paint: () -> [UInt8]
    private var offered: [(Request, USBIPConnection)] = []
    private var frame: [UInt8] = []
    private var sent = 0
    private var frameIdentifier: UInt8 = 0
    private var nextFrame: EventLoop.TimerID?
    private(set) var framesSent = 0

    init(loop: EventLoop, log: EventLog, paint: @escaping () -> [UInt8]) {
        self.loop = loop
        self.log = log
        self.paint = paint
    }

    var isRunning: Bool { nextFrame != nil }

    /// Answers a request for VS_PROBE_CONTROL (1) or VS_COMMIT_CONTROL (2).
    func answer(_ request: Request) -> Answer {
        let selector = UInt8(request.setup.value >> 8)
        guard selector == 1 || selector == 2 else { return .stall }
        switch ControlRequests.Kind(rawValue: request.setup.request) {
        case .setCurrent:
            if selector == 2 { start() }
            return .done()
        case .length: return .done([UInt8(Self.agreement.count), 0])
        case .information: return .done([0b11])
        case .current, .minimum, .maximum, .initial: return .done(Self.agreement)
        case .resolution, nil: return .stall
        }
    }

    /// The probe and commit block of UVC 1.5 (48 bytes). There is one format and one size, so every answer is the same.
    private static let agreement: [UInt8] = {
        var block: [UInt8] = [0, 0, 1, 1]
        block.appendLittleEndian(Int64(Image.interval), count: 4)
        block += [UInt8](repeating: 0, count: 10)
        block.appendLittleEndian(Int64(Image.bytes), count: 4)
        block.appendLittleEndian(Int64(largestPayload), count: 4)
        block.appendLittleEndian(48_000_000, count: 4)
        // Frame identifiers and ends of frames are marked; version 1 of the payload header.
        block += [0b11, 0, 1, 1]
        return block + [UInt8](repeating: 0, count: 48 - block.count)
    }()

    func offer(_ request: Request, _ connection: USBIPConnection) {
        offered.append((request, connection))
        fill()
    }

    func start() {
        guard !isRunning else { return }
        log.write("streaming", [("on", .bool(true))])
        schedule(Clock.now())
    }

    func stop() {
        guard isRunning else { return }
        loop.cancel(nextFrame)
        nextFrame = nil
        frame = []
        log.write("streaming", [("on", .bool(false)), ("frames", .integer(Int64(framesSent)))])
    }

    /// The plug was pulled: nothing that was offered can be answered.
    func reset() {
        stop()
        offered = []
    }

    private func schedule(_ time: Nanoseconds) {
        nextFrame = loop.at(time) { [unowned self] in
            // A frame that the host did not fetch in time is skipped, never queued: a camera has no memory for it.
            if self.frame.isEmpty {
                self.frame = self.paint()
                self.sent = 0
                self.frameIdentifier ^= 1
            }
            self.fill()
            self.schedule(max(time + Self.frameLength, Clock.now()))
        }
    }

    private func fill() {
        while !frame.isEmpty, !offered.isEmpty {
            let (request, connection) = offered.removeFirst()
            guard connection.isWaiting(for: request) else { continue }
            let room = min(request.length, Self.largestPayload) - 2
            guard room > 0 else {
                connection.answer(request, .done())
                continue
            }
            let end = min(sent + room, frame.count)
            let isLast = end == frame.count
            let header: [UInt8] = [2, 0x80 | frameIdentifier | (isLast ? 2 : 0)]
            connection.answer(request, .done(header + frame[sent..<end]))
            sent = end
            if isLast {
                frame = []
                framesSent += 1
            }
        }
    }
}
