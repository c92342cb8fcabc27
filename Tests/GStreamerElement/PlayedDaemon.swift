import Foundation
import Glibc

/// A `tapfocus run` that only talks: it listens on a socket, keeps each request, and answers as a test tells it to.
final class PlayedDaemon: @unchecked Sendable {
    typealias Request = [String: Any]

    /// The lines, without line feeds, with which it answers a request. The request holds its own text as `line`.
    private let answer: (Request) -> [String]
    let path: String
    private let lock = NSLock()
    private var listener: Int32 = -1
    private var connection: Int32 = -1
    private var kept: [Request] = []
    private var closed = 0
    private var isDeaf = false

    init(_ path: String = temporaryPath(), answer: @escaping (Request) -> [String] = PlayedDaemon.holding) {
        self.path = path
        self.answer = answer
        listen()
    }

    deinit { stop() }

    /// Grants each hold, and wants each frame of a stream measured, in two regions and with the grid.
    static func holding(_ request: Request) -> [String] {
        guard request["request"] as? String == "hold-frames" else { return [] }
        guard request["width"] != nil else { return [held(false)] }
        return [held(true), measure]
    }

    /// Grants each hold, and wants nothing.
    static func resting(_ request: Request) -> [String] {
        request["request"] as? String == "hold-frames" ? [held(request["width"] != nil)] : []
    }

    static func held(_ measures: Bool) -> String {
        #"{"event":"held","time":1,"camera":"/dev/video7","measures":\#(measures)}"#
    }

    static let measure =
        #"{"event":"measure","id":7,"focus":[0.25,0.25,0.5,0.5],"exposure":[0.125,0.5,0.75,0.5],"grid":true,"interval":0}"#

    /// The number of connections that have ended.
    var departures: Int { lock.withLock { closed } }

    var requests: [Request] { lock.withLock { kept } }

    func requests(_ kind: String) -> [Request] { requests.filter { $0["request"] as? String == kind } }

    /// Sends a line to the element.
    func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = lock.withLock { send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }
    }

    /// Sends bytes as they are, and waits until the element has room for them.
    func pour(_ bytes: [UInt8]) {
        let connection = lock.withLock { self.connection }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Reads nothing any more, until `stop`.
    func plugEars() { lock.withLock { isDeaf = true } }

    /// Ends the connection, and takes the next one.
    func hangUp() {
        lock.withLock { if connection >= 0 { shutdown(connection, Int32(SHUT_RDWR)) } }
    }

    /// Closes the socket and the connection, as a daemon does that ends.
    func stop() {
        lock.withLock {
            if listener >= 0 { shutdown(listener, Int32(SHUT_RDWR)) }
            if connection >= 0 { shutdown(connection, Int32(SHUT_RDWR)) }
            listener = -1
        }
        unlink(path)
    }

    /// Listens again after `stop`.
    func listen() {
        let fd = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8) + [0]) }
        let isBound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(fd, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        precondition(isBound && Glibc.listen(fd, 4) == 0, "cannot listen at \(path)")
        lock.withLock { listener = fd }
        // The thread closes the listener itself: it would accept another daemon's connections under a number that is used again.
        Thread.detachNewThread { [weak self] in
            while true {
                let connection = accept(fd, nil, nil)
                guard connection >= 0, let self else { break }
                self.serve(connection)
            }
            close(fd)
        }
    }

    private func serve(_ connection: Int32) {
        lock.withLock { self.connection = connection }
        var rest: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            while lock.withLock({ isDeaf && listener >= 0 }) { usleep(2000) }
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            rest += buffer[0..<count]
            while let end = rest.firstIndex(of: 10) {
                heed(Data(rest[..<end]))
                rest.removeSubrange(...end)
            }
        }
        lock.withLock {
            if self.connection == connection { self.connection = -1 }
            closed += 1
        }
        close(connection)
    }

    private func heed(_ line: Data) {
        var request = (try? JSONSerialization.jsonObject(with: line)) as? Request ?? [:]
        request["line"] = line
        // It is kept first: whoever has the answer may look for the request.
        lock.withLock { kept.append(request) }
        for line in answer(request) { say(line) }
    }
}

/// A path for a socket that is not there yet.
func temporaryPath() -> String {
    FileManager.default.temporaryDirectory.appendingPathComponent("tapfocus-\(UUID().uuidString.prefix(8)).sock").path
}
