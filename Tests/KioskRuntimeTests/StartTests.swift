import FocusCore
import Foundation
import Glibc
import LinuxDevices
import StateTrace
import Testing

@testable import KioskRuntime

/// The order of events at the start, on a machine whose cameras cannot be opened.
@Suite(.serialized) struct StartTests {
    private func withOptions(_ body: (KioskOptions, String) throws -> Void) throws {
        let folder = try ServerRig.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var options = KioskOptions()
        options.camera = .path(folder + "/no-camera")
        options.socket = folder + "/s"
        options.trace = TraceOptions(.file(folder + "/trace.jsonl"))
        try body(options, folder)
    }

    @Test("A second run on the same socket is refused before it touches camera and trace")
    func second() throws {
        try withOptions { options, folder in
            let listener = try LocalSocket.listen(at: options.socket)
            defer { close(listener) }
            let error = #expect(throws: SocketError.self) { try Session(options).watched().run() }
            #expect(error?.code == EADDRINUSE)
            #expect(!FileManager.default.fileExists(atPath: folder + "/trace.jsonl"))
        }
    }

    @Test("Without a camera no trace is begun, and the socket is gone again")
    func noCamera() throws {
        try withOptions { options, folder in
            let error = #expect(throws: DeviceError.self) { try Session(options).watched().run() }
            #expect(error?.kind == .doesNotExist && error?.role == .camera)
            let left = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(left.isEmpty)
        }
    }

    @Test("A signal while a camera is being opened ends it at once, and well")
    func interrupted() throws {
        try withOptions { options, folder in
            let patience = Patience()
            defer { patience.end() }
            try Interposition.with(patience) {
                let kiosk = try Session(options).watched()
                // The signal is blocked in this thread, and stays pending until the loop reads it.
                pthread_kill(pthread_self(), SIGTERM)
                try kiosk.run()
            }
            let left = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(left.isEmpty)
        }
    }

    @Test("A run whose first line cannot be written ends at once, and says why", arguments: ["/dev/full", "/dev/null"])
    func unwritable(path: String) throws {
        try withOptions { options, folder in
            var options = options
            options.camera = .path("/dev/lab-camera")
            (options.touch, options.motion) = (.none, .none)
            // /dev/null is opened read-only, like the file that replaces a closed output.
            let output = open(path, path == "/dev/full" ? O_WRONLY : O_RDONLY)
            defer { close(output) }
            let error = Interposition.with(BareCamera()) {
                #expect(throws: OutputError.self) {
                    try Session(options, announcer: Announcer(isJSON: true, descriptor: output)).watched().run()
                }
            }
            #expect(error?.code == (path == "/dev/full" ? ENOSPC : EBADF))
            let left = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(left == ["trace.jsonl"])
        }
    }

    @Test("A run ends when its reader has gone, even if it prints nothing", arguments: [true, false])
    func unread(isGoneAtOnce: Bool) throws {
        try withOptions { options, _ in
            var options = options
            options.camera = .path("/dev/lab-camera")
            (options.touch, options.motion) = (.none, .none)
            let (reader, writer) = makePipe()
            defer { close(writer) }
            if isGoneAtOnce {
                close(reader)
            } else {
                Thread.detachNewThread {
                    var byte: UInt8 = 0
                    // The first line has come: nothing more is printed until something happens.
                    _ = Glibc.read(reader, &byte, 1)
                    close(reader)
                }
            }
            let error = Interposition.with(BareCamera()) {
                #expect(throws: OutputError.self) {
                    try Session(options, announcer: Announcer(isJSON: true, descriptor: writer)).watched().run()
                }
            }
            #expect(error?.isReaderGone == true)
        }
    }

    @Test(
        "A restart of the journal costs lines and ends nothing; another socket that closes is a reader that has gone",
        arguments: [true, false], [true, false])
    func journalRestarts(isGoneAtOnce: Bool, isJournal: Bool) throws {
        signal(SIGPIPE, SIG_IGN)
        try withOptions { options, _ in
            var ends: [Int32] = [-1, -1]
            let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
            #expect(socketpair(AF_UNIX, type, 0, &ends) == 0)
            defer { close(ends[0]) }
            var status = stat()
            #expect(fstat(ends[0], &status) == 0)
            var options = options
            options.journalStream = "\(status.st_dev):\(isJournal ? status.st_ino : 1)"
            let kiosk = try Session(options, announcer: Announcer(isJSON: true, descriptor: ends[0])).watched()
            kiosk.watchOutput()
            if isGoneAtOnce { close(ends[1]) }
            kiosk.feed(.start)
            if !isGoneAtOnce { close(ends[1]) }
            for _ in 0..<3 { kiosk.feed(.viewShown) }
            #expect(try kiosk.host.loop.runOnce(timeout: 0) == 0)
            #expect(kiosk.isStopping == !isJournal && (kiosk.life.outputError == nil) == isJournal)
        }
    }

    @Test("Requests that arrive while devices are being opened are answered afterwards")
    func early() throws {
        try withOptions { options, _ in
            let patience = Patience()
            let socket = options.socket
            let answered = Thread.results { () -> String in
                while true {
                    guard let client = try? RawClient(socket) else {
                        usleep(1000)
                        continue
                    }
                    client.send("{\"request\":\"status\"}\n")
                    usleep(50_000)
                    let early = client.read() ?? "closed"
                    patience.end()
                    return early
                }
            }
            Interposition.with(patience) {
                let error = #expect(throws: DeviceError.self) { try Session(options).watched().run() }
                #expect(error?.kind == .doesNotExist)
            }
            #expect(answered() == "", "not yet, and not refused either")
        }
    }
}

/// A camera whose opening lasts until the test ends it.
private final class Patience: SystemCallInterposer {
    private let gate = DispatchSemaphore(value: 0)

    func end() { gate.signal() }

    func answer(_ call: SystemCall) -> SystemCallAnswer? {
        guard case .open(let path, _) = call, path.hasSuffix("/no-camera") else { return nil }
        gate.wait()
        gate.signal()
        return nil
    }
}
