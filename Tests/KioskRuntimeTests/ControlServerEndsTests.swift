import Foundation
import Glibc
import LinuxDevices
import Testing

@testable import KioskRuntime

/// Clients that send no more, and clients for which there is no room.
@Suite(.serialized) struct ControlServerEndsTests {
    @Test(
        "A client that sends no more gets its answers, and is let go",
        arguments: ["{\"request\":\"status\"}\n", "{\"request\":\"status\"}", "{\"request\":\"nonsense\"}"])
    func halfClosed(request: String) throws {
        let rig = try ServerRig()
        let client = try RawClient(rig.path)
        client.send(request)
        shutdown(client.descriptor, Int32(SHUT_WR))
        try rig.turn()
        #expect(client.lines().count == 1)
        #expect(client.read() == nil)
    }

    @Test("A client that sends no more waits for a late answer, without keeping the loop busy")
    func lateAnswer() throws {
        let folder = try ServerRig.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let loop = try EventLoop()
        var asked: ControlServer.ClientID?
        let server = try ControlServer(path: folder + "/s", loop: loop) { _, client in asked = client }
        defer { server.close() }
        let client = try RawClient(folder + "/s")
        client.send("{\"request\":\"tap\",\"x\":0,\"y\":0}\n")
        shutdown(client.descriptor, Int32(SHUT_WR))
        while try loop.runOnce(timeout: 20) > 0 {}
        #expect(try loop.runOnce(timeout: 20) == 0 && client.read() == "")
        server.send(Array("{}\n".utf8), to: try #require(asked))
        #expect(client.read() == "{}\n" && client.read() == nil)
    }

    @Test("A client whose poll fails still gets its answer")
    func failingWait() throws {
        let rig = try ServerRig()
        let (reader, writer) = makePipe()
        defer { for end in [reader, writer] { close(end) } }
        let client = try KioskClient(SocketPlace(rig.path))
        try client.send(.status)
        try rig.turn()
        let failure = FailingWait()
        let line = try Interposition.with(failure) { try client.nextLine(whileRead: writer) }
        #expect(line.map { String(decoding: $0, as: UTF8.self) } == "{\"answer\":1}")
        #expect(failure.count == 1)
    }

    @Test(
        "Without room for a client the loop is not kept busy, and the waiting client is served later",
        arguments: [EMFILE, ENFILE, ENOBUFS, ENOMEM, EIO])
    func noRoom(errno: Int32) throws {
        let rig = try ServerRig()
        let first = try RawClient(rig.path)
        try rig.turn()
        let waiting = try RawClient(rig.path)
        waiting.send("{\"request\":\"status\"}\n")
        try Interposition.with(Failure("accept", errno, times: 1)) {
            let counts = (try rig.loop.runOnce(timeout: 20), try rig.loop.runOnce(timeout: 20))
            #expect(counts == (1, 0), "it does not ask again")
        }
        shutdown(first.descriptor, Int32(SHUT_RDWR))
        try rig.turn()
        #expect(waiting.lines().count == 1)
        // If no client can leave, the server tries again after a second.
        let last = try RawClient(rig.path)
        last.send("{\"request\":\"status\"}\n")
        try Interposition.with(Failure("accept", errno)) { try rig.turn() }
        #expect(last.lines().isEmpty)
        #expect(try rig.loop.runOnce(timeout: 2000) == 1)
        try rig.turn()
        #expect(last.lines().count == 1)
    }

    @Test(
        "A connection that was given up, or a signal, does not delay the next one",
        arguments: [ECONNABORTED, EINTR, EAGAIN])
    func givenUp(errno: Int32) throws {
        let rig = try ServerRig()
        let waiting = try RawClient(rig.path)
        waiting.send("{\"request\":\"status\"}\n")
        let count = try Interposition.with(Failure("accept", errno)) { try rig.loop.runOnce(timeout: 20) }
        #expect(count == 1)
        try rig.turn()
        #expect(waiting.lines().count == 1)
    }

    @Test("A running program that answers nobody keeps its socket, and a second one does not wait for it")
    func fullQueue() throws {
        let folder = try ServerRig.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/s"
        let listener = try LocalSocket.listen(at: path)
        defer { close(listener) }
        var waiting: [Int32] = []
        defer { for descriptor in waiting { close(descriptor) } }
        let full = #expect(throws: SocketError.self) {
            for _ in 0..<1000 { waiting.append(try LocalSocket.connect(to: path, flags: SOCK_NONBLOCK.rawValue)) }
        }
        #expect(full?.code == EAGAIN)
        let refused = #expect(throws: SocketError.self) { try LocalSocket.listen(at: path) }
        #expect(refused?.code == EADDRINUSE)
    }
}

/// Waits for several descriptors at once fail.
private final class FailingWait: SystemCallInterposer {
    private let failures = Locked(0)

    var count: Int { failures.withLock { $0 } }

    func answer(_ call: SystemCall) -> SystemCallAnswer? {
        guard case .poll = call else { return nil }
        failures.withLock { $0 += 1 }
        return .failed(errno: ENOMEM)
    }
}
