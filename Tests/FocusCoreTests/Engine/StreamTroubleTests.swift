import FocusCore
import Testing

/// Streams that cannot be had, or do not live: how often they are asked for, and what is said.
struct StreamTroubleTests {
    private static let timedOut: Int32 = 110
    private static let busy: Int32 = 16

    /// The scene is watched while something is held, or what has no automatic is kept right.
    private static func rig(watchesScene: Bool) -> EngineRig {
        var configuration = Configuration()
        configuration.sceneWatch = .always
        guard watchesScene else { return EngineRig(started: CameraExamples.byHand, configuration) }
        var rig = EngineRig(started: CameraExamples.regionAndFrames, configuration)
        rig.tap(0.25, 0.5)
        rig.pass(3000)
        return rig
    }

    private static func end(_ rig: inout EngineRig) {
        guard rig.camera?.image.request != nil else { return }
        rig.camera?.image.request = nil
        rig.loseFrames(errno: timedOut)
    }

    @Test(
        "A stream that begins and gives no frame, or only the first, is asked for less and less, and said once",
        arguments: [false, true], [Int64(0), 40, 1000])
    func neverLives(_ watchesScene: Bool, _ frames: Int64) {
        var rig = Self.rig(watchesScene: watchesScene)
        let before = rig.camera?.streams.count ?? 0
        for _ in 0..<140 {
            rig.film(frames)
            rig.pass(4000)
            Self.end(&rig)
        }
        #expect(rig.faults == [.framesEnded(errno: Self.timedOut)])
        let starts = (rig.camera?.streams.count ?? 0) - before
        #expect((10...40).contains(starts), "\(starts) times in ten minutes")
        #expect(rig.allViolations == [])
    }

    @Test("A stream that has lived and fails again is said again, and asked for soon", arguments: [false, true])
    func livesBetween(_ watchesScene: Bool) {
        var rig = Self.rig(watchesScene: watchesScene)
        for _ in 0..<3 {
            rig.film(70_000)
            Self.end(&rig)
        }
        #expect(rig.faults == Array(repeating: .framesEnded(errno: Self.timedOut), count: 3))
        rig.pass(1000)
        #expect(rig.camera?.image.request != nil)
    }

    @Test("Each tap that finds the stream busy says so, once, whatever was said before", arguments: SceneWatch.allCases)
    func busyTaps(_ watch: SceneWatch) {
        var configuration = Configuration()
        configuration.sceneWatch = watch
        var rig = EngineRig(started: CameraExamples.automatic, configuration)
        rig.camera?.framesErrno = Self.busy
        for _ in 0..<3 {
            rig.forget()
            rig.tap(0.25, 0.5)
            rig.film(10_000)
            #expect(rig.faults == [.framesRefused(errno: Self.busy)])
        }
        #expect(rig.allViolations == [])
    }

    @Test("A busy stream that only the watch needs is said once, however many taps there are")
    func busyWatch() {
        var rig = Self.rig(watchesScene: true)
        rig.send(.viewShown)
        rig.forget()
        rig.camera?.framesErrno = Self.busy
        for _ in 0..<3 {
            rig.tap(0.25, 0.5)
            rig.film(10_000)
        }
        #expect(rig.faults == [.framesRefused(errno: Self.busy)])
    }

    @Test("A view that is shown asks for the stream as if it had never been refused: the first pause is the shortest")
    func pausesBeginAnew() {
        var rig = Self.rig(watchesScene: false)
        rig.camera?.framesErrno = Self.timedOut
        Self.end(&rig)
        let first = rig.timers[.framesRetry]?.deadline.since(rig.now)
        #expect(first == .milliseconds(500))
        rig.pass(20_000)
        #expect((rig.timers[.framesRetry]?.deadline.since(rig.now) ?? .zero) > .milliseconds(500))
        rig.send(.viewShown)
        #expect(rig.timers[.framesRetry]?.deadline.since(rig.now) == first)
    }
}
