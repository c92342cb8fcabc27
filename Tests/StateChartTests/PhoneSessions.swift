import FocusCore
import SimulatedDevices

/// Sessions in which what is held is kept and let go, and lit and dark again, in each way that the charts `keep` and `light` know.
enum PhoneSessions {
    /// With a camera that the engine focuses and exposes in frames, with one that does it by itself in a region, and with one that locks
    /// an exposure that it does not tell.
    static let all = [CameraModel.software, .region, .oneShot].map { session($0) }

    private static func session(_ model: CameraModel) -> [MonitoredStep] {
        let configuration = Configuration().with {
            $0.view = .simulatedKiosk
            $0.unlockAfter = .milliseconds(20_000)
        }
        var kiosk = SimulatedKiosk(configuration: configuration, camera: SimulatedCamera(model: model))
        var steps: [MonitoredStep] = []
        func live(_ milliseconds: Int64) {
            let end = kiosk.now.advanced(by: .milliseconds(milliseconds))
            while let occurrence = kiosk.next(until: end) {
                if case .step(let input, let effects) = occurrence { steps.append(MonitoredStep(input, effects)) }
            }
        }
        func liveUntilExposed(_ milliseconds: Int64) {
            let end = kiosk.now.advanced(by: .milliseconds(milliseconds))
            while let occurrence = kiosk.next(until: end) {
                guard case .step(let input, let effects) = occurrence else { continue }
                let step = MonitoredStep(input, effects)
                steps.append(step)
                if step.effects.contains(where: { if case .exposed = $0 { true } else { false } }) { return }
            }
        }
        func feed(_ event: Input.Event, for milliseconds: Int64) {
            kiosk.feed(event)
            live(milliseconds)
        }
        live(1000)
        for (event, milliseconds) in keeping { feed(event, for: milliseconds) }
        kiosk.happen(.hand(.lift))
        live(4000)
        for (event, milliseconds) in leaving + lighting + dimming { feed(event, for: milliseconds) }
        // In frames the exposure is found before focus, and the light comes in between.
        kiosk.feed(.pictureTapped(x: 0.25, y: 0.5))
        liveUntilExposed(6000)
        feed(.lightChanged(isOn: true), for: 15_000)
        feed(.lightChanged(isOn: false), for: 2000)
        kiosk.stop()
        live(5000)
        return steps
    }

    private static let point = KeepWish.Place.picture(x: 0.25, y: 0.5)

    /// The inputs, each with the time after it, in milliseconds.
    private typealias Chapter = [(event: Input.Event, milliseconds: Int64)]

    /// Everybody locks, and locks again; at last nobody keeps what is held, and it is moved.
    private static let keeping: Chapter = [
        (.keep(KeepWish(point, by: .person)), 6000),
        (.keep(KeepWish(.held, by: .person)), 500),
        (.keep(KeepWish(.held, by: .application)), 500),
        (.keep(KeepWish(.held, by: .application)), 500),
        (.keepEnded, 500),
        (.keep(KeepWish(.held, by: .application)), 500),
        (.keepEnded, 1500),
    ]

    /// A person's lock that is taken back, a hold that everybody has left, and a lock that its person has left.
    private static let leaving: Chapter = [
        (.keep(KeepWish(point, by: .person)), 6000),
        (.keepEnded, 500),
        (.pictureTapped(x: 0.25, y: 0.5), 26_000),
        (.keep(KeepWish(point, by: .person)), 26_000),
    ]

    /// A light for a hold, one that goes while the exposure is searched, and one without a hold. The one for a tap that settles follows.
    private static let lighting: Chapter = [
        (.pictureTapped(x: 0.25, y: 0.5), 6000),
        (.lightChanged(isOn: true), 9000),
        (.lightChanged(isOn: false), 2000),
        (.lightChanged(isOn: true), 60),
        (.lightChanged(isOn: false), 3000),
        (.viewShown, 1000),
        (.lightChanged(isOn: true), 500),
        (.lightChanged(isOn: false), 500),
    ]

    /// A light that comes again while the dark is exposed for: before the end of that, and after a tap that has taken its place.
    private static let dimming: Chapter = [
        (.pictureTapped(x: 0.25, y: 0.5), 6000),
        (.lightChanged(isOn: true), 3000),
        (.lightChanged(isOn: false), 60),
        (.lightChanged(isOn: true), 3000),
        (.lightChanged(isOn: false), 60),
        (.pictureTapped(x: 0.75, y: 0.5), 300),
        (.lightChanged(isOn: true), 6000),
        (.lightChanged(isOn: false), 3000),
        (.viewShown, 1000),
    ]
}
