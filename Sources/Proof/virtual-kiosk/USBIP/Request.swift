/// The eight bytes at the start of every control transfer (USB 2.0, 9.3).
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

/// A transfer that the kernel requests (a USB/IP CMD_SUBMIT).
struct Request {
    /// The kernel's number of the request, which the answer repeats.
    let sequence: UInt32
    let endpoint: UInt32
    let isInput: Bool
    /// Limit of bytes in the answer (input), or number of bytes sent (output).
    let length: Int
    let setup: SetupPacket
    let payload: [UInt8]
}

enum Answer {
    /// Success, with these bytes for the host; for output, all bytes were accepted.
    case done([UInt8] = [])
    /// The device refuses (a STALL handshake).
    case stall

    /// The status for the kernel: 0, or -EPIPE.
    var status: Int32 {
        switch self {
        case .done: 0
        case .stall: -32
        }
    }
}
