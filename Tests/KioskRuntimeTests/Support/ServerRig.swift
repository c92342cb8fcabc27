import FocusCore
import Foundation
import Glibc
import LinuxDevices

@testable import KioskRuntime

/// A server on a socket of its own, with a loop that the test turns.
final class ServerRig {
    let folder: String
    let path: String
    let loop: EventLoop
    private(set) var server: ControlServer!
    private(set) var requests: [ControlRequest] = []

    init() throws {
        folder = try Self.makeFolder()
        path = folder + "/control.sock"
        loop = try EventLoop()
        server = try ControlServer(path: path, loop: loop) { [unowned self] request, client in
            requests.append(request)
            switch request {
            case .watch: server.beginWatching(client)
            default: server.send(Array("{\"answer\":\(requests.count)}\n".utf8), to: client)
            }
        }
    }

    deinit {
        server?.close()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Handles events until none are left.
    func turn() throws {
        while try loop.runOnce(timeout: 20) > 0 {}
    }

    static func makeFolder() throws -> String {
        // A socket's path has to be short.
        let folder = NSTemporaryDirectory() + "tf-\(UInt32.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return folder
    }
}

/// A client that does not block, and may misbehave.
final class RawClient {
    let descriptor: Int32

    init(_ path: String, flags: UInt32 = 0) throws {
        descriptor = try LocalSocket.connect(to: path, flags: flags)
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    deinit {
        close(descriptor)
    }

    @discardableResult
    func send(_ text: String) -> Int { send(Array(text.utf8)) }

    @discardableResult
    func send(_ bytes: [UInt8]) -> Int {
        bytes.withUnsafeBytes { LocalSocket.write(descriptor, $0) } ?? -1
    }

    /// The available text; nil if the server has closed the connection.
    func read() -> String? {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        guard let count = buffer.withUnsafeMutableBytes({ LocalSocket.read(descriptor, into: $0) }) else { return nil }
        return String(decoding: buffer.prefix(count), as: UTF8.self)
    }

    func lines() -> [String] { (read() ?? "").split(separator: "\n").map(String.init) }
}
