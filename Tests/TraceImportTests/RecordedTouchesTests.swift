import FocusCore
import Testing

@testable import TraceImport

/// The same touches of a device of the kernel, recorded by both recorders at once (Scripts/rig/record-touches).
@Suite struct RecordedTouchesTests {
    private static let recordings = ["touches.evemu", "touches.libinput.yml"]

    @Test("Both recorders have the same contacts, and at the same distances in time")
    func sameContacts() throws {
        let contacts = try Self.recordings.map { name in
            var recording = try TouchRecording(path: recordingPath(name))
            return try recording.all()
        }
        #expect(contacts[0].count == 27)
        #expect(contacts[0].map(\.event) == contacts[1].map(\.event))
        let beginnings = try contacts.map { try #require($0.first).time }
        for (one, other) in zip(contacts[0], contacts[1]) {
            #expect(one.time.since(beginnings[0]) == other.time.since(beginnings[1]))
        }
    }

    @Test(
        "What was played is what is recognised: three taps, a drag, a second finger, two palms", arguments: recordings)
    func recognised(_ name: String) throws {
        var recording = try TouchRecording(path: recordingPath(name))
        var engine = Engine()
        var ignored: [TapIgnored] = []
        var taps = 0
        let arrivals: [Input.Event] = [.start, .touchscreenArrived(recording.description)]
        let inputs = try arrivals.map { Input($0, at: Instant(nanoseconds: 0)) } + recording.all()
        for input in inputs {
            engine.step(input).forEach { effect in
                switch effect {
                case .tapRefused: taps += 1
                case .tapIgnored(let reason, _): ignored.append(reason)
                default: break
                }
            }
        }
        // There is no camera, so each tap is refused.
        #expect(taps == 3)
        #expect(ignored == [.dragged, .secondFinger, .palm, .palm])
    }

    @Test("The push that was played after the force lock unlocks, and nothing else does")
    func push() throws {
        var recordings = TraceImport(
            touches: try TouchRecording(path: recordingPath("touches.evemu")),
            samples: try SampleReader(path: recordingPath("pushed.csv")), motionStart: .zero,
            configuration: Configuration(), hasCamera: true)
        var unlocks: [MovedReason?] = []
        try recordings.run { _, effects, _, _ in
            effects.forEach { effect in
                if case .state(let report) = effect, report.rule == .movedUnlocks { unlocks.append(report.moved) }
            }
        }
        #expect(recordings.damage.isEmpty)
        #expect(unlocks == [.accelerometer])
    }
}
