import Foundation
import Glibc
import Testing

@testable import KioskRuntime

/// The program's beginning and its end.
@Suite(.serialized) struct ProgramTests {
    private func withFolder(_ body: (String) throws -> Void) throws {
        let folder = NSTemporaryDirectory() + "tp-\(UInt32.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(atPath: folder + "/pages", withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }

    @Test("A signal ends it with status 0, after it has taken leave of its pages", arguments: [SIGTERM, SIGINT])
    func signals(signal: Int32) throws {
        let rig = try WebRig()
        let page = try WebSocketClient(rig)
        try page.send("{\"request\":\"status\"}")
        _ = try page.next()
        #expect(try rig.end(signal) == 0)
        #expect(try page.closeCode() == 1001)
        try rig.wait("the client to leave") { rig.left.count == 1 }
        #expect(rig.errors.isEmpty, "\(rig.errors)")
    }

    @Test("Help goes to standard output, and names every part")
    func help() throws {
        try withFolder { folder in
            let outcome = try WebProgram.run(["--help"], in: folder)
            #expect(outcome.code == 0 && outcome.errors.isEmpty)
            for word in ["--port", "8722", "/socket", "/tapfocus.js", "--token-file", "1013"] {
                #expect(outcome.output.contains(word), "\(word)")
            }
        }
    }

    @Test("It has the version of tapfocus, on standard output")
    func version() throws {
        try withFolder { folder in
            let web = try WebProgram.run(["--version"], in: folder)
            let tapfocus = try WebProgram.run(["--version"], in: folder, program: "tapfocus")
            #expect(web.code == 0 && web.errors.isEmpty && tapfocus.output.hasPrefix("tapfocus "))
            #expect(web.output == tapfocus.output.replacingOccurrences(of: "tapfocus", with: "tapfocus-web"))
        }
    }

    @Test(
        "It ends with 2 for wrong usage, and with 1 when it cannot serve, each time with a sentence",
        arguments: [
            (["--prot", "1"], 2, "no option --prot"), (["--port"], 2, "needs a value"),
            (["--pages", "FOLDER/none"], 1, "cannot read the pages in"),
            (["--pages", "FOLDER/file"], 1, "cannot read the pages in"),
            (["--listen", "localhost"], 1, "is no IP address"),
            (["--listen", "192.0.2.1"], 1, "cannot listen on 192.0.2.1"),
            (["--token-file", "FOLDER/none"], 1, "no such file"),
            (["--token-file", "FOLDER/pages"], 1, "it is no file"),
            (["--token-file", "FOLDER/pipe"], 1, "it is no file"),
            (["--token-file", "FOLDER/open"], 1, "chmod o= "), (["--token-file", "FOLDER/short"], 1, "16 to 256"),
            (["--token-file", "FOLDER/open", "--port=x"], 2, "0…65535"),
        ] as [([String], Int32, String)])
    func failures(arguments: [String], status: Int32, words: String) throws {
        try withFolder { folder in
            for (name, text, mode) in [
                ("file", "x", 0o600), ("open", "0123456789abcdef", 0o644), ("short", "x\n", 0o600),
            ] {
                try text.write(toFile: "\(folder)/\(name)", atomically: false, encoding: .utf8)
                chmod("\(folder)/\(name)", mode_t(mode))
            }
            mkfifo("\(folder)/pipe", 0o600)
            let standard = ["--port", "0", "--pages", folder + "/pages"].filter { !$0.isEmpty }
            let own = arguments.map { $0.replacingOccurrences(of: "FOLDER", with: folder) }
            let isGiven = own.contains { $0.hasPrefix("--port") || $0.hasPrefix("--pages") }
            let outcome = try WebProgram.run(isGiven ? own : standard + own, in: folder)
            #expect(outcome.code == status, "\(outcome)")
            #expect(outcome.errors.hasPrefix("tapfocus-web: ") && outcome.errors.contains(words), "\(outcome.errors)")
            #expect(outcome.output.isEmpty)
        }
    }

    @Test("A port that is taken is told, with what to do")
    func takenPort() throws {
        let rig = try WebRig(hasDaemon: false)
        let outcome = try WebProgram.run(["--port", "\(rig.port)", "--pages", rig.folder + "/pages"], in: rig.folder)
        #expect(outcome.code == 1 && outcome.errors.contains("choose another port (--port)"), "\(outcome.errors)")
        let words = "cannot listen on 127.0.0.1, port \(rig.port): address already in use. Another program"
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
    }

    @Test("At its start it says which origins are allowed, and what is missing for a page")
    func facts() throws {
        let alone = try WebRig(hasDaemon: false)
        #expect(alone.output.contains("\npages of other origins than this address are refused: --allow-origin ORIGIN"))
        let missing = "\nno page reaches a camera yet: cannot reach the socket \(alone.folder)/s: no such file"
        #expect(alone.output.contains(missing), "\(alone.output)")
        #expect(alone.output.contains("\nthere is no tapfocus.js in \(alone.folder)/pages: "), "\(alone.output)")
        let rig = try WebRig("--allow-origin", "https://shop.example", hasDaemon: false) { folder in
            try "".write(toFile: folder + "/pages/tapfocus.js", atomically: false, encoding: .utf8)
        }
        #expect(rig.output.contains("\npages of other origins that are allowed: https://shop.example\n"))
        #expect(!rig.output.contains("tapfocus.js"), "\(rig.output)")
    }

    /// Makes the file of a socket. Returns its descriptor, which the caller closes.
    private static func socket(at path: String) throws -> Int32 {
        var address = try LocalSocket.address(path)
        let descriptor = try LocalSocket.make(path)
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let isBound = LocalSocket.withAddress(&address) { bind(descriptor, $0, size) } == 0
        try #require(isBound)
        return descriptor
    }

    @Test("At its start it names the socket that is at another usual place than its own")
    func otherPlace() throws {
        let surroundings = ["XDG_RUNTIME_DIR": "FOLDER/none", "TMPDIR": "FOLDER"]
        let rig = try WebRig(hasDaemon: false, environment: surroundings) { folder in
            close(try Self.socket(at: "\(folder)/tapfocus-\(getuid()).sock"))
        }
        #expect(rig.output.contains("cannot reach the socket \(rig.folder)/none/tapfocus.sock: "), "\(rig.output)")
        // It is another one where the machine has a run of its own.
        #expect(rig.output.contains(". One is at /") && rig.output.contains(".sock: use --socket /"), "\(rig.output)")
    }

    @Test("At its start it says that nothing listens at the socket, also where a killed run has left one behind")
    func staleSocket() throws {
        for listens in [false, true] {
            var kept: Int32?
            defer { if let kept { close(kept) } }
            let rig = try WebRig(hasDaemon: false) { folder in
                let descriptor = try Self.socket(at: folder + "/s")
                try #require(!listens || listen(descriptor, 4) == 0)
                if listens { kept = descriptor } else { close(descriptor) }
            }
            let said = rig.output.contains("\nno page reaches a camera yet: cannot reach the socket \(rig.folder)/s: ")
            #expect(said == !listens, "\(rig.output)")
            #expect(rig.output.contains("/s: connection refused. Start \"tapfocus run\"") == !listens)
        }
    }

    @Test("Listening for other machines is warned of, and more so without a token; the address is one of this machine")
    func warning() throws {
        let rig = try WebRig("--listen", "0.0.0.0", hasDaemon: false)
        #expect(
            rig.errors.contains("other machines may reach this server") && rig.errors.contains("without --token-file"))
        #expect(rig.output.hasPrefix("http://localhost:\(rig.port)/ "), "\(rig.output)")
        #expect(try rig.get("/").status == 200)
    }

    @Test("Listening on one loopback address is no reason to warn, and that address is the one to open")
    func oneLoopback() throws {
        let rig = try WebRig("--listen", "127.0.0.1", hasDaemon: false)
        #expect(rig.errors.isEmpty, "\(rig.errors)")
        #expect(rig.output.hasPrefix("http://127.0.0.1:\(rig.port)/ "), "\(rig.output)")
        #expect(try rig.get("/").status == 200)
    }

    @Test("As a service it says that it is ready, how many pages are connected, that it lives, and that it ends")
    func service() throws {
        var descriptor: Int32 = -1
        defer { close(descriptor) }
        let surroundings = ["NOTIFY_SOCKET": "FOLDER/notify", "WATCHDOG_USEC": "900000"]
        let rig = try WebRig("--socket", "FOLDER/s", environment: surroundings) { folder in
            descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
            var address = try LocalSocket.address(folder + "/notify")
            let size = socklen_t(MemoryLayout<sockaddr_un>.size)
            let isBound = LocalSocket.withAddress(&address) { bind(descriptor, $0, size) } == 0
            try #require(isBound)
        }
        var texts: [String] = []
        func hasReceived(_ text: String) -> Bool {
            var buffer = [UInt8](repeating: 0, count: 1000)
            while true {
                let count = read(descriptor, &buffer, buffer.count)
                guard count > 0 else { return texts.contains(text) }
                texts.append(String(decoding: buffer.prefix(count), as: UTF8.self))
            }
        }
        try rig.wait("the beginning") { hasReceived("READY=1") }
        #expect(Array(texts.prefix(3)) == ["STATUS=no page is connected", "WATCHDOG=1", "READY=1"])
        let page = try WebSocketClient(rig)
        try rig.wait("the page in the status") { hasReceived("STATUS=1 page is connected") }
        texts = []
        try rig.wait("the watchdog's food") { hasReceived("WATCHDOG=1") }
        #expect(try rig.end(SIGTERM) == 0)
        let saysItsEnd = hasReceived("STOPPING=1\nSTATUS=taking leave of the pages")
        #expect(saysItsEnd, "\(texts)")
        withExtendedLifetime(page) {}
    }

    @Test("It speaks to a network, so it is linked with no library of devices, and not with Foundation")
    func libraries() throws {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/ldd")
        process.arguments = [WebProgram.path]
        process.standardOutput = pipe
        try process.run()
        let list = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        try #require(process.terminationStatus == 0 && list.contains("libsoup-3.0"), "\(list)")
        for library in ["libv4l2", "libv4lconvert", "libiio", "libevdev", "libudev", "libyaml", "libFoundation"] {
            #expect(!list.contains(library + "."), "\(library)")
        }
    }
}
