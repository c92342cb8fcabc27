import Testing

@testable import FocusCore

/// Which sensors let the scene be watched.
struct SceneSensorsTests {
    private static let none = SceneSensors()
    private static let moving = SceneSensors(hasAccelerometer: true)
    private static let still = SceneSensors(hasAccelerometer: true, isStill: true)

    @Test("Beside an accelerometer, automatic watches the scene from when it has been still for long")
    func automatic() {
        let wanted = [Self.none, Self.moving, Self.still].map { $0.want(.automatic) }
        #expect(wanted == [true, false, true])
    }

    @Test("The scene can unlock once the watch has begun, or will when the tap has settled or the device is still")
    func unlocks() {
        var watched = StreamLife()
        _ = watched.change(to: .scene(PointOfInterest(x: 0.5, y: 0.5)))
        for (sensors, inWatch, inSettling, otherwise) in [
            (Self.none, true, true, false), (Self.moving, true, true, true), (Self.still, true, true, false),
        ] {
            #expect(sensors.canUnlock(.automatic, in: watched, isSettling: false) == inWatch)
            #expect(sensors.canUnlock(.automatic, in: StreamLife(), isSettling: true) == inSettling)
            #expect(sensors.canUnlock(.automatic, in: StreamLife(), isSettling: false) == otherwise)
            #expect(!sensors.canUnlock(.never, in: watched, isSettling: true))
        }
    }

    @Test("Beside a moving accelerometer, the scene cannot unlock while another program has the stream")
    func taken() {
        var stream = StreamLife()
        stream.refused(errno: StreamLife.busy)
        #expect(!Self.moving.canUnlock(.automatic, in: stream, isSettling: false))
    }
}
