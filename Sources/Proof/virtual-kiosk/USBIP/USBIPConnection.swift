import Glibc

/// The device's end of the socket given to vhci-hcd: USB/IP frames without the network part
/// (Documentation/usb/usbip_protocol.rst in the kernel's sources). All header fields are big-endian; headers have 48
/// bytes.
final class USBIPConnection {
    private enum Command {
        static let submit: UInt32 = 1
        static let unlink: UInt32 = 2
        static let submitted: UInt32 = 3
        static let unlinked: UInt32 = 4
    }
    private static let headerSize = 48
    private static let connectionReset: Int32 = -104

    private let socket: FileDescriptor
    private let loop: EventLoop
    private weak var device: (any USBIPDevice)?
    private var received: [UInt8] = []
    /// Requests without an answer. A request that the kernel has cancelled (UNLINK) is removed and never answered: the
    /// kernel would drop the whole device.
    private var unanswered: Set<UInt32> = []

    init(socket: FileDescriptor, loop: EventLoop, device: any USBIPDevice) {
        self.socket = socket
        self.loop = loop
        self.device = device
        loop.whenReadable(socket.number) { [unowned self] in self.receive() }
    }

    /// Unplugs: the kernel sees the end of the socket and removes the device.
    func close() {
        loop.forget(socket.number)
        shutdown(socket.number, Int32(SHUT_RDWR))
        unanswered = []
    }

    func isWaiting(for request: Request) -> Bool {
        unanswered.contains(request.sequence)
    }

    func answer(_ request: Request, _ answer: Answer) {
        guard unanswered.remove(request.sequence) != nil else { return }
        var bytes: [UInt8] = []
        if case .done(let data) = answer, request.isInput {
            bytes = data.count > request.length ? Array(data[..<request.length]) : data
        }
        var actual = bytes.count
        if case .done = answer, !request.isInput { actual = request.payload.count }
        send(Command.submitted, request.sequence, [UInt32(bitPattern: answer.status), UInt32(clamping: actual)], bytes)
    }

    /// Sends a header with the command's own fields, and the bytes that follow it.
    private func send(_ command: UInt32, _ sequence: UInt32, _ fields: [UInt32], _ bytes: [UInt8]) {
        var frame: [UInt8] = []
        frame.reserveCapacity(Self.headerSize + bytes.count)
        // Device, direction and endpoint are only set in frames from the kernel.
        for field in [command, sequence, 0, 0, 0] + fields { frame.appendBigEndian(field) }
        while frame.count < Self.headerSize { frame.append(0) }
        frame.append(contentsOf: bytes)
        if !socket.write(frame) { lost() }
    }

    private func lost() {
        loop.forget(socket.number)
        unanswered = []
        device?.disconnected()
    }

    private func receive() {
        guard let bytes = socket.read(upTo: 65_536) else { return lost() }
        received += bytes
        while let size = sizeOfFirstFrame(), received.count >= size {
            let frame = Array(received[..<size])
            received.removeFirst(size)
            handle(frame)
        }
    }

    private func sizeOfFirstFrame() -> Int? {
        guard received.count >= Self.headerSize else { return nil }
        let isOutputSubmit = received.bigEndian32(at: 0) == Command.submit && received.bigEndian32(at: 12) == 0
        return Self.headerSize + (isOutputSubmit ? Int(received.bigEndian32(at: 24)) : 0)
    }

    private func handle(_ frame: [UInt8]) {
        let sequence = frame.bigEndian32(at: 4)
        switch frame.bigEndian32(at: 0) {
        case Command.submit:
            let request = Request(
                sequence: sequence, endpoint: frame.bigEndian32(at: 16), isInput: frame.bigEndian32(at: 12) == 1,
                length: Int(frame.bigEndian32(at: 24)), setup: SetupPacket(Array(frame[40..<48])),
                payload: Array(frame[48...]))
            unanswered.insert(sequence)
            device?.handle(request, on: self)
        case Command.unlink:
            let wasWaiting = unanswered.remove(frame.bigEndian32(at: 20)) != nil
            send(Command.unlinked, sequence, [UInt32(bitPattern: wasWaiting ? Self.connectionReset : 0)], [])
        default:
            lost()
        }
    }
}
