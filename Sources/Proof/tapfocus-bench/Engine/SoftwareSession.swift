import FocusCore
import SimulatedDevices

/// The recorded inputs of a tap at the software level on simulated devices, to be replayed as often as needed: the
/// simulation itself allocates, and is slower than the engine.
struct SoftwareSession {
    /// From the finger to the verified hold.
    private(set) var tap: [Input] = []
    private(set) var engineBeforeTap = Engine()
    private(set) var tapRequest: FrameRequest?
    private(set) var watch: [Input] = []
    private(set) var engineBeforeWatch = Engine()
    private(set) var watchRequest: FrameRequest?
    /// Number of frames before the tap, while the camera's own automatics worked.
    private(set) var idleFrames = 0

    static let idleSeconds = 10

    /// - Parameter model: a camera whose frames can be measured.
    init(_ model: CameraModel) {
        var configuration = Configuration()
        configuration.view = .simulatedKiosk
        configuration.sceneWatch = .always
        let finger = Happening(at: .demo(Double(Self.idleSeconds)), .finger(.tap(x: 282, y: 288)))
        let story = Story(happenings: [finger], end: .demo(Double(Self.idleSeconds) + 30))
        var kiosk = SimulatedKiosk(configuration: configuration, story: story, camera: SimulatedCamera(model: model))
        var hasSettled = false
        var before = kiosk.engine
        while let occurrence = kiosk.next() {
            guard case .step(let input, let effects) = occurrence else { continue }
            if input.event == .stop { break }
            if hasSettled { addWatch(input, before) } else { addTap(input, before) }
            noteRequest(effects)
            effects.forEach { if case .settled(let report) = $0 { hasSettled = report.isAtSoftwareLevel } }
            before = kiosk.engine
        }
        precondition(hasSettled && !tap.isEmpty && watch.count > 100, "a tap must be held, and then watched")
        precondition(before.state != .continuousAuto, "nothing may unlock a scene in which nothing happens")
    }

    var tapFrames: Int { tap.count { $0.isFrame } }

    private mutating func addTap(_ input: Input, _ engine: Engine) {
        if tap.isEmpty {
            if input.isFrame { idleFrames += 1 }
            guard case .touch = input.event else { return }
            engineBeforeTap = engine
        }
        tap.append(input)
    }

    private mutating func addWatch(_ input: Input, _ engine: Engine) {
        guard case .frames(.measured(let frame)) = input.event, frame.grid != nil else { return }
        if watch.isEmpty { engineBeforeWatch = engine }
        watch.append(input)
    }

    private mutating func noteRequest(_ effects: EffectList) {
        effects.forEach { effect in
            guard case .requestFrames(_, let request) = effect else { return }
            if request.includesGrid { watchRequest = request } else { tapRequest = request }
        }
    }
}

extension SettledReport {
    fileprivate var isAtSoftwareLevel: Bool {
        focus == .converged && focusLevel == .software && exposure == .converged && exposureLevel == .software
    }
}

extension Input {
    var isFrame: Bool {
        if case .frames(.measured) = event { true } else { false }
    }
}
