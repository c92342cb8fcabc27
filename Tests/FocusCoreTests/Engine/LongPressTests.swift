import FocusCore
import Testing

/// A finger that rests on the touchscreen locks, where that is switched on.
struct LongPressTests {
    private static let screen = TouchscreenDescription(
        minimumX: 0, maximumX: 1919, minimumY: 0, maximumY: 1079, unitsPerMillimetreX: 10, unitsPerMillimetreY: 10)

    private static func rig(longPress: TimeSpan? = .milliseconds(600)) -> EngineRig {
        var rig = EngineRig(
            started: CameraExamples.withRegion, Configuration().with { $0.tap.longPress = longPress })
        rig.send(.touchscreenArrived(screen))
        rig.forget()
        return rig
    }

    private static func touch(
        _ rig: inout EngineRig, _ phase: TouchContact.Phase, x: Int32 = 480, slot: Int32 = 0
    ) {
        rig.send(.touch(TouchContact(slot: slot, phase: phase, x: x, y: 539)))
    }

    private static func ignored(_ rig: EngineRig) -> [TapIgnored] {
        rig.effects.compactMap { if case .tapIgnored(let reason, _) = $0 { reason } else { nil } }
    }

    @Test("It locks while the finger is down, where it went down, and its lift is nothing")
    func locks() {
        var rig = Self.rig()
        Self.touch(&rig, .down)
        rig.pass(599)
        #expect(rig.states == [])
        rig.pass(2)
        #expect(rig.states == ["autoAndForceLocked tap"] && rig.engine.keeper == .person)
        #expect(rig.writes.first == "rect=320,449,320x180,auto=9")
        rig.pass(5000)
        Self.touch(&rig, .up)
        #expect(Self.ignored(rig) == [] && rig.states == ["autoAndForceLocked tap", "unlockableLocked timer"])
        Self.touch(&rig, .down)
        rig.pass(80)
        Self.touch(&rig, .up)
        #expect(rig.engine.keeper == nil && rig.states.last == "autoAndForceLocked tap")
        #expect(rig.allViolations == [])
    }

    @Test("Where it is not switched on, a finger that rests is held too long, and no timer runs")
    func off() {
        var rig = Self.rig(longPress: nil)
        Self.touch(&rig, .down)
        #expect(rig.timers[.longPress] == nil)
        rig.pass(2000)
        Self.touch(&rig, .up)
        #expect(Self.ignored(rig) == [.tooLong] && rig.states == [])
    }

    @Test("A finger that is lifted before is held too long; one that strays or gets company does not press")
    func noPress() {
        var rig = Self.rig()
        Self.touch(&rig, .down)
        rig.pass(500)
        Self.touch(&rig, .up)
        Self.touch(&rig, .down)
        Self.touch(&rig, .move, x: 700)
        rig.pass(2000)
        Self.touch(&rig, .up, x: 700)
        Self.touch(&rig, .down)
        Self.touch(&rig, .down, x: 900, slot: 1)
        rig.pass(2000)
        Self.touch(&rig, .up, x: 900, slot: 1)
        Self.touch(&rig, .up)
        #expect(Self.ignored(rig) == [.tooLong, .dragged, .secondFinger])
        #expect(rig.states == [] && rig.timers[.longPress] == nil)
        #expect(rig.allViolations == [])
    }
}
