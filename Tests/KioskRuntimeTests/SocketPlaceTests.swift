import Foundation
import Glibc
import LinuxDevices
import Testing

@testable import ControlSocket
@testable import KioskRuntime

/// Where the control socket is looked for, whose it may be, and what a person is told when there is none.
@Suite(.againstHanging) struct SocketPlaceTests {
    @Test(
        "Only the default in the temporary folder is a place where every user can make a socket",
        arguments: [
            (SocketSurroundings(user: 1000, runtimeFolder: "/run/user/1000"), "/run/user/1000/tapfocus.sock", false),
            (SocketSurroundings(user: 0, runtimeFolder: "/run/user/0"), "/run/user/0/tapfocus.sock", false),
            (SocketSurroundings(user: 0, temporaryFolder: "/var/tmp"), "/run/tapfocus.sock", false),
            (SocketSurroundings(user: 1000), "/tmp/tapfocus-1000.sock", true),
            (SocketSurroundings(user: 1000, temporaryFolder: "/var/tmp/"), "/var/tmp/tapfocus-1000.sock", true),
        ])
    func standard(surroundings: SocketSurroundings, path: String, isOpenToAll: Bool) {
        #expect(surroundings.standard == SocketPlace(path: path, isStandard: true, isOpenToAll: isOpenToAll))
    }

    @Test("A path that a person names is their own word, wherever it is")
    func named() {
        let place = SocketPlace("/tmp/tapfocus-1000.sock")
        #expect(!place.isOpenToAll && !place.isStandard && place.path == "/tmp/tapfocus-1000.sock")
    }

    @Test(
        "A client looks where the service of the package listens, if it may, and nothing is at the default path",
        arguments: [(true, true, false), (true, false, false), (false, true, true), (false, false, false)])
    func service(isThere: Bool, mayEnter: Bool, isService: Bool) {
        let surroundings = SocketSurroundings(user: 1000, runtimeFolder: "/run/user/1000")
        let place = surroundings.client(
            exists: { isThere && $0 == "/run/user/1000/tapfocus.sock" },
            mayEnter: { mayEnter && $0 == "/run/tapfocus" })
        #expect(place.path == (isService ? "/run/tapfocus/tapfocus.sock" : "/run/user/1000/tapfocus.sock"))
        #expect(!place.isOpenToAll)
    }

    @Test(
        "A user trusts sockets of their own and of root",
        arguments: [(1000, 1000, true), (1000, 0, true), (1000, 65_534, false), (0, 0, true), (0, 1000, false)]
            as [(UInt32, UInt32, Bool)])
    func trust(user: UInt32, owner: UInt32, isTrusted: Bool) {
        #expect(SocketSurroundings(user: user).trusts(owner) == isTrusted)
    }

    /// A case of what a client is told that finds no socket at its default path.
    private struct Search {
        var surroundings: SocketSurroundings
        var files: [String: SocketAdvice.File]
        var advice: String?
    }

    private static let searches = [
        Search(surroundings: SocketSurroundings(user: 1000), files: [:], advice: nil),
        Search(
            surroundings: SocketSurroundings(user: 1000),
            files: ["/run/tapfocus.sock": SocketAdvice.File(owner: 0, isUsable: false)],
            advice: "One is at /run/tapfocus.sock: use --socket /run/tapfocus.sock, as its user, or as a user in its "
                + "group."),
        Search(
            surroundings: SocketSurroundings(user: 1000, runtimeFolder: "/run/user/1000"),
            files: ["/run/tapfocus/tapfocus.sock": SocketAdvice.File(owner: 990)],
            advice: "One is at /run/tapfocus/tapfocus.sock: use --socket /run/tapfocus/tapfocus.sock."),
        Search(
            surroundings: SocketSurroundings(user: 1000, runtimeFolder: "/run/user/1000"),
            files: ["/tmp/tapfocus-1000.sock": SocketAdvice.File(owner: 1000)],
            advice: "One is at /tmp/tapfocus-1000.sock: use --socket /tmp/tapfocus-1000.sock."),
        Search(
            surroundings: SocketSurroundings(user: 1000),
            files: ["/run/user/1000/tapfocus.sock": SocketAdvice.File(owner: 1000)],
            advice: "One is at /run/user/1000/tapfocus.sock: use --socket /run/user/1000/tapfocus.sock."),
        // Anybody could have made it.
        Search(
            surroundings: SocketSurroundings(user: 1000, runtimeFolder: "/run/user/1000"),
            files: ["/tmp/tapfocus-1000.sock": SocketAdvice.File(owner: 65_534)], advice: nil),
        Search(
            surroundings: SocketSurroundings(user: 1000),
            files: ["/run/tapfocus.sock": SocketAdvice.File(owner: 0, isSocket: false)], advice: nil),
    ]

    @Test("A client that finds no socket at its default path names one that is at another usual path")
    func searching() {
        for search in Self.searches {
            let advice = SocketAdvice(search.surroundings) { search.files[$0] }
            for code in [ENOENT, ECONNREFUSED] {
                let error = SocketError(attempt: "reach", search.surroundings.standard.path, code)
                #expect(advice.words(for: error) == search.advice)
                #expect(error.advised(advice).description.hasSuffix(search.advice ?? "with --socket."))
            }
            // Neither the path that somebody has named nor a listener's asks for another one.
            #expect(advice.words(for: SocketError(attempt: "reach", "/other", ENOENT)) == nil)
            let listening = SocketError(attempt: "listen at", search.surroundings.standard.path, ENOENT)
            #expect(advice.words(for: listening) == nil)
        }
    }

    @Test(
        "Where XDG_RUNTIME_DIR is another user's folder, the error says so, to a listener and to a client",
        arguments: ["listen at", "reach"], [EACCES, EPERM])
    func foreignRuntimeFolder(attempt: String, code: Int32) {
        func description(_ surroundings: SocketSurroundings, owner: UInt32) -> String {
            let advice = SocketAdvice(surroundings) { $0 == "/run/user/0" ? SocketAdvice.File(owner: owner) : nil }
            return SocketError(attempt: attempt, "/run/user/0/tapfocus.sock", code).advised(advice).description
        }
        let words = "XDG_RUNTIME_DIR names another user's folder: unset it, or choose another path (--socket PATH)."
        let foreign = SocketSurroundings(user: 1000, runtimeFolder: "/run/user/0")
        #expect(description(foreign, owner: 0).hasSuffix(words))
        #expect(!description(foreign, owner: 1000).contains("XDG_RUNTIME_DIR"))
        #expect(!description(SocketSurroundings(user: 1000), owner: 0).contains("XDG_RUNTIME_DIR"))
    }

    @Test("A socket of one's own is spoken to where every user can make one; a kernel that does not tell is an error")
    func ownSocket() throws {
        let folder = try ServerRig.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let place = SocketPlace(path: folder + "/s", isStandard: true, isOpenToAll: true)
        let listener = try LocalSocket.listen(at: place.path)
        defer { close(listener) }
        _ = try KioskClient(place)
        _ = try ControlConnection(place)
        let error = #expect(throws: SocketError.self) {
            try Interposition.with(Failure("getsockopt", EIO)) { _ = try KioskClient(place) }
        }
        #expect(error?.code == EIO && error?.description.contains("learn the owner of the socket \(folder)/s") == true)
    }

    @Test(
        "Another user's socket is refused where every user can make one, and its owner is named; a named one is not",
        .enabled(if: OtherUsersSocket.isPossible, "only root can be another user"))
    func foreignSocket() throws {
        let folder = try ServerRig.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        chmod(folder, 0o1777)
        let place = SocketPlace(path: folder + "/s", isStandard: true, isOpenToAll: true)
        let other = try OtherUsersSocket(place.path)
        let errors = [
            #expect(throws: SocketError.self) { _ = try KioskClient(place) },
            #expect(throws: SocketError.self) { _ = try ControlConnection(place) },
        ]
        for error in errors {
            let words = error?.description ?? ""
            #expect(error?.owner == 65_534 && words.contains("it belongs to another user, "), "\(words)")
            #expect(words.contains("65534") && words.contains("--socket") && words.contains("XDG_RUNTIME_DIR"))
        }
        _ = try KioskClient(SocketPlace(place.path))
        let listening = #expect(throws: SocketError.self) { try LocalSocket.listen(at: place.path) }
        #expect(listening?.code == EADDRINUSE && listening?.owner == 65_534)
        #expect(listening?.description.contains("Choose another path (--socket), or set XDG_RUNTIME_DIR") == true)
        withExtendedLifetime(other) {}
    }
}

/// A program of the user 65534 that listens at a path.
private final class OtherUsersSocket {
    private static let python = "/usr/bin/python3"
    static var isPossible: Bool { getuid() == 0 && access(python, X_OK) == 0 }

    private let process = Process()
    private let input = Pipe()

    init(_ path: String) throws {
        let program = """
            import os, socket, sys
            os.setgid(65534)
            os.setuid(65534)
            listener = socket.socket(socket.AF_UNIX)
            listener.bind(sys.argv[1])
            os.chmod(sys.argv[1], 0o777)
            listener.listen()
            print("ready", flush=True)
            sys.stdin.read()
            """
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: Self.python)
        process.arguments = ["-c", program, path]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        try #require(!output.fileHandleForReading.availableData.isEmpty)
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}
