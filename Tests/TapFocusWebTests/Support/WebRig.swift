import Foundation
import Glibc
import LinuxDevices
import Testing

@testable import KioskRuntime

/// The program, run as a process, with a folder of pages, and beside it a control socket whose loop the test turns.
final class WebRig {
    let folder: String
    let port: UInt16
    let loop: EventLoop
    private let process: Process
    private(set) var server: ControlServer?
    /// The requests that have reached the control socket.
    private(set) var requests: [ControlRequest] = []
    /// The clients of the control socket that have left.
    private(set) var left: [ControlServer.ClientID] = []
    /// Answers a request; the first client asks, unless the test knows better.
    var answer: (ControlServer, ControlRequest, ControlServer.ClientID) -> Void = { server, _, client in
        server.send(Array("{\"event\":\"status\"}\n".utf8), to: client)
    }

    /// Waiting counts while other tests have the processors, so it is generous.
    private static let patience: TimeInterval = 120

    /// - Parameters:
    ///   - hasDaemon: whether something listens at the control socket.
    ///   - environment: more variables of the program; it has to find the control socket by them. Empty: the rig names the socket.
    ///   - mostFiles: the files that the program may have open; nil: as many as the tests.
    ///   - prepare: fills the folder of pages, `FOLDER/pages`.
    init(
        _ arguments: String..., hasDaemon: Bool = true, environment: [String: String] = [:], mostFiles: Int? = nil,
        prepare: (String) throws -> Void = { _ in }
    ) throws {
        let folder = NSTemporaryDirectory() + "tw-\(UInt32.random(in: 0 ... .max))"
        self.folder = folder
        try FileManager.default.createDirectory(atPath: folder + "/pages", withIntermediateDirectories: true)
        try "<!doctype html>\n".write(toFile: folder + "/pages/index.html", atomically: false, encoding: .utf8)
        try prepare(folder)
        loop = try EventLoop()
        process = Process()
        process.executableURL = URL(fileURLWithPath: mostFiles == nil ? WebProgram.path : "/bin/sh")
        // The shell becomes the program, so it is the same process.
        let limit = mostFiles.map { ["-c", "ulimit -n \($0); exec \"$0\" \"$@\"", WebProgram.path] } ?? []
        let socket = environment.isEmpty ? ["--socket", folder + "/s"] : []
        let standard = ["--port", "0", "--pages", folder + "/pages"] + socket
        process.arguments = limit + standard + arguments.map { $0.replacingOccurrences(of: "FOLDER", with: folder) }
        let more = environment.mapValues { $0.replacingOccurrences(of: "FOLDER", with: folder) }
        process.environment = ProcessInfo.processInfo.environment.merging(WebProgram.strictness) { $1 }
            .merging(more) { $1 }
        for name in ["/out", "/err"] { _ = FileManager.default.createFile(atPath: folder + name, contents: nil) }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle(forWritingAtPath: folder + "/out")
        process.standardError = FileHandle(forWritingAtPath: folder + "/err")
        try process.run()
        let deadline = Date() + Self.patience
        var said = ""
        while !said.contains("\n"), process.isRunning, Date() < deadline {
            usleep(5000)
            said = (try? String(contentsOfFile: folder + "/out", encoding: .utf8)) ?? ""
        }
        guard let number = said.firstMatch(of: /http:\/\/[^ ]+:([0-9]+)\//)?.output.1, let port = UInt16(number)
        else {
            throw RigFailure(try String(contentsOfFile: folder + "/err", encoding: .utf8))
        }
        self.port = port
        if hasDaemon { try startDaemon() }
    }

    deinit {
        server?.close()
        if process.isRunning { process.terminate() }
        process.waitUntilExit()
        try? FileManager.default.removeItem(atPath: folder)
    }

    var output: String { (try? String(contentsOfFile: folder + "/out", encoding: .utf8)) ?? "" }
    var errors: String { (try? String(contentsOfFile: folder + "/err", encoding: .utf8)) ?? "" }
    var isRunning: Bool { process.isRunning }
    var processIdentifier: Int32 { process.processIdentifier }

    /// The most that its memory may grow, in bytes. The address sanitizer keeps freed memory for a while, to see who uses it; the thread
    /// sanitizer keeps notes of all memory, which take several times its size.
    static let growthLimit =
        ["ASAN_OPTIONS", "TSAN_OPTIONS"].allSatisfy { ProcessInfo.processInfo.environment[$0] == nil }
        ? 32 << 20 : 512 << 20

    /// The process's memory that is not shared, in bytes.
    var memory: Int {
        status.firstMatch(of: /RssAnon:\s*([0-9]+) kB/).flatMap { Int($0.output.1) }.map { $0 * 1024 } ?? 0
    }

    /// The most memory that the process has had until now, in bytes.
    var peakMemory: Int {
        status.firstMatch(of: /VmHWM:\s*([0-9]+) kB/).flatMap { Int($0.output.1) }.map { $0 * 1024 } ?? 0
    }

    private var status: String {
        (try? String(contentsOfFile: "/proc/\(processIdentifier)/status", encoding: .utf8)) ?? ""
    }

    /// The number of descriptors that the process has open.
    var descriptors: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(processIdentifier)/fd").count) ?? 0
    }

    /// The time that processors have spent on the process, in the kernel's ticks of 10 ms.
    var ticks: Int? {
        let text = (try? String(contentsOfFile: "/proc/\(processIdentifier)/stat", encoding: .utf8)) ?? ""
        // Behind the program's name, which is in brackets: utime and stime are the fields 14 and 15 of the line (proc(5)).
        let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 12, let user = Int(fields[11]), let system = Int(fields[12]) else { return nil }
        return user + system
    }

    func startDaemon() throws {
        let server = try ControlServer(path: folder + "/s", loop: loop) { [unowned self] request, client in
            requests.append(request)
            answer(self.server!, request, client)
        }
        server.clientLeft = { [unowned self] in left.append($0) }
        self.server = server
    }

    func stopDaemon() {
        server?.close()
        server = nil
    }

    /// Sends the process a signal, and returns its exit status.
    func end(_ signal: Int32) throws -> Int32 {
        kill(processIdentifier, signal)
        try wait("the end of the process") { !process.isRunning }
        return process.terminationStatus
    }

    /// Turns the loop until a condition holds.
    /// - Throws: `RigFailure` when it never does.
    func wait(_ what: String, until condition: () throws -> Bool) throws {
        let deadline = Date() + Self.patience
        while !(try condition()) {
            guard Date() < deadline else { throw RigFailure("waited in vain for \(what); standard error: \(errors)") }
            _ = try loop.runOnce(timeout: 5)
        }
    }

    /// Sends a request with a connection of its own, and returns the whole answer.
    func ask(_ lines: String..., body: [UInt8] = []) throws -> HTTPAnswer {
        let client = try RawConnection(port: port)
        try client.send(Array((lines + ["Connection: close", "", ""]).joined(separator: "\r\n").utf8) + body, self)
        try wait("the answer to \(lines)") { client.receive() }
        return HTTPAnswer(client.received)
    }

    /// Asks for a page, with the right Host header.
    func get(_ path: String, _ headers: String..., method: String = "GET") throws -> HTTPAnswer {
        let client = try RawConnection(port: port)
        let lines =
            ["\(method) \(path) HTTP/1.1", "Host: localhost:\(port)", "Connection: close"] + headers + ["", ""]
        try client.send(Array(lines.joined(separator: "\r\n").utf8), self)
        try wait("the answer to \(path)") { client.receive() }
        return HTTPAnswer(client.received)
    }
}

struct RigFailure: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) {
        self.description = description
    }
}

/// The built program.
enum WebProgram {
    /// Beside the tests in the build folder.
    static let path = place(of: "tapfocus-web")

    private static func place(of program: String) -> String {
        let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent(program).path
    }

    /// A misuse of GLib ends the program, and memory that was freed is filled with something else.
    static let strictness = ["G_DEBUG": "fatal-warnings", "MALLOC_PERTURB_": "165"]

    /// Runs the program to its end, or another one that lies beside it.
    static func run(
        _ arguments: [String], in folder: String, program: String = "tapfocus-web"
    ) throws -> (code: Int32, output: String, errors: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: place(of: program))
        process.arguments = arguments
        for name in ["/o", "/e"] { _ = FileManager.default.createFile(atPath: folder + name, contents: nil) }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle(forWritingAtPath: folder + "/o")
        process.standardError = FileHandle(forWritingAtPath: folder + "/e")
        try process.run()
        process.waitUntilExit()
        return (
            process.terminationStatus, try String(contentsOfFile: folder + "/o", encoding: .utf8),
            try String(contentsOfFile: folder + "/e", encoding: .utf8)
        )
    }
}
