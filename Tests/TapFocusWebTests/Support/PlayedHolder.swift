import Foundation
import Glibc

@testable import KioskRuntime

/// A program that gives the camera's picture, at the socket `FOLDER/picture` of a rig.
final class PlayedHolder {
    private let path: String
    private let listener: Int32
    private(set) var readers: [Int32] = []

    init(_ rig: WebRig) throws {
        path = rig.folder + "/picture"
        listener = try LocalSocket.make(path)
        var address = try LocalSocket.address(path)
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let descriptor = listener
        let result = LocalSocket.withAddress(&address) { bind(descriptor, $0, size) }
        guard result == 0, listen(descriptor, 8) == 0 else { throw RigFailure("no picture socket: \(errno)") }
    }

    deinit {
        end()
        close(listener)
        unlink(path)
    }

    /// Accepts whoever has come. Returns the number of those who are there.
    @discardableResult
    func accept() -> Int {
        while true {
            let descriptor = Glibc.accept(listener, nil, nil)
            guard descriptor >= 0 else { break }
            _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
            readers.append(descriptor)
        }
        readers.removeAll { reader in
            var byte: UInt8 = 0
            guard recv(reader, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) == 0 else { return false }
            close(reader)
            return true
        }
        return readers.count
    }

    /// Sends a frame to all readers, as much of it as they take.
    func send(_ jpeg: [UInt8], captured: Int64? = nil) {
        let time = captured.map { "X-Captured: \($0)\r\n" } ?? ""
        let head = "--tapfocus\r\nContent-Type: image/jpeg\r\nContent-Length: \(jpeg.count)\r\n\(time)\r\n"
        say(Array(head.utf8) + jpeg + [0x0d, 0x0a])
    }

    func say(_ bytes: [UInt8]) {
        for reader in readers {
            _ = bytes.withUnsafeBytes { Glibc.send(reader, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        }
    }

    /// Closes all connections, as its end does.
    func end() {
        for reader in readers { close(reader) }
        readers = []
    }
}
