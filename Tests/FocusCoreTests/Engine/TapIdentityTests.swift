import FocusCore
import Testing

/// A tap's id, from the input to the one effect that tells what has become of it.
struct TapIdentityTests {
    private static let here = (x: 0.25, y: 0.5)

    private static func tap(_ number: UInt64, _ x: Double = here.x) -> Input.Event {
        .viewTapped(x: x, y: here.y, tap: TapID(number))
    }

    /// The fates of taps with an id, in order.
    private static func fates(_ effects: [Effect]) -> [String] {
        effects.compactMap { effect in
            switch effect {
            case .state(let report): report.tap.map { "\($0.number) accepted" }
            case .tapIgnored(let reason, let tap): tap.map { "\($0.number) \(reason.name)" }
            case .tapRefused(let reason, let tap): tap.map { "\($0.number) \(reason.name)" }
            case .settled(let report): report.tap.map { "\($0.number) settled" }
            default: nil
            }
        }
    }

    @Test("A tap's id is repeated when the camera takes it, and when it has settled")
    func accepted() {
        var rig = EngineRig(started: CameraExamples.withRegion)
        rig.send(Self.tap(7))
        rig.pass(5000)
        #expect(Self.fates(rig.effects) == ["7 accepted", "7 settled"])
        rig.forget()
        rig.tap(0.75, 0.5)
        rig.pass(5000)
        #expect(
            rig.settled.count == 1 && Self.fates(rig.effects) == [], "a tap without an id has none afterwards either")
    }

    @Test("Another tap overtakes one that is on its way, and each hears what has become of it")
    func overtaken() {
        var rig = EngineRig(started: CameraExamples.withRegion)
        rig.answersAtOnce = false
        rig.send(Self.tap(1))
        rig.send(Self.tap(2, 0.75))
        rig.send(Self.tap(3, 2))
        #expect(Self.fates(rig.effects) == ["1 overtaken", "3 outside the view"])
        rig.answersAtOnce = true
        rig.answerAll()
        #expect(Self.fates(rig.effects) == ["1 overtaken", "3 outside the view", "2 accepted"])
    }

    @Test("A finger's tap overtakes a client's, and takes no id from it")
    func finger() {
        var rig = EngineRig(started: CameraExamples.withRegion)
        rig.answersAtOnce = false
        rig.send(Self.tap(1))
        rig.tap(0.75, 0.5)
        rig.answersAtOnce = true
        rig.answerAll()
        rig.pass(5000)
        #expect(Self.fates(rig.effects) == ["1 overtaken"] && rig.settled.count == 1)
    }

    @Test("A tap that settles while another is refused keeps its id")
    func refusedWhileSettling() {
        var rig = EngineRig(started: CameraExamples.withRegion)
        rig.send(Self.tap(1))
        // ENODEV: no other level is tried.
        rig.camera?.refusals[.regionRectangle] = 19
        rig.send(Self.tap(2, 0.75))
        rig.camera?.refusals = [:]
        rig.pass(9000)
        #expect(Self.fates(rig.effects) == ["1 accepted", "2 camera refused", "1 settled"])
    }

    @Test("The view shown, the camera's end, no camera and the end of all are fates, too")
    func ends() {
        let events: [(Input.Event?, String)] = [
            (.viewShown, "1 overtaken"), (.cameraLeft, "1 no camera"), (.stop, "1 overtaken"),
            (.cameraArrived(CameraExamples.withRegion), "1 overtaken"),
        ]
        for (event, fate) in events {
            var rig = EngineRig(started: CameraExamples.withRegion)
            rig.answersAtOnce = false
            rig.send(Self.tap(1))
            switch event {
            case .cameraLeft?: rig.leave()
            case .cameraArrived(let camera)?: rig.arrive(camera)
            case let event?: rig.send(event)
            case nil: break
            }
            #expect(Self.fates(rig.effects) == [fate])
        }
        var rig = EngineRig()
        rig.send(Self.tap(1))
        rig.send(.start)
        rig.send(Self.tap(2))
        rig.arrive(CameraExamples.fixed)
        rig.send(Self.tap(3))
        #expect(Self.fates(rig.effects) == ["1 not running", "2 no camera", "3 nothing to set"])
    }
}
