import FocusCore
import Foundation
import Glibc
import LinuxDevices
import StateTrace
import Testing

@testable import KioskRuntime

/// Wishes that end with the connections of those who made them.
@Suite(.serialized) struct ClientWishesTests {
    private final class Rig {
        let folder: String
        let kiosk: Session
        private let nowhere: Int32
        private(set) var inputs: [Input.Event] = []

        init() throws {
            folder = try ServerRig.makeFolder()
            var options = KioskOptions()
            options.socket = folder + "/s"
            options.trace = TraceOptions(.file(folder + "/trace.jsonl"))
            nowhere = open("/dev/null", O_WRONLY)
            kiosk = try Session(options, announcer: Announcer(isJSON: true, descriptor: nowhere)).watched()
            let server = try ControlServer(path: options.socket, loop: kiosk.host.loop) { [unowned kiosk] in
                kiosk.answer($0, $1)
            }
            server.clientLeft = { [unowned kiosk] in kiosk.requests.clientLeft($0) }
            kiosk.audience.server = server
            try kiosk.beginTrace([])
            kiosk.feed(.start)
        }

        deinit {
            kiosk.audience.server?.close()
            close(nowhere)
            try? FileManager.default.removeItem(atPath: folder)
        }

        func client() throws -> RawClient { try RawClient(folder + "/s") }

        func turn() throws { while try kiosk.host.loop.runOnce(timeout: 20) > 0 {} }

        func send(_ client: RawClient, _ request: ControlRequest) throws {
            client.send(String(decoding: request.line, as: UTF8.self))
            try turn()
        }

        func watcher() throws -> RawClient {
            let watcher = try client()
            try send(watcher, .watch)
            _ = watcher.read()
            return watcher
        }
    }

    /// The compensations that a watcher has heard of.
    private func compensations(_ watcher: RawClient) -> [Double] {
        watcher.lines().compactMap {
            if case .announcement(.compensation(let ev))? = KioskLine(Data($0.utf8)) { ev } else { nil }
        }
    }

    private static let view = ViewPlacement(
        screen: ScreenSize(width: 1080, height: 1920), view: ViewRectangle(x: 0, y: 320, width: 1080, height: 1440))

    @Test("Every change of the compensation is told to all who watch, whatever has brought it about")
    func everyChange() throws {
        let rig = try Rig()
        let (watcher, customer, person) = (try rig.watcher(), try rig.client(), try rig.client())
        try rig.send(customer, .compensate(ev: 0.7, untilContinuous: true))
        try rig.send(customer, .showView)
        try rig.send(person, .compensate(ev: 1))
        try rig.send(person, .compensate(ev: 1))
        try rig.send(customer, .compensate(ev: -2, untilContinuous: true))
        try rig.send(person, .showView)
        #expect(compensations(watcher) == [0.7, 0, 1, -2, 1])
    }

    @Test("The answer is a status with the new compensation")
    func answer() throws {
        let rig = try Rig()
        let client = try rig.client()
        try rig.send(client, .compensate(ev: 0.7, untilContinuous: true))
        guard case .status(let status)? = client.lines().first.flatMap({ KioskLine(Data($0.utf8)) }) else {
            Issue.record("no status")
            return
        }
        #expect(status.compensation == 0.7)
    }

    @Test("When the connection of whoever asked for it ends, it is taken back; another one's end changes nothing")
    func customerLeaves() throws {
        let rig = try Rig()
        let watcher = try rig.watcher()
        var customer: RawClient? = try rig.client()
        var other: RawClient? = try rig.client()
        if let customer { try rig.send(customer, .compensate(ev: 0.7, untilContinuous: true)) }
        if let other { try rig.send(other, .status) }
        other = nil
        try rig.turn()
        #expect(compensations(watcher) == [0.7])
        customer = nil
        try rig.turn()
        #expect(compensations(watcher) == [0])
    }

    @Test("Of two customers the later one counts, and the end of the earlier one's connection changes nothing")
    func twoCustomers() throws {
        let rig = try Rig()
        let watcher = try rig.watcher()
        var first: RawClient? = try rig.client()
        let second = try rig.client()
        if let first { try rig.send(first, .compensate(ev: 0.7, untilContinuous: true)) }
        try rig.send(second, .compensate(ev: 1.2, untilContinuous: true))
        first = nil
        try rig.turn()
        #expect(compensations(watcher) == [0.7, 1.2])
    }

    @Test("A lasting compensation outlives the connection, also that of whoever asked for a temporary one before")
    func lasting() throws {
        let rig = try Rig()
        let watcher = try rig.watcher()
        var client: RawClient? = try rig.client()
        if let client {
            try rig.send(client, .compensate(ev: 0.7, untilContinuous: true))
            try rig.send(client, .compensate(ev: 1))
        }
        client = nil
        try rig.turn()
        #expect(compensations(watcher) == [0.7, 1])
        #expect(rig.kiosk.steps.engine.compensation == 1)
    }

    @Test("A view counts while its connection lasts; of two the later one")
    func view() throws {
        let rig = try Rig()
        let configured = rig.kiosk.steps.engine.viewGeometry
        var first: RawClient? = try rig.client()
        var second: RawClient? = try rig.client()
        var other = Self.view
        other.rotation = .half
        if let first { try rig.send(first, .view(Self.view)) }
        let firstGeometry = rig.kiosk.steps.engine.viewGeometry
        if let second { try rig.send(second, .view(other)) }
        let secondGeometry = rig.kiosk.steps.engine.viewGeometry
        #expect(firstGeometry != configured && secondGeometry != configured && firstGeometry != secondGeometry)
        first = nil
        try rig.turn()
        #expect(rig.kiosk.steps.engine.viewGeometry == secondGeometry)
        second = nil
        try rig.turn()
        #expect(rig.kiosk.steps.engine.viewGeometry == configured)
    }

    @Test("When the last one that spoke of three leaves, the view of the one before it counts again")
    func viewBefore() throws {
        let rig = try Rig()
        let configured = rig.kiosk.steps.engine.viewGeometry
        var clients = try (0..<3).map { _ in try rig.client() }
        var views = [Self.view, Self.view, Self.view]
        (views[1].rotation, views[2].rotation) = (.half, .quarter)
        var geometries: [ViewGeometry] = []
        for (client, view) in zip(clients, views) {
            try rig.send(client, .view(view))
            geometries.append(rig.kiosk.steps.engine.viewGeometry)
        }
        // The first one speaks again: it is the last one now.
        try rig.send(clients[0], .view(views[0]))
        clients.removeFirst()
        try rig.turn()
        #expect(rig.kiosk.steps.engine.viewGeometry == geometries[2])
        clients.removeLast()
        try rig.turn()
        #expect(rig.kiosk.steps.engine.viewGeometry == geometries[1])
        clients.removeLast()
        try rig.turn()
        #expect(rig.kiosk.steps.engine.viewGeometry == configured)
    }

    @Test("Somebody sends the taps while one connection lasts that has said so, whether it says so twice or not")
    func tapSenders() throws {
        let rig = try Rig()
        var told: [Bool] = []
        rig.kiosk.steps.observer = { input, _ in if case .tapsSent(let isSent) = input.event { told.append(isSent) } }
        var first: RawClient? = try rig.client()
        var second: RawClient? = try rig.client()
        if let first { try rig.send(first, .sendTaps) }
        if let second { try rig.send(second, .sendTaps) }
        if let first { try rig.send(first, .sendTaps) }
        #expect(first?.lines().first?.contains(#""event":"status""#) == true)
        first = nil
        try rig.turn()
        #expect(told == [true])
        second = nil
        try rig.turn()
        #expect(told == [true, false])
    }

    @Test("A view is answered with a status, a bad one with an error; then the earlier one goes on")
    func viewAnswer() throws {
        let rig = try Rig()
        let client = try rig.client()
        try rig.send(client, .view(Self.view))
        #expect(client.lines().first?.contains(#""event":"status""#) == true)
        let geometry = rig.kiosk.steps.engine.viewGeometry
        client.send(#"{"request":"view","x":0,"y":0,"width":0,"height":9,"screen":[9,9]}"# + "\n")
        try rig.turn()
        let answer = client.lines().first ?? ""
        #expect(answer.contains(#""event":"error""#) && answer.contains(#""request":"view""#))
        #expect(rig.kiosk.steps.engine.viewGeometry == geometry)
    }

    @Test("What came and went with connections is in the trace, and replays the same")
    func trace() throws {
        let rig = try Rig()
        var client: RawClient? = try rig.client()
        if let client {
            try rig.send(client, .view(Self.view))
            try rig.send(client, .compensate(ev: 0.7, untilContinuous: true))
        }
        client = nil
        try rig.turn()
        rig.kiosk.feed(.stop)
        rig.kiosk.trace.finish()
        let path = rig.folder + "/trace.jsonl"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let wanted = [
            #""in":{"temporaryCompensation":0.7}"#, #""in":{"temporaryCompensation":null}"#,
            #""in":{"viewPlaced":null}"#,
            #""in":{"viewPlaced":{"screen":[1080.0,1920.0],"view":[0.0,320.0,1080.0,1440.0],"videoGravity":"fill""#,
            #""out":[{"compensationTakenBack":0.0}]"#,
        ]
        for line in wanted { #expect(text.contains(line), "\(line)") }
        let report = try Replay.run(path: path)
        #expect(report.fault == nil && report.divergence == nil && report.isEnded)
    }
}
