import FocusCore
import SimulatedDevices

/// The recorded inputs of a lock, of a light that comes and goes while it is on, of a zoom that takes two seconds, and of their ends, on
/// simulated devices.
struct PhoneSession {
    private(set) var inputs: [Input] = []
    let engineBefore: Engine

    /// The inputs of clients, each with the time after it, in seconds.
    private static let wishes: [(event: Input.Event, seconds: Double)] = [
        (.keep(KeepWish(.picture(x: 0.25, y: 0.5), by: .application)), 8), (.lightChanged(isOn: true), 4),
        (.lightChanged(isOn: false), 1), (.zoom(ZoomWish(.factor(4), rate: 1)), 3), (.zoom(ZoomWish(.original)), 1),
        (.keepEnded, 1), (.viewShown, 1),
    ]

    init() {
        var model = CameraModel.software
        model.hasZoom = true
        var kiosk = SimulatedKiosk(configuration: Configuration(), camera: SimulatedCamera(model: model))
        while kiosk.next(until: .demo(5)) != nil {}
        engineBefore = kiosk.engine
        var (isKept, isRelit, isZoomed) = (false, false, false)
        for (event, seconds) in Self.wishes {
            if case .lightChanged(let isOn) = event { kiosk.happen(.light(isOn ? 4 : 1)) }
            kiosk.feed(event)
            let end = kiosk.now.advanced(by: .seconds(seconds))
            while let occurrence = kiosk.next(until: end) {
                guard case .step(let input, let effects) = occurrence else { continue }
                inputs.append(input)
                effects.forEach { effect in
                    switch effect {
                    case .kept(.application?, _): isKept = true
                    case .relit(let report): isRelit = isRelit || report.exposure == .found
                    case .zoomed(let report): isZoomed = isZoomed || report.factor == 4
                    default: break
                    }
                }
            }
        }
        precondition(isKept && isRelit && isZoomed, "what is measured must have happened")
    }
}
