import FocusCore
import JSONLines
import Testing

@testable import TraceLines

/// Sessions of version 1 of the format, whose streams were calls to the camera.
struct VersionOneTests {
    private static let request = FrameRequest(focus: .whole, exposure: .whole)
    private static let read = ControlCall.Operation.read(InlineList())

    private static func text(_ version: inout VersionOne, _ effects: Effect...) -> String {
        var line = JSONLine()
        var list = EffectList()
        effects.forEach { list.append($0) }
        version.write(list, to: &line)
        return String(decoding: line.bytes, as: UTF8.self)
    }

    private static func answer(_ call: UInt32, errno: Int32 = 0, _ values: Int64...) -> Input.Event {
        var result = ControlResult(call: call, errno: errno)
        values.forEach { result.values.append(.integer($0)) }
        return .cameraAnswered(result)
    }

    @Test("Calls and requests for frames count up together, and are written as calls")
    func writing() {
        var version = VersionOne()
        #expect(
            Self.text(
                &version, .call(ControlCall(id: 1, operation: Self.read)), .requestFrames(id: 1, Self.request),
                .disarm(.idle))
                == #"[{"call":{"id":1,"read":[]}},{"call":{"id":2,"startFrames":{"focus":[0.0,0.0,1.0,1.0],"#
                + #""exposure":[0.0,0.0,1.0,1.0],"grid":false,"interval":0}}},{"disarm":"idle"}]"#)
        #expect(
            Self.text(&version, .releaseFrames(id: 1), .call(ControlCall(id: 2, operation: Self.read)))
                == #"[{"call":{"id":3,"stopFrames":{}}},{"call":{"id":4,"read":[]}}]"#)
    }

    @Test("What can unlock a lock was not written")
    func unlockers() {
        var version = VersionOne()
        let report = StateReport(
            state: .unlockableLocked, point: nil, cause: .timer, rule: .lockElapsedStill, indicator: .weakened,
            unlockers: [MovedReasons(.scene)])
        var older = report
        older.unlockers = nil
        let written = Self.text(&version, .state(report))
        #expect(written == Self.text(&version, .state(older)) && written.contains("lock-elapsed-still"))
    }

    @Test("A camera in the place of another said nothing of the tap that was on its way; everything else did")
    func replacedCamera() {
        let version = VersionOne()
        var effects = EffectList()
        effects.append(.tapIgnored(.overtaken))
        effects.append(.disarm(.idle))
        let arrived = version.effects(
            effects, of: .cameraArrived(CameraDescription(imageWidth: 1, imageHeight: 1, controls: [])))
        #expect(arrived.count == 1 && arrived[0] == .disarm(.idle))
        #expect(version.effects(effects, of: .viewShown) == effects)
    }

    @Test("An answer becomes the input of today that answers what the call asked")
    func answers() {
        var version = VersionOne()
        _ = Self.text(&version, .call(ControlCall(id: 8, operation: Self.read)), .requestFrames(id: 5, Self.request))
        #expect(version.translate(Self.answer(1)) == Self.answer(8))
        #expect(version.translate(Self.answer(2, errno: 16)) == .frames(.unavailable(request: 5, errno: 16)))
        let began = FramesBegan(request: 5, width: 640, height: 480, interval: .milliseconds(33))
        #expect(version.translate(Self.answer(2, 640, 480, 33_000_000)) == .frames(.began(began)))
        #expect(version.translate(Self.answer(2)) == .frames(.began(FramesBegan(request: 5))))
        _ = Self.text(&version, .releaseFrames(id: 5))
        #expect(version.translate(Self.answer(3, errno: 5)) == .frames(.ended(request: 5)))
        #expect(version.translate(Self.answer(9)) == Self.answer(.max), "nobody has asked that")
    }

    @Test("Frames and the end of a stream belong to the request that was answered last")
    func frames() {
        var version = VersionOne()
        func frame(_ request: UInt32) -> Input.Event {
            .frames(
                .measured(
                    FrameStatistics(
                        request: request, sequence: 0, captured: Instant(nanoseconds: 0), sharpness: 0, mean: 0)))
        }
        let lost = Input.Event.frames(.lost(request: 0, errno: 19))
        #expect(version.translate(lost) == .frames(.lost(request: .max, errno: 19)))
        _ = Self.text(&version, .requestFrames(id: 5, Self.request))
        _ = version.translate(Self.answer(1))
        _ = Self.text(&version, .requestFrames(id: 6, Self.request))
        #expect(version.translate(frame(1)) == frame(5) && version.translate(frame(2)) == frame(6))
        #expect(version.translate(frame(7)) == frame(.max))
        #expect(version.translate(lost) == .frames(.lost(request: 5, errno: 19)))
        #expect(version.translate(Self.answer(1)) == .frames(.began(FramesBegan(request: 5))))
        _ = version.translate(Self.answer(2))
        #expect(version.translate(lost) == .frames(.lost(request: 6, errno: 19)))
    }

    @Test("A session without an end is translated in constant memory")
    func endless() {
        var version = VersionOne()
        _ = Self.text(&version, .requestFrames(id: 1, Self.request))
        for id in 1...1000 { _ = Self.text(&version, .call(ControlCall(id: UInt32(id), operation: Self.read))) }
        #expect(version.translate(Self.answer(1001)) == Self.answer(1000))
        #expect(version.translate(Self.answer(500)) == Self.answer(.max))
        #expect(version.keptDemands <= 100)
    }
}
