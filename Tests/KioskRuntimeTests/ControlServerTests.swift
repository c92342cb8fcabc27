import FocusCore
import Foundation
import Glibc
import LinuxDevices
import RequestNames
import Testing

@testable import KioskRuntime

@Suite struct ControlServerTests {
    @Test("A request is answered, in pieces of any size, several in one piece, with empty lines between")
    func requests() throws {
        let rig = try ServerRig()
        let client = try RawClient(rig.path)
        for byte in ControlRequest.tap(x: 0.25, y: 0.5).line {
            client.send([byte])
            try rig.turn()
        }
        #expect(rig.requests == [.tap(x: 0.25, y: 0.5)])
        client.send("{\"request\":\"status\"}\n\n \r\n{\"request\":\"show-view\"}\r\n{\"request\":\"sta")
        try rig.turn()
        client.send("tus\"}\n")
        try rig.turn()
        #expect(rig.requests == [.tap(x: 0.25, y: 0.5), .status, .showView, .status])
        #expect(client.lines() == (1...4).map { "{\"answer\":\($0)}" })
    }

    @Test("Garbage gets an error object for each line, and the server goes on")
    func garbage() throws {
        let rig = try ServerRig()
        let client = try RawClient(rig.path)
        client.send("GET / HTTP/1.1\r\nHost: kiosk\r\n\r\n{\"request\":\"dance\"}\n")
        client.send([0, 255, 0xc3, 0x28, 10])
        client.send("{\"request\":\"status\"}\n")
        try rig.turn()
        let lines = client.lines()
        #expect(lines.count == 5)
        for line in lines.dropLast() {
            guard case .announcement(.error)? = KioskLine(Data(line.utf8)) else {
                Issue.record("no error object: \(line)")
                continue
            }
        }
        #expect(lines.last == "{\"answer\":1}")
    }

    @Test("A line of 64 KiB is read; one byte more is refused once, however much follows, and the next line is read")
    func longLines() throws {
        let rig = try ServerRig()
        let client = try RawClient(rig.path)
        func push(_ text: String) throws {
            var rest = Array(text.utf8)
            while !rest.isEmpty {
                rest.removeFirst(max(client.send(rest), 0))
                try rig.turn()
            }
        }
        let request = "{\"request\":\"status\"}"
        try push(request + String(repeating: " ", count: RequestName.longestLine - request.utf8.count) + "\n")
        #expect(rig.requests == [.status])
        try push(request + String(repeating: " ", count: RequestName.longestLine + 1 - request.utf8.count) + "\n")
        #expect(rig.requests == [.status])
        try push(String(repeating: "x", count: 300_000))
        try push("\n\(request)\n")
        #expect(rig.requests == [.status, .status])
        let lines = client.lines()
        #expect(lines.count == 4)
        #expect(lines[1].contains("64 KiB") && lines[2].contains("64 KiB"))
    }

    @Test("Of more than sixty-four silent clients those that came first make room, and are told why")
    func silentClients() throws {
        let rig = try ServerRig()
        var clients: [RawClient] = []
        for _ in 0..<70 {
            clients.append(try RawClient(rig.path))
            try rig.turn()
        }
        let asking = try RawClient(rig.path)
        asking.send("{\"request\":\"status\"}\n")
        try rig.turn()
        #expect(asking.lines().count == 1)
        for client in clients[..<7] {
            #expect(client.lines().first?.contains("needed for another client") == true)
            #expect(client.read() == nil)
        }
        for client in clients[7...] { #expect(client.read() == "") }
    }

    @Test("Silent clients go before those that have asked, these by how long they were idle, and watchers never")
    func order() throws {
        let rig = try ServerRig()
        let watchers = try (0..<60).map { _ in
            let watcher = try RawClient(rig.path)
            watcher.send("{\"request\":\"watch\"}\n")
            try rig.turn()
            return watcher
        }
        let asked = try (0..<3).map { _ in try RawClient(rig.path) }
        for client in [asked[1], asked[2], asked[0]] {
            client.send("{\"request\":\"status\"}\n")
            try rig.turn()
            _ = client.read()
        }
        let silent = try RawClient(rig.path)
        try rig.turn()
        var newcomers: [RawClient] = []
        for leaving in [silent, asked[1], asked[2], asked[0]] {
            #expect(leaving.read() == "")
            let newcomer = try RawClient(rig.path)
            newcomer.send("{\"request\":\"watch\"}\n")
            newcomers.append(newcomer)
            try rig.turn()
            #expect(leaving.lines().count == 1 && leaving.read() == nil)
        }
        // All clients watch now.
        let last = try RawClient(rig.path)
        try rig.turn()
        #expect(last.lines().first?.contains("all places are taken by clients that watch") == true)
        #expect(last.read() == nil)
        for watcher in watchers + newcomers { #expect(watcher.read() == "") }
    }

    @Test("A flood of silent clients does not keep out one that asks", arguments: [1, 16, 64, 200])
    func flood(count: Int) throws {
        let rig = try ServerRig()
        var clients: [RawClient] = []
        for _ in 0..<10 {
            let asking = try RawClient(rig.path)
            asking.send("{\"request\":\"status\"}\n")
            for _ in 0..<count {
                // The kernel's queue is short: when it is full the loop turns, as in the running program.
                while true {
                    if let client = try? RawClient(rig.path, flags: SOCK_NONBLOCK.rawValue) {
                        clients.append(client)
                        break
                    }
                    try rig.loop.runOnce(timeout: 0)
                }
            }
            try rig.turn()
            #expect(asking.lines().first?.contains("answer") == true)
            clients.removeAll()
        }
    }

    @Test("Sixty-four clients that ask are served at once, and one more takes the place of the idlest")
    func manyClients() throws {
        let rig = try ServerRig()
        var clients: [RawClient] = []
        for _ in 0..<64 {
            clients.append(try RawClient(rig.path))
            try rig.turn()
        }
        for client in clients { client.send("{\"request\":\"status\"}\n") }
        try rig.turn()
        #expect(clients.allSatisfy { $0.lines().count == 1 })
        let next = try RawClient(rig.path)
        next.send("{\"request\":\"status\"}\n")
        try rig.turn()
        #expect(next.lines().count == 1)
        #expect(clients.count { $0.lines().count == 1 && $0.read() == nil } == 1)
    }

    @Test("Clients that leave in the middle of a line, or of their answers, harm nobody")
    func leaving() throws {
        let rig = try ServerRig()
        let steady = try RawClient(rig.path)
        for _ in 0..<50 {
            var client: RawClient? = try RawClient(rig.path)
            client?.send("{\"request\":\"watch\"}\n{\"request\":\"status\"}\n{\"requ")
            client = nil
            try rig.turn()
        }
        rig.server.sendToWatchers(Array("news\n".utf8))
        steady.send("{\"request\":\"status\"}\n")
        try rig.turn()
        #expect(steady.lines().count == 1 && !rig.server.hasWatchers)
    }

    @Test("A watcher that never reads is let go; the others hear everything")
    func neverReads() throws {
        let rig = try ServerRig()
        let deaf = try RawClient(rig.path)
        let awake = try RawClient(rig.path)
        for client in [deaf, awake] { client.send("{\"request\":\"watch\"}\n") }
        try rig.turn()
        let line = [UInt8](repeating: UInt8(ascii: "x"), count: 999) + [10]
        var heard = 0
        for _ in 0..<3000 {
            rig.server.sendToWatchers(line)
            heard += awake.read()?.utf8.count ?? 0
        }
        try rig.turn()
        heard += awake.read()?.utf8.count ?? 0
        #expect(heard == 3_000_000)
        var left = 0
        while let text = deaf.read(), !text.isEmpty { left += text.utf8.count }
        #expect(left < 2_000_000 && deaf.read() == nil, "after what the kernel held, it finds the connection closed")
    }

    @Test(
        "A client that asks as fast as it can, and reads nothing, keeps no other one waiting",
        arguments: ["{\"request\":\"status\"}\n", "{\"request\":\"watch\"}\n", "nonsense\n", "[[[[\n", "\n"])
    func floods(line: String) throws {
        let rig = try ServerRig()
        var flooding = try RawClient(rig.path)
        let honest = try RawClient(rig.path)
        try rig.turn()
        let piece = Array(String(repeating: line, count: 4000).utf8)
        var rest = piece[...]
        for _ in 0..<20 {
            var sent = 0
            // The server drops a client that floods, or does not read: then another one floods.
            for attempt in 0..<2 where sent == 0 {
                if attempt > 0 {
                    flooding = try RawClient(rig.path)
                    rest = piece[...]
                }
                while true {
                    let count = flooding.send(Array(rest))
                    guard count > 0 else { break }
                    sent += count
                    rest = count < rest.count ? rest.dropFirst(count) : piece[...]
                }
            }
            #expect(sent > 0, "each round is a flood")
            honest.send("{\"request\":\"status\"}\n")
            var answers: [String] = []
            for _ in 0..<4 where answers.isEmpty {
                _ = try rig.loop.runOnce(timeout: 20)
                answers = honest.lines()
            }
            #expect(answers.count == 1)
        }
    }

    @Test("The socket may be used by owner and group, and is gone at the end")
    func permissions() throws {
        let rig = try ServerRig()
        var status = stat()
        #expect(stat(rig.path, &status) == 0)
        #expect(status.st_mode & 0o7777 == 0o660 && status.st_mode & S_IFMT == S_IFSOCK)
        rig.server.close()
        #expect(stat(rig.path, &status) != 0)
    }

    @Test("A socket that an ended program has left is replaced; one that answers is not")
    func staleSocket() throws {
        let folder = try ServerRig.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/s"
        close(try LocalSocket.listen(at: path))
        let listener = try LocalSocket.listen(at: path)
        let refused = #expect(throws: SocketError.self) { try LocalSocket.listen(at: path) }
        #expect(refused?.code == EADDRINUSE && refused?.description.contains("Another \"tapfocus run\"") == true)
        // The refused one has not taken the other's socket away.
        close(try LocalSocket.connect(to: path))
        close(listener)
    }

    @Test("A file that is not a socket is not touched")
    func otherFiles() throws {
        let folder = try ServerRig.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = folder + "/file"
        try Data("precious".utf8).write(to: URL(fileURLWithPath: file))
        symlink(file, folder + "/link")
        for path in [file, folder, folder + "/link"] {
            #expect(throws: SocketError.self) { try LocalSocket.listen(at: path) }
        }
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "precious")
        for (path, code) in [("", ENAMETOOLONG), (String(repeating: "a", count: 108), ENAMETOOLONG)] {
            let error = #expect(throws: SocketError.self) { try LocalSocket.listen(at: path) }
            #expect(error?.code == code)
        }
        let nowhere = #expect(throws: SocketError.self) { try LocalSocket.listen(at: folder + "/none/s") }
        #expect(nowhere?.code == ENOENT && nowhere?.description.contains("folder must exist") == true)
        let nobody = #expect(throws: SocketError.self) { try KioskClient(SocketPlace(folder + "/s")) }
        #expect(nobody?.description.contains("Start \"tapfocus run\"") == true)
    }

    @Test(
        "A call that fails while the socket is created is reported, and leaves nothing behind",
        arguments: ["socket", "bind", "listen"], [EACCES, EMFILE, ENOMEM, ENOBUFS, EADDRINUSE, EIO])
    func failingStart(name: String, errno: Int32) throws {
        let folder = try ServerRig.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/s"
        let error = #expect(throws: SocketError.self) {
            try Interposition.with(Failure(name, errno)) { try LocalSocket.listen(at: path) }
        }
        #expect(error?.code == errno && error?.description.contains(path) == true)
        #expect(!FileManager.default.fileExists(atPath: path))
        close(try LocalSocket.listen(at: path))
    }

    @Test("A server whose socket cannot be watched leaves nothing behind", arguments: [ENOMEM, ENOSPC])
    func failingWatch(errno: Int32) throws {
        let folder = try ServerRig.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let loop = try EventLoop()
        #expect(throws: DeviceError.self) {
            try Interposition.with(Failure("epoll_ctl", errno)) {
                _ = try ControlServer(path: folder + "/s", loop: loop) { _, _ in }
            }
        }
        #expect(!FileManager.default.fileExists(atPath: folder + "/s"))
    }

    @Test(
        "A client whose call fails is let go, and the others are served",
        arguments: ["recv", "send", "epoll_ctl"], [ECONNRESET, EPIPE, EIO, ENOMEM, EINTR, EAGAIN])
    func failingClient(name: String, errno: Int32) throws {
        let rig = try ServerRig()
        let unlucky = try RawClient(rig.path)
        unlucky.send("{\"request\":\"status\"}\n")
        try Interposition.with(Failure(name, errno)) { try rig.turn() }
        let next = try RawClient(rig.path)
        next.send("{\"request\":\"status\"}\n")
        try rig.turn()
        #expect(next.lines().count == 1)
        if errno == EINTR || errno == EAGAIN, name != "epoll_ctl" { #expect(unlucky.lines().count == 1) }
    }

    @Test(
        "A call of a client that fails is reported", arguments: ["socket", "connect"],
        [EACCES, ENOENT, ECONNREFUSED, EMFILE])
    func failingConnect(name: String, errno: Int32) throws {
        let rig = try ServerRig()
        let error = #expect(throws: SocketError.self) {
            try Interposition.with(Failure(name, errno)) { _ = try KioskClient(SocketPlace(rig.path)) }
        }
        #expect(error?.code == errno && error?.attempt == "reach")
    }

    @Test("A program's side sends requests and gets lines, until the other side ends")
    func client() throws {
        let rig = try ServerRig()
        let client = try KioskClient(SocketPlace(rig.path))
        for request in [ControlRequest.status, .tap(x: 0, y: 0), .watch] { try client.send(request) }
        try rig.turn()
        rig.server.sendToWatchers([UInt8](repeating: UInt8(ascii: "y"), count: 10_000) + [10])
        #expect(client.nextLine() == Array("{\"answer\":1}".utf8))
        #expect(client.nextLine() == Array("{\"answer\":2}".utf8))
        #expect(client.nextLine()?.count == 10_000)
        rig.server.close()
        #expect(client.nextLine() == nil)
        #expect(throws: SocketError.self) { try client.send(.status) }
    }
}
