import ChartTools
import FocusCore
import Foundation
import Glibc
import LinuxDevices
import StateChart
import Testing

@testable import KioskRuntime

/// The commands that talk to a running kiosk, here one without devices.
@Suite(.serialized) struct ClientCommandTests {
    private func ask(_ arguments: String..., kiosk body: (Session) -> Void = { _ in }) throws -> Program.Outcome {
        try ask(arguments, kiosk: body)
    }

    private func ask(_ arguments: [String], kiosk body: (Session) -> Void = { _ in }) throws -> Program.Outcome {
        try withFolder { folder in
            var options = KioskOptions()
            options.socket = folder + "/s"
            let nowhere = open("/dev/null", O_WRONLY)
            defer { close(nowhere) }
            let kiosk = try Session(options, announcer: Announcer(isJSON: true, descriptor: nowhere))
            kiosk.steps.observer = ChartMonitors.observer { Issue.record("\($0)") }
            let server = try ControlServer(path: options.socket, loop: kiosk.host.loop) {
                [unowned kiosk] request, client in
                kiosk.answer(request, client)
                if request == .watch {
                    kiosk.audience.server?.send(
                        Array("{\"event\":\"tap-ignored\",\"reason\":\"palm\"}\n".utf8), to: client)
                }
                if request == .watch { kiosk.audience.server?.close() }
            }
            kiosk.audience.server = server
            kiosk.feed(.start)
            body(kiosk)
            defer { server.close() }
            return try Program.run(arguments + ["--socket", options.socket]) {
                try kiosk.host.loop.runOnce(timeout: 20)
            }
        }
    }

    @Test("status says how things stand, in words and as an object")
    func status() throws {
        let words = try ask("status")
        #expect(words.code == 0)
        #expect(words.output == "continuousAuto\ncamera: none\ntouchscreen: none\naccelerometer: none\n")
        let json = try ask("status", "--json")
        let object = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
        #expect(object["event"] as? String == "status" && object["state"] as? String == "continuousAuto")
        #expect(object["camera"] is NSNull && object["moved"] as? Bool == false)
    }

    @Test(
        "status says at the end of its first line what unlocks a hold, where it knows all reasons",
        arguments: [
            (#","until":["accelerometer","scene"]"#, ", until the device is moved or the scene changes"),
            (#","until":[]"#, ", until the next tap or \"tapfocus show-view\": nothing else unlocks it"),
            (#","until":["scene","noise"]"#, ""), ("", ""),
        ])
    func unlockers(field: String, words: String) throws {
        try withFolder { folder in
            let line =
                #"{"event":"status","state":"unlockableLocked","point":{"x":0.25,"y":0.5},"cause":"timer","#
                + #""moved":false,"compensation":0.7\#(field)}"# + "\n"
            let loop = try EventLoop()
            var server: ControlServer?
            server = try ControlServer(path: folder + "/s", loop: loop) { _, client in
                server?.send(Array(line.utf8), to: client)
            }
            defer { server?.close() }
            let outcome = try Program.run(["status", "--socket", folder + "/s"]) { try loop.runOnce(timeout: 20) }
            let first = outcome.output.split(separator: "\n").first
            #expect(first == "unlockableLocked at 0.250, 0.500, +0.7 EV\(words)", "\(outcome)")
        }
    }

    @Test("A tap that cannot be followed ends with 1 and the reason")
    func refusedTap() throws {
        let outcome = try ask("tap", "0.5", "0.25")
        #expect(outcome.code == 1 && outcome.output.isEmpty)
        #expect(outcome.errors.contains("tapfocus tap: cannot follow the tap: there is no camera"))
    }

    @Test("A lock that the camera cannot follow ends with 1 and the reason; unlock says how things stand")
    func lock() throws {
        for arguments in [["lock"], ["lock", "--at", "0.5,0.25"]] {
            let outcome = try ask(arguments)
            #expect(outcome.code == 1 && outcome.errors.contains("there is no camera"), "\(outcome)")
        }
        for text in ["0.5", "0.5,2", "a,b", "0,0,0", ""] {
            let outcome = try ask("lock", "--at", text)
            #expect(outcome.code == 2 && outcome.errors.contains("--at"), "\(outcome)")
        }
        let unlocked = try ask("unlock")
        #expect(unlocked.code == 0 && unlocked.output == "nothing is locked: focus and exposure follow the scene\n")
    }

    @Test("The list of cameras is there without one, and a lamp's level is a share")
    func camerasAndLamp() throws {
        let cameras = try ask("cameras", "--json")
        #expect(cameras.code == 0 && cameras.output.contains("\"event\":\"cameras\""), "\(cameras)")
        for text in ["1.5", "-0.1", "bright", "nan"] { #expect(try ask("lamp", text).code == 2, "\(text)") }
    }

    @Test("A light is on or off, and the answer says what becomes of it")
    func light() throws {
        let on = try ask("light", "on")
        #expect(on.code == 0 && on.output.hasPrefix("the light is on"), "\(on)")
        #expect(try ask("light", "bright").code == 2)
    }

    @Test("A zoom that no camera can do ends with 1, and one that makes no sense with 2")
    func zoom() throws {
        let outcome = try ask("zoom", "2x")
        #expect(outcome.code == 1 && outcome.errors.contains("no camera with a zoom"), "\(outcome)")
        for text in ["2", "0.5x", "x", "near", "nanx", "infx"] { #expect(try ask("zoom", text).code == 2, "\(text)") }
        #expect(try ask("zoom", "0.5", "--rate", "0").code == 2)
    }

    @Test("A connection that is closed without an answer is told as that, and no end is claimed that nobody has seen")
    func closedConnection() throws {
        try withFolder { folder in
            let loop = try EventLoop()
            var server: ControlServer?
            server = try ControlServer(path: folder + "/s", loop: loop) { _, _ in server?.close() }
            let outcome = try Program.run(["status", "--socket", folder + "/s"]) { try loop.runOnce(timeout: 20) }
            #expect(outcome.code == 1)
            #expect(outcome.errors.contains("the connection was closed before an answer came"), "\(outcome.errors)")
        }
    }

    @Test(
        "Whatever a socket answers, no control character of it reaches the terminal",
        arguments: [
            (
                ["status"],
                #"{"event":"status","state":"E","cause":"start","moved":false,"camera":{"name":"E","path":"E"}}"#
            ),
            (["watch"], #"{"event":"device","device":"camera","change":"arrived","name":"E","path":"E"}"#),
            (["watch"], #"{"event":"error","message":"E"}"#), (["tap", "0", "0"], #"{"event":"error","message":"E"}"#),
        ])
    func controlCharacters(arguments: [String], answer: String) throws {
        try withFolder { folder in
            let escapes = #"a\u001b[31mb\u0007\u009b2J\u202ec"#
            let line = answer.replacingOccurrences(of: #""E""#, with: "\"\(escapes)\"") + "\n"
            let loop = try EventLoop()
            var server: ControlServer?
            server = try ControlServer(path: folder + "/s", loop: loop) { _, client in
                server?.send(Array(line.utf8), to: client)
                server?.close()
            }
            let outcome = try Program.run(arguments + ["--socket", folder + "/s"]) { try loop.runOnce(timeout: 20) }
            let shown = outcome.output + outcome.errors
            #expect(shown.contains("a\u{fffd}[31mb\u{fffd}\u{fffd}2J\u{fffd}c"), "\(outcome)")
            #expect(shown == PlainText.lines(shown))
        }
    }

    @Test(
        "Where all places are taken by watchers, a request says so; silent clients keep nobody out",
        arguments: [true, false])
    func allPlacesTaken(areWatching: Bool) throws {
        try withFolder { folder in
            let loop = try EventLoop()
            var server: ControlServer?
            server = try ControlServer(path: folder + "/s", loop: loop) { request, client in
                server?.send(Array("{}\n".utf8), to: client)
                if request == .watch { server?.beginWatching(client) }
            }
            defer { server?.close() }
            var clients: [KioskClient] = []
            for _ in 0..<64 {
                clients.append(try KioskClient(SocketPlace(folder + "/s")))
                if areWatching { try clients.last?.send(.watch) }
                while try loop.runOnce(timeout: 0) > 0 {}
            }
            let outcome = try Program.run(["status", "--socket", folder + "/s"]) { try loop.runOnce(timeout: 20) }
            #expect(clients.count == 64)
            #expect(outcome.code == (areWatching ? 1 : 0), "\(outcome.errors)")
            let refusal = "tapfocus status: all places are taken by clients that watch."
            #expect(outcome.errors.hasPrefix(refusal) == areWatching)
        }
    }

    @Test("show-view answers with a sentence: the state, and why")
    func showView() throws {
        let outcome = try ask("show-view")
        #expect(outcome.code == 0)
        #expect(
            outcome.output
                == "continuousAuto: focus and exposure follow the scene, because the view is shown again\n")
    }

    @Test("compensate answers with a sentence; how things stand is for status")
    func compensate() throws {
        let outcome = try ask("compensate", "-0.7") { $0.feed(.exposureCompensation(.nan)) }
        #expect(outcome.code == 0)
        #expect(
            outcome.output == "there is no camera now; the next one begins with a compensation of -0.7 EV\n")
        let json = try ask("status", "--json") { $0.feed(.exposureCompensation(1.5)) }
        let object = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
        #expect(object["compensation"] as? Double == 1.5 && object["missingCompensation"] as? Double == 0)
    }

    @Test("What the exposure that is held cannot follow stands beside the compensation")
    func missingCompensation() throws {
        func hold(_ kiosk: Session) {
            let controls = [
                ControlDescription(
                    id: .exposureAuto, maximum: 3, defaultValue: 3, menuItems: 0b1010, value: .integer(3)),
                ControlDescription(id: .lock3A, maximum: 1, step: 0, value: .integer(0)),
            ]
            var calls: [ControlCall] = []
            kiosk.askCamera = { if case .call(let call) = $0 { calls.append(call) } }
            kiosk.feed(.cameraArrived(CameraDescription(imageWidth: 640, imageHeight: 480, controls: controls)))
            func answerAll() {
                while !calls.isEmpty {
                    kiosk.feed(.cameraAnswered(ControlResult(call: calls.removeFirst().id, errno: 0)))
                }
            }
            kiosk.feed(.viewTapped(x: 0.5, y: 0.5))
            answerAll()
            let later = MonotonicClock.now().advanced(by: .milliseconds(2000))
            for generation in 0..<20 as Range<UInt32> {
                kiosk.feed(.timer(.exposureDeadline, generation: generation), at: later)
            }
            answerAll()
            kiosk.feed(.exposureCompensation(-0.7))
        }
        let words = try ask("status") { hold($0) }
        #expect(words.output.contains(", -0.7 EV (held 0.7 EV too bright)\n"), "\(words.output)")
        let json = try ask("status", "--json") { hold($0) }
        let object = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
        #expect(object["missingCompensation"] as? Double == -0.7)
    }

    @Test("A movie that nobody can record, and the end of none, end with 1 and the reason")
    func noMovie() throws {
        let movie = try ask("movie", "a.mkv", "--seconds", "1.5", "--keep-free", "5")
        #expect(movie.code == 1 && movie.errors.contains("no program holds the camera's frames"), "\(movie)")
        let end = try ask("movie", "--end", "--json")
        #expect(end.code == 1 && end.output.contains(#""reason":"noMovie""#), "\(end)")
        #expect(end.output.contains(#""request":"end-movie""#), "\(end)")
    }

    @Test("status names the movie that is being recorded")
    func movie() throws {
        func record(_ kiosk: Session) {
            kiosk.frames.hold(HoldWish(camera: "c"), by: 99)
            kiosk.frames.movies.begun(BegunMovie(movie: 0, path: "/srv/a.mkv"), by: 99)
        }
        #expect(try ask("status") { record($0) }.output.hasSuffix("\nmovie: /srv/a.mkv\n"))
        let json = try ask("status", "--json") { record($0) }
        #expect(json.output.contains(#""movie":"/srv/a.mkv""#), "\(json)")
        let busy = try ask("movie", "b.mkv") { record($0) }
        #expect(busy.code == 1 && busy.errors.contains("/srv/a.mkv is being recorded"), "\(busy)")
    }

    @Test("watch says everything until the other side ends")
    func watch() throws {
        let words = try ask("watch")
        #expect(words.code == 0 && words.output.hasSuffix("no tap: palm\n"))
        let json = try ask("watch", "--json")
        for line in json.output.split(separator: "\n") {
            #expect((try? JSONSerialization.jsonObject(with: Data(line.utf8))) is [String: Any])
        }
        #expect(json.output.count { $0 == "\n" } == 2)
    }

    @Test("The program in ControlSocket.md prints what stands there", .enabled(if: Python.isInstalled))
    func example() throws {
        let document = try repositoryFile("Documentation/ControlSocket.md")
        try withFolder { folder in
            var options = KioskOptions()
            options.socket = folder + "/s"
            let nowhere = open("/dev/null", O_WRONLY)
            defer { close(nowhere) }
            let kiosk = try Session(options, announcer: Announcer(isJSON: true, descriptor: nowhere))
            kiosk.steps.observer = ChartMonitors.observer { Issue.record("\($0)") }
            var isOver = false
            let server = try ControlServer(path: options.socket, loop: kiosk.host.loop) {
                [unowned kiosk] request, client in
                kiosk.answer(request, client)
                if case .tap = request { isOver = true }
            }
            kiosk.audience.server = server
            kiosk.feed(.start)
            let program = try #require(fencedBlocks("python", in: document).first)
            let output = try Python.run(program, options.socket) {
                guard !isOver else { return server.close() }
                try kiosk.host.loop.runOnce(timeout: 20)
            }
            #expect(output == fencedBlocks("text", in: document).first)
        }
    }

    @Test("Every example of a request in ControlSocket.md is one")
    func requests() throws {
        let document = try repositoryFile("Documentation/ControlSocket.md")
        let examples = document.matches(of: /`(\{"request".*?\})`/).map { String($0.output.1) }
        #expect(examples.count == 22)
        for example in examples { _ = try ControlRequest(line: Data(example.utf8)) }
    }
}
