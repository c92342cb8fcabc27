import FocusCore
import Foundation
import Glibc
import LinuxDevices
import StateTrace
import Testing

@testable import KioskLines
@testable import KioskRuntime

/// The loop without devices: its messages on the socket, and its trace.
@Suite(.serialized) struct KioskTests {
    private func withKiosk(_ body: (Session, RawClient, String) throws -> Void) throws {
        let folder = try ServerRig.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var options = KioskOptions()
        options.socket = folder + "/s"
        options.trace = TraceOptions(.file(folder + "/trace.jsonl"))
        options.isJSON = true
        // Standard output goes to /dev/null; the socket says the same.
        let nowhere = open("/dev/null", O_WRONLY)
        defer { close(nowhere) }
        let kiosk = try Session(options, announcer: Announcer(isJSON: true, descriptor: nowhere)).watched()
        let server = try ControlServer(path: options.socket, loop: kiosk.host.loop) { [unowned kiosk] request, client in
            kiosk.answer(request, client)
        }
        kiosk.audience.server = server
        defer { server.close() }
        let client = try RawClient(options.socket)
        try body(kiosk, client, folder)
    }

    /// A camera with one control.
    private static let focusOnly = CameraDescription(
        imageWidth: 1280, imageHeight: 720,
        controls: [
            ControlDescription(
                id: .focusAuto, minimum: 0, maximum: 1, step: 1, defaultValue: 1, value: .integer(0))
        ])

    private func turn(_ kiosk: Session) throws {
        while try kiosk.host.loop.runOnce(timeout: 20) > 0 {}
    }

    private func lines(_ client: RawClient) -> [KioskLine] { client.lines().compactMap { KioskLine(Data($0.utf8)) } }

    @Test("A device that leaves is announced")
    func left() throws {
        try withKiosk { kiosk, client, _ in
            client.send("{\"request\":\"watch\"}\n")
            try turn(kiosk)
            _ = client.read()
            let camera = DeviceNews(kind: .camera, change: .arrived, name: "C", path: "/dev/video0")
            kiosk.handle(CameraSlot.Event.left(camera))
            kiosk.handle(
                TouchscreenSlot.Event.left(DeviceNews(kind: .touchscreen, change: .arrived, name: "T", path: "/e"), nil)
            )
            kiosk.handle(AccelerometerSlot.Event.left(nil, nil))
            let wanted: [KioskLine] = [
                .announcement(.device(DeviceNews(kind: .camera, change: .left, name: "C", path: "/dev/video0"))),
                .announcement(.device(DeviceNews(kind: .touchscreen, change: .left, name: "T", path: "/e"))),
            ]
            #expect(lines(client) == wanted)
        }
    }

    @Test("A code that a client has read is news once for those that watch, and is not answered")
    func code() throws {
        try withKiosk { kiosk, client, _ in
            kiosk.feed(.start)
            let code = SeenCode(text: "A", kind: "QRCode", corners: [0, 0, 1, 0, 1, 1, 0, 1])
            // Without a camera nothing is tapped at a face either.
            for request in [ControlRequest.watch, .codeRead(code), .codeRead(code), .codeRead(nil), .faceSeen(nil)] {
                client.send(String(decoding: request.line, as: UTF8.self))
            }
            try turn(kiosk)
            let lines = lines(client)
            #expect(lines.count == 2 && lines.last == .announcement(.code(code)), "\(lines)")
        }
    }

    @Test("The refusal of a tap without a camera goes to the client that tapped; a status has every field")
    func requests() throws {
        try withKiosk { kiosk, client, _ in
            kiosk.feed(.start)
            for request in [ControlRequest.tap(x: 0.5, y: 0.5), .tap(x: 7, y: 0.5), .showView, .status] {
                client.send(String(decoding: request.line, as: UTF8.self))
            }
            try turn(kiosk)
            let lines = lines(client)
            #expect(lines.count == 4)
            guard case .announcement(.error(let first, _))? = lines.first, case .status(let status)? = lines.last else {
                Issue.record("\(lines)")
                return
            }
            #expect(first.contains("no camera"))
            #expect(status.state == "continuousAuto" && status.point == nil && status.camera == nil && !status.moved)
        }
    }

    @Test("A client whose tap the camera has not answered yet is not told of other taps that are ignored")
    func pendingTap() throws {
        try withKiosk { kiosk, client, folder in
            let controls = [
                ControlDescription(id: .focusAuto, maximum: 1, defaultValue: 1, value: .integer(1)),
                ControlDescription(id: .focusAbsolute, maximum: 250, value: .integer(0)),
            ]
            // No camera answers the engine's calls.
            kiosk.feed(.cameraArrived(CameraDescription(imageWidth: 1920, imageHeight: 1080, controls: controls)))
            kiosk.feed(.start)
            client.send(String(decoding: ControlRequest.tap(x: 0.5, y: 0.5).line, as: UTF8.self))
            try turn(kiosk)
            #expect(lines(client).isEmpty)
            let other = try RawClient(folder + "/s")
            other.send(String(decoding: ControlRequest.tap(x: 7, y: 7).line, as: UTF8.self))
            try turn(kiosk)
            #expect(lines(other) == [.announcement(.error("no tap: outside the view."))])
            kiosk.feed(.touchesLost)
            #expect(lines(client).isEmpty)
            kiosk.feed(.cameraLeft)
            #expect(lines(client).count == 1)
        }
    }

    @Test("A tap's id is repeated to the client that has made it and to watchers, whatever ids other clients choose")
    func tapID() throws {
        try withKiosk { kiosk, client, folder in
            kiosk.feed(.start)
            let watcher = try RawClient(folder + "/s")
            watcher.send("{\"request\":\"watch\"}\n")
            try turn(kiosk)
            _ = watcher.read()
            let other = try RawClient(folder + "/s")
            for tapper in [client, other] {
                tapper.send(String(decoding: ControlRequest.tap(x: 7, y: 7, id: TapID(5)).line, as: UTF8.self))
                try turn(kiosk)
                let answer = KioskLine.announcement(.error("no tap: outside the view.", tap: TapID(5)))
                #expect(lines(tapper) == [answer])
            }
            other.send(String(decoding: ControlRequest.tap(x: 0.5, y: 0.5).line, as: UTF8.self))
            kiosk.feed(.viewTapped(x: 9, y: 9))
            try turn(kiosk)
            let ids = lines(watcher).map { line -> UInt64? in
                switch line {
                case .announcement(.tapIgnored(_, let tap)), .announcement(.error(_, let tap)): tap?.number
                default: 0
                }
            }
            #expect(ids == [5, 5, nil, nil])
            #expect(lines(client) == [], "a tap of nobody, and of another client, is not its own")
        }
    }

    @Test(
        "A client that watches reads the fate of its own tap once, in a line that names its request; others read an event"
    )
    func toldOnce() throws {
        try withKiosk { kiosk, client, folder in
            kiosk.feed(.start)
            let other = try RawClient(folder + "/s")
            for watcher in [client, other] {
                watcher.send("{\"request\":\"watch\"}\n")
                try turn(kiosk)
                _ = watcher.read()
            }
            for place in [0.5, 7] {
                let request = ControlRequest.tap(x: place, y: 0.5, id: TapID(5))
                client.send(String(decoding: request.line, as: UTF8.self))
                try turn(kiosk)
            }
            let (answers, events) = (client.lines(), other.lines())
            #expect(answers.count == 2 && events.count == 2)
            #expect(answers.allSatisfy { $0.contains(#""event":"error""#) && $0.contains(#""request":"tap","id":5"#) })
            #expect(answers.last?.contains(#""reason":"outside the view""#) == true)
            #expect(events.allSatisfy { !$0.contains(#""request""#) && $0.contains(#""id":5"#) })
            #expect(events.last?.contains(#""event":"tap-ignored""#) == true)
        }
    }

    @Test(
        "Of two clients with the same id, the one whose tap is overtaken hears that, and the other one that it is taken"
    )
    func sameID() throws {
        try withKiosk { kiosk, client, folder in
            var calls: [ControlCall] = []
            kiosk.askCamera = { if case .call(let call) = $0 { calls.append(call) } }
            func answerAll() {
                while !calls.isEmpty {
                    kiosk.feed(.cameraAnswered(ControlResult(call: calls.removeFirst().id, errno: 0)))
                }
            }
            let controls = [
                ControlDescription(id: .focusAuto, maximum: 1, defaultValue: 1, value: .integer(1)),
                ControlDescription(id: .focusAbsolute, maximum: 250, value: .integer(0)),
            ]
            kiosk.feed(.cameraArrived(CameraDescription(imageWidth: 1920, imageHeight: 1080, controls: controls)))
            kiosk.feed(.start)
            answerAll()
            let other = try RawClient(folder + "/s")
            for tapper in [client, other] {
                tapper.send(String(decoding: ControlRequest.tap(x: 0.5, y: 0.5, id: TapID(5)).line, as: UTF8.self))
                try turn(kiosk)
            }
            let overtaken = AnnouncementWords.words(for: TapIgnored.overtaken) + "."
            #expect(lines(client) == [.announcement(.error(overtaken, tap: TapID(5)))])
            #expect(lines(other).isEmpty)
            answerAll()
            try turn(kiosk)
            let answers = lines(other)
            guard case .announcement(.state(let report))? = answers.first, answers.count == 1 else {
                Issue.record("\(answers)")
                return
            }
            #expect(report.tap == TapID(5) && report.cause == .tap && lines(client).isEmpty)
        }
    }

    @Test("Of the taps of eight clients at once each is answered once, and what was recorded replays the same")
    func manyTappers() throws {
        try withKiosk { kiosk, _, folder in
            var calls: [ControlCall] = []
            kiosk.askCamera = { if case .call(let call) = $0 { calls.append(call) } }
            func answer(_ most: Int) {
                for _ in 0..<min(most, calls.count) {
                    kiosk.feed(.cameraAnswered(ControlResult(call: calls.removeFirst().id, errno: 0)))
                }
            }
            let tappers = try (0..<8).map { _ in try RawClient(folder + "/s") }
            var sent = [Set<UInt64>](repeating: [], count: tappers.count)
            var answered = [[UInt64]](repeating: [], count: tappers.count)
            func hear() throws {
                try turn(kiosk)
                for (index, tapper) in tappers.enumerated() {
                    for line in lines(tapper) {
                        switch line {
                        case .announcement(.error(_, let tap)): answered[index].append(tap?.number ?? 0)
                        case .announcement(.state(let report)): answered[index].append(report.tap?.number ?? 0)
                        default: break
                        }
                    }
                }
            }
            try kiosk.beginTrace([])
            let controls = [
                ControlDescription(id: .focusAuto, maximum: 1, defaultValue: 1, value: .integer(1)),
                ControlDescription(id: .focusAbsolute, maximum: 250, value: .integer(0)),
            ]
            kiosk.feed(.cameraArrived(CameraDescription(imageWidth: 1920, imageHeight: 1080, controls: controls)))
            kiosk.feed(.start)
            for round in 1...10 as ClosedRange<UInt64> {
                for (index, tapper) in tappers.enumerated() where (Int(round) + index) % 3 > 0 {
                    let tap = ControlRequest.tap(x: (Double(index) + 0.5) / 8, y: 0.5, id: TapID(round))
                    tapper.send(String(decoding: tap.line, as: UTF8.self))
                    sent[index].insert(round)
                }
                try hear()
                answer(Int(round) % 4)
            }
            while !calls.isEmpty { answer(1) }
            try hear()
            for (ids, found) in zip(sent, answered) { #expect(found.sorted() == ids.sorted()) }
            kiosk.trace.finish()
            let report = try Replay.run(path: folder + "/trace.jsonl")
            #expect(report.fault == nil && report.divergence == nil && report.inputs > 40)
        }
    }

    @Test("Requests that wait while devices are opened are answered when the program ends before that")
    func earlyEnd() throws {
        try withKiosk { kiosk, client, _ in
            kiosk.life.phase = .opening
            for request in [ControlRequest.tap(x: 0, y: 0, id: TapID(3)), .status] {
                client.send(String(decoding: request.line, as: UTF8.self))
            }
            try turn(kiosk)
            #expect(kiosk.life.earlyRequests.waiting.count == 2 && lines(client).isEmpty)
            kiosk.refuseEarlyRequests()
            try turn(kiosk)
            let answers = lines(client)
            #expect(answers.count == 2 && kiosk.life.earlyRequests.waiting.isEmpty)
            let words = "the program ends before its devices are open. Start \"tapfocus run\" again."
            #expect(answers.first == .announcement(.error(words, tap: TapID(3))))
            #expect(answers.last == .announcement(.error(words)))
        }
    }

    @Test(
        "While devices are opened, the requests of a program that shows the picture wait in their order; its frames do not"
    )
    func earlyHolder() throws {
        try withKiosk { kiosk, client, _ in
            kiosk.life.phase = .opening
            let stream = HeldStream(width: 64, height: 48, interval: .milliseconds(33), stamp: .endOfExposure)
            let frame = HeldFrame(
                request: 1, sequence: 1, time: Instant(nanoseconds: 1), sharpness: [0], mean: 0, bright: 0, dark: 0)
            let waiting: [ControlRequest] = [.holdFrames(HoldWish(camera: "c", stream: stream)), .framesEnded]
            for request in [.frame(frame)] + waiting + [.frame(frame)] {
                client.send(String(decoding: request.line, as: UTF8.self))
            }
            try turn(kiosk)
            #expect(kiosk.life.earlyRequests.waiting.map(\.request) == waiting && lines(client).isEmpty)
        }
    }

    @Test("What a kiosk records replays the same")
    func trace() throws {
        try withKiosk { kiosk, _, folder in
            try kiosk.beginTrace([])
            for event: Input.Event in [.start, .viewTapped(x: 0.5, y: 0.5), .viewShown, .touchesLost, .stop] {
                kiosk.feed(event)
            }
            kiosk.trace.finish()
            let report = try Replay.run(path: folder + "/trace.jsonl")
            #expect(report.fault == nil && report.divergence == nil && report.isEnded && report.inputs == 5)
        }
    }

    @Test("Originals that the camera refuses are announced once, and make the end a failure")
    func incompleteEnd() throws {
        try withKiosk { kiosk, client, _ in
            client.send("{\"request\":\"watch\"}\n")
            try turn(kiosk)
            _ = client.read()
            kiosk.carryOut(.stopped(isComplete: false), MonotonicClock.now())
            kiosk.carryOut(.stopped(isComplete: false), MonotonicClock.now())
            #expect(
                kiosk.life.failure?.description.contains("refused some of its original settings. Connecting it") == true
            )
            let sentence = try #require(kiosk.life.failure?.description)
            #expect(lines(client) == [.announcement(.error(sentence))])
        }
        try withKiosk { kiosk, _, _ in
            kiosk.carryOut(.stopped(isComplete: true), MonotonicClock.now())
            #expect(kiosk.life.failure == nil)
        }
    }

    @Test("Only a locked state is announced with the reasons that unlock it")
    func unlockers() throws {
        try withKiosk { kiosk, client, _ in
            client.send("{\"request\":\"watch\"}\n")
            try turn(kiosk)
            _ = client.read()
            var report = StateReport(
                state: .autoAndForceLocked(.centre), point: .centre, cause: .tap, rule: .tapped, indicator: .unchanged)
            kiosk.carryOut(.state(report), MonotonicClock.now())
            #expect(lines(client) == [.announcement(.state(report))])
            report.state = .unlockableLocked
            report.unlockers = [MovedReasons(.scene)]
            kiosk.carryOut(.state(report), MonotonicClock.now())
            #expect(lines(client) == [.announcement(.state(report))])
        }
    }

    @Test("An output that can no longer be written is announced to watchers once, and focusing goes on")
    func outputFails() throws {
        try withKiosk { kiosk, client, _ in
            kiosk.feed(.start)
            client.send("{\"request\":\"watch\"}\n")
            try turn(kiosk)
            _ = client.read()
            Interposition.with(Failure("write", ENOSPC, times: 2)) {
                for _ in 0..<2 { kiosk.audience.say(.tapIgnored(.palm)) }
            }
            let errors = lines(client).compactMap { line -> String? in
                guard case .announcement(.error(let message, _)) = line else { return nil }
                return message
            }
            #expect(errors.count == 1)
            #expect(errors.first?.contains("no space left on device. Make room there") == true)
            #expect(errors.first?.contains("Focusing goes on.") == true)
            #expect(!kiosk.isStopping && kiosk.life.outputError == OutputError(ENOSPC))
        }
    }

    @Test("Signals within a second count as one; a later one does not wait for the camera")
    func secondSignal() throws {
        try withKiosk { kiosk, _, _ in
            let begin = MonotonicClock.now()
            // A camera that never answers.
            kiosk.feed(.cameraArrived(Self.focusOnly))
            kiosk.feed(.start)
            for delay in [0, 1, 400, 1000] { kiosk.signalled(at: begin.advanced(by: .milliseconds(Int64(delay)))) }
            #expect(kiosk.isStopping && kiosk.life.failure == nil)
            kiosk.signalled(at: begin.advanced(by: .milliseconds(1001)))
            #expect(kiosk.life.failure?.description.contains("in time") == true)
        }
    }
}
