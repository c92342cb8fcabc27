import FocusCore
import SimulatedDevices
import Testing

/// What is due when an engine is played, and in which order.
struct EnginePlayerTests {
    /// A kiosk with a camera that has a region of interest, and the times at which things were due, in ms.
    private struct Kiosk {
        var player: EnginePlayer<Character>
        var camera = SimulatedCamera(model: .region)
        var demands: [Int64] = []
        var samples: [Int64] = []
        var expiries: [TimerID] = []
        var events: [Character] = []
        var outdated = 0

        init(sampleInterval: TimeSpan? = nil) {
            player = EnginePlayer(
                configuration: Configuration(), callTime: .milliseconds(8), sampleInterval: sampleInterval)
            for event: Input.Event in [.accelerometerArrived, .cameraArrived(camera.description), .start] {
                _ = player.step(event)
            }
        }

        mutating func live(until milliseconds: Int64) {
            let end = Instant(nanoseconds: milliseconds * 1_000_000)
            while let due = player.next(until: end) {
                let now = player.now.nanoseconds / 1_000_000
                switch due {
                case .timer(let id, let generation):
                    expiries.append(id)
                    _ = player.step(.timer(id, generation: generation))
                case .demand(let effect):
                    demands.append(now)
                    if let answer = camera.answer(effect, at: player.now) { _ = player.step(answer) }
                case .sample:
                    samples.append(now)
                    _ = player.step(.acceleration(Acceleration(x: 0, y: 0, z: 9.8)))
                case .event(let event): events.append(event)
                case .outdated: outdated += 1
                }
            }
            player.advance(to: end)
        }

        mutating func tap() { _ = player.step(.pictureTapped(x: 0.5, y: 0.5)) }
    }

    @Test("A demand reaches the camera after the time that a call takes")
    func demands() {
        var kiosk = Kiosk()
        kiosk.live(until: 7)
        #expect(kiosk.demands.isEmpty)
        kiosk.live(until: 100)
        #expect(kiosk.demands.first == 8 && kiosk.demands.allSatisfy { $0.isMultiple(of: 8) })
    }

    @Test("Events of the caller come at their times, and at the same time in the order in which they were added")
    func events() {
        var kiosk = Kiosk()
        for (event, time) in [("b", 500), ("a", 500), ("c", 300), ("d", 900)] as [(Character, Int64)] {
            kiosk.player.add(event, at: Instant(nanoseconds: time * 1_000_000))
        }
        kiosk.player.removeEvents { $0 == "d" }
        kiosk.live(until: 1000)
        #expect(kiosk.events == ["c", "b", "a"] && kiosk.player.now == Instant(nanoseconds: 1_000_000_000))
    }

    @Test("A timer that is armed again expires once, at its new deadline")
    func timers() {
        var kiosk = Kiosk()
        kiosk.live(until: 1000)
        kiosk.tap()
        kiosk.live(until: 2000)
        kiosk.tap()
        kiosk.live(until: 2100)
        let deadline = kiosk.player.armed[.forceLock]?.time ?? Instant(nanoseconds: 0)
        #expect(deadline > Instant(nanoseconds: 5_000_000_000))
        kiosk.live(until: 6000)
        #expect(kiosk.expiries.filter { $0 == .forceLock }.count == 1 && kiosk.outdated > 0)
        #expect(kiosk.player.armed[.forceLock] == nil)
    }

    @Test("Samples are due while the engine keeps the accelerometer awake, and never without an interval")
    func samples() {
        var kiosk = Kiosk(sampleInterval: .milliseconds(20))
        kiosk.live(until: 1000)
        #expect(kiosk.samples.isEmpty && !kiosk.player.isSensorAwake)
        kiosk.tap()
        kiosk.live(until: 2000)
        #expect(kiosk.samples.count > 40 && kiosk.player.isSensorAwake)
        #expect(zip(kiosk.samples, kiosk.samples.dropFirst()).allSatisfy { $1 - $0 == 20 })
        var silent = Kiosk()
        silent.tap()
        silent.live(until: 2000)
        #expect(silent.samples.isEmpty && silent.player.isSensorAwake)
    }

    @Test("Nothing is due any more when the engine has put everything back")
    func end() {
        var kiosk = Kiosk()
        kiosk.live(until: 1000)
        kiosk.player.add("z", at: Instant(nanoseconds: 9_000_000_000))
        _ = kiosk.player.step(.stop)
        kiosk.live(until: 10_000)
        #expect(kiosk.player.isStopped && kiosk.events.isEmpty)
    }
}
