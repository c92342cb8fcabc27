/// The eight bytes that open every control transfer (USB 2.0, 9.3).
struct SetupPacket {
    let requestType: UInt8
    let request: UInt8
    let value: UInt16
    let index: UInt16
    let length: UInt16

    init(_ bytes: [UInt8]) {
        requestType = bytes.byte(at: 0)
        request = bytes.byte(at: 1)
        value = bytes.littleEndian16(at: 2)
        index = bytes.littleEndian16(at: 4)
        length = bytes.littleEndian16(at: 6)
    }
}

/// One transfer that the kernel wants done (a USB/IP CMD_SUBMIT).
struct Request {
    /// The kernel's number for it; the answer carries the same.
    let sequence: UInt32
    let endpoint: UInt32
    let isInput: Bool
    /// How many bytes may be answered at most (input), or have been sent (output).
    let length: Int
    let setup: SetupPacket
    /// What the host sent.
    let payload: [UInt8]
}

enum Answer {
    /// Done, with these bytes for the host; for output: all of it taken.
    case done([UInt8] = [])
    /// The device refuses (a STALL handshake).
    case stall

    /// The kernel's status for it: 0, or -EPIPE.
    var status: Int32 {
        switch self {
        case .done: 0
        case .stall: -32
        }
    }
}

/// A device behind the virtual port. It answers each request through the connection, at once or later.
protocol USBDevice: AnyObject {
    func handle(_ request: Request, on connection: USBIPConnection)
    /// The kernel has let go of the port, by itself or because the socket was closed.
    func disconnected()
}
